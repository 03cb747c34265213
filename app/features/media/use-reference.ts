import { useCallback, useEffect, useRef, useState } from 'react';

import { refusalText, tellFailure } from '~/features/auth';
import { toastError } from '~/ui/toast';

import type { Reference } from './image-form';
import { requestUpload } from './media-requests';
import { pageMessages } from './page-messages';

export interface ReferenceUpload {
  uploading: boolean;
  /** A file is held above the page. */
  dragging: boolean;
  upload(file: File): void;
}

/** Pictures to start from: picked, pasted, or dropped anywhere on the page. `enabled`: the model takes one. */
export function useReference(
  enabled: boolean,
  onReference: (reference: Reference) => void,
): ReferenceUpload {
  const [uploading, setUploading] = useState(false);
  const latest = useRef(0);
  const upload = useCallback(
    (file: File) => {
      if (!file.type.startsWith('image/')) {
        toastError(pageMessages.notAPicture);
        return;
      }
      latest.current += 1;
      const current = latest.current;
      setUploading(true);
      requestUpload(file)
        .then(
          ({ id, thumbUrl }) => {
            if (current === latest.current) onReference({ id, thumbUrl });
          },
          (error: unknown) => tellFailure(error, refusalText(error, pageMessages.uploadFailed)),
        )
        .finally(() => {
          if (current === latest.current) setUploading(false);
        });
    },
    [onReference],
  );
  useEffect(() => {
    if (!enabled) return;
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const picture = [...(clipboardData?.files ?? [])].find(({ type }) =>
        type.startsWith('image/'),
      );
      if (picture) upload(picture);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [enabled, upload]);
  return { uploading, upload, dragging: useDrop(enabled, upload) };
}

/** True while files are held above the page. */
function useDrop(enabled: boolean, drop: (file: File) => void): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    // Each element on the way tells of its own entering and leaving.
    let depth = 0;
    const has = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const listeners = {
      dragenter(event: DragEvent) {
        if (!has(event)) return;
        depth += 1;
        setDragging(true);
      },
      dragover(event: DragEvent) {
        // Without this the browser would open the file in place of the page.
        if (has(event)) event.preventDefault();
      },
      dragleave(event: DragEvent) {
        if (!has(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setDragging(false);
      },
      drop(event: DragEvent) {
        depth = 0;
        setDragging(false);
        if (!has(event)) return;
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) drop(file);
      },
    };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener);
      }
    };
  }, [enabled, drop]);
  return dragging;
}

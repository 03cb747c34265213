import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { toastError } from '~/ui/feedback/toast';
import { useFileDrop } from '~/ui/forms/use-file-drop';
import { refusalText } from '~/http/client';

import type { Reference } from './form';
import { requestUpload } from '../media-requests';
import { pageTexts } from '../page-texts';

export interface ReferenceUpload {
  uploading: boolean;
  /** A file is held above the page. */
  dragging: boolean;
  upload(file: File): void;
}

/** References that are picked, pasted, or dropped anywhere on the page. `enabled`: the model takes one. */
export function useReference(
  enabled: boolean,
  onReference: (reference: Reference) => void,
): ReferenceUpload {
  const [uploading, setUploading] = useState(false);
  const latest = useRef(0);
  const upload = useCallback(
    (file: File) => {
      if (!file.type.startsWith('image/')) {
        toastError(pageTexts.notAnImage);
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
          (error: unknown) => showFailure(error, refusalText(error, pageTexts.uploadFailed)),
        )
        .finally(() => {
          if (current === latest.current) setUploading(false);
        });
    },
    [onReference],
  );
  const drop = useCallback(
    ([file]: readonly File[]) => {
      if (file) upload(file);
    },
    [upload],
  );
  useEffect(() => {
    if (!enabled) return;
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const image = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (image) upload(image);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [enabled, upload]);
  return { uploading, upload, dragging: useFileDrop(drop, enabled) };
}

import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';

import { toastError } from '~/ui/toast';

import type { AttachedFile } from './attachment';
import type { ComposerFiles } from './components/composer-files';
import type { WaitingFile } from './waiting-files';

export interface WaitingFiles {
  files: readonly WaitingFile[];
  /** The list of them; null until there are some. */
  List: ComponentType<Parameters<typeof ComposerFiles>[0]> | null;
  change(next: (now: readonly WaitingFile[]) => readonly WaitingFile[]): void;
  add(picked: readonly File[]): void;
  /** Something is on its way still. */
  uploading: boolean;
  /** Those that go with the message. */
  ready: AttachedFile[];
  /** Files are held above the page. */
  dragging: boolean;
}

/** Files for the next message: picked, pasted, or dropped anywhere on the page. What takes them up is loaded then. */
export function useWaitingFiles(): WaitingFiles {
  const [files, change] = useState<readonly WaitingFile[]>([]);
  const [List, setList] = useState<WaitingFiles['List']>(null);
  const count = useRef(0);
  useEffect(() => {
    count.current = files.length;
  }, [files]);

  const add = useCallback((picked: readonly File[]) => {
    if (picked.length === 0) return;
    Promise.all([import('./waiting-files'), import('./components/composer-files')]).then(
      ([{ addFiles }, { ComposerFiles }]) => {
        setList(() => ComposerFiles);
        addFiles(picked, count.current, change);
      },
      () => toastError('This could not be loaded. Check your connection and try again.'),
    );
  }, []);

  return {
    files,
    List,
    change,
    add,
    uploading: files.some(({ state }) => state === 'uploading'),
    ready: files.flatMap(({ file }) => (file ? [file] : [])),
    dragging: useDrop(add),
  };
}

/** True while files are held above the page. */
function useDrop(drop: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
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
        if (!has(event) || event.defaultPrevented) return;
        event.preventDefault();
        drop([...(event.dataTransfer?.files ?? [])]);
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
  }, [drop]);
  return dragging;
}

import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';

import { LOAD_FAILED } from '~/ui/load-on-use';
import { toastError } from '~/ui/feedback/toast';
import { useFileDrop } from '~/ui/forms/use-file-drop';

import type { AttachedFile } from './attachment';
import type { ComposerFiles } from './components/composer-files';
import type { WaitingFile } from './waiting-files';

export interface WaitingFiles {
  files: readonly WaitingFile[];
  /** The list of files; null until one is added. */
  List: ComponentType<Parameters<typeof ComposerFiles>[0]> | null;
  change(next: (now: readonly WaitingFile[]) => readonly WaitingFile[]): void;
  add(picked: readonly File[]): void;
  /** Like `add`, for files that `sortOut` took. */
  attach(picked: readonly File[]): void;
  /** An upload is running. */
  uploading: boolean;
  /** Those that are uploaded and sent with the message. */
  ready: AttachedFile[];
  /** Files are being dragged over the page. */
  dragging: boolean;
}

/**
 * Files for the next message: picked, pasted, or dropped anywhere on the page. The code that uploads them is loaded on use.
 * `sortOut` (stable) takes the files that aren't for a message and returns the rest.
 */
export function useWaitingFiles(
  sortOut: (picked: readonly File[]) => readonly File[],
): WaitingFiles {
  const [files, change] = useState<readonly WaitingFile[]>([]);
  const [List, setList] = useState<WaitingFiles['List']>(null);
  const count = useRef(0);
  useEffect(() => {
    count.current = files.length;
  }, [files]);

  const attach = useCallback((picked: readonly File[]) => {
    if (picked.length === 0) return;
    import('../loaded-later')
      .then((later) => later.loadFiles())
      .then(
        ([{ addFiles }, { ComposerFiles }]) => {
          setList(() => ComposerFiles);
          addFiles(picked, count.current, change);
        },
        () => toastError(LOAD_FAILED),
      );
  }, []);

  const add = useCallback((picked: readonly File[]) => attach(sortOut(picked)), [attach, sortOut]);

  return {
    files,
    List,
    change,
    add,
    attach,
    uploading: files.some(({ state }) => state === 'uploading'),
    ready: files.flatMap(({ file }) => (file ? [file] : [])),
    dragging: useFileDrop(add),
  };
}

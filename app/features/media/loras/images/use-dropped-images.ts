import { useCallback, useEffect } from 'react';

import { useFileDrop } from '~/ui/forms/use-file-drop';

/** Takes files and folders that are dropped or pasted anywhere on the page; true while some are held above it. */
export function useDroppedImages(take: (files: readonly File[]) => void): boolean {
  const drop = useCallback(
    (_files: readonly File[], transfer: DataTransfer) => void droppedFiles(transfer).then(take),
    [take],
  );
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) take(files);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [take]);
  return useFileDrop(drop);
}

/** Files that systems put into folders by themselves. */
const CLUTTER = /^(?:\.|Thumbs\.db$|desktop\.ini$)/i;

export const isClutter = ({ name }: { name: string }): boolean => CLUTTER.test(name);

/**
 * The files of a drop, including those in folders at any depth. To be called within the event: the transfer is empty
 * afterwards.
 */
async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...transfer.files].filter((file) => !isClutter(file));
  const found = await Promise.all(entries.map(filesOf));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isClutter(entry)) return [];
  if (entry.isDirectory) {
    const inside = await entriesOf(entry as FileSystemDirectoryEntry);
    return (await Promise.all(inside.map(filesOf))).flat();
  }
  return [
    await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    ),
  ];
}

/** A folder returns its entries a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

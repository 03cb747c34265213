import { useEffect, useState } from 'react';

/** Files dropped or pasted anywhere on the page. True while some are held above it. */
export function useDroppedImages(enabled: boolean, take: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    // Each element on the way tells of its own entering and leaving.
    let depth = 0;
    const has = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const end = () => {
      depth = 0;
      setDragging(false);
    };
    const onEnter = (event: DragEvent) => {
      if (!has(event)) return;
      depth += 1;
      setDragging(true);
    };
    const onOver = (event: DragEvent) => {
      // Without this the browser would open the file in place of the page.
      if (has(event)) event.preventDefault();
    };
    const onLeave = (event: DragEvent) => {
      if (!has(event)) return;
      depth -= 1;
      if (depth <= 0) end();
    };
    const onDrop = (event: DragEvent) => {
      end();
      if (!has(event) || event.dataTransfer === null) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then(take);
    };
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) take(files);
    };
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragenter', onEnter);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [enabled, take]);
  return dragging && enabled;
}

/** What systems put into folders by themselves. */
const CLUTTER = /^(?:\.|Thumbs\.db$|desktop\.ini$)/i;

export const isClutter = ({ name }: { name: string }): boolean => CLUTTER.test(name);

/**
 * The files of a drop, with those in dropped folders, however deep. Called in the event itself: what was dropped is gone
 * after it.
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

/** A folder tells of its entries a hundred at a time. */
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

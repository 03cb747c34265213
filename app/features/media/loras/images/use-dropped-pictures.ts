import { useEffect, useState } from 'react';

import { droppedFiles } from './dropped-files';

/** Files dropped or pasted anywhere on the page. True while some are held above it. */
export function useDroppedPictures(enabled: boolean, take: (files: File[]) => void): boolean {
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

import { useCallback, useRef, useSyncExternalStore, type RefObject } from 'react';

/** For a field: whether something but blanks is selected in it; it stays selected while the focus is elsewhere. */
export function useHasSelection(): [area: RefObject<HTMLTextAreaElement>, has: boolean] {
  const area = useRef<HTMLTextAreaElement>(null);
  const subscribe = useCallback((listener: () => void) => {
    const field = area.current;
    // Browsers differ in which of them they tell, and of what.
    field?.addEventListener('select', listener);
    field?.addEventListener('selectionchange', listener);
    document.addEventListener('selectionchange', listener);
    return () => {
      field?.removeEventListener('select', listener);
      field?.removeEventListener('selectionchange', listener);
      document.removeEventListener('selectionchange', listener);
    };
  }, []);
  const hasSelection = useCallback(() => {
    const field = area.current;
    return field
      ? field.value.slice(field.selectionStart, field.selectionEnd).trim() !== ''
      : false;
  }, []);
  return [area, useSyncExternalStore(subscribe, hasSelection, () => false)];
}

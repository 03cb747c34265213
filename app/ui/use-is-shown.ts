import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that says whether the component is still on the page, for answers that arrive late. */
export function useIsShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}

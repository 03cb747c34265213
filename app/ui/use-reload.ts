import { useMatches, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Loads the page's data again. Asked while that goes on, it does so once more at its end: to begin anew at once would
 * abort the first.
 */
export function useReload(): () => void {
  const { revalidate, state } = useRevalidator();
  // New with whatever was loaded: a quick reload may come and go without `state` ever being seen to change.
  const matches = useMatches();
  const loading = useRef(false);
  const again = useRef(false);

  useEffect(() => {
    loading.current = state === 'loading';
    if (loading.current || !again.current) return;
    again.current = false;
    revalidate();
  }, [state, matches, revalidate]);

  return useCallback(() => {
    if (loading.current) {
      again.current = true;
      return;
    }
    loading.current = true;
    revalidate();
  }, [revalidate]);
}

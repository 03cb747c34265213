import { useMatches, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Reloads the page's data. Called during a reload, it reloads once more afterwards, because starting over at once would
 * abort the first.
 */
export function useReload(): () => void {
  const { revalidate, state } = useRevalidator();
  // Changes with every load: a quick reload may finish without a visible change of `state`.
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

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether React runs the page already. Before that, whatever is typed into a controlled field is lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

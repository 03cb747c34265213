import { useCallback, useSyncExternalStore } from 'react';

import { answerSnapshot, subscribeAnswer, type LiveAnswer } from './live-answers';

/** The answer as this tab follows it; null when it does not, as on the server. */
export function useAnswer(id: string): LiveAnswer | null {
  return useSyncExternalStore(
    useCallback((listener) => subscribeAnswer(id, listener), [id]),
    () => answerSnapshot(id),
    () => null,
  );
}

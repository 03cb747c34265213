import { useEffect, useState } from 'react';

import { refusalText } from './client';

interface Answer<T> {
  to: () => Promise<T>;
  attempt: number;
  value: T | null;
  problem: string | null;
}

/** What a request answers, with another try when it failed. `ask` is the same function until it asks for something else. */
export function useAnswer<T>(ask: (() => Promise<T>) | null, otherwise: string) {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<T>>();
  useEffect(() => {
    if (ask === null) return;
    let current = true;
    const answered = (value: T | null, problem: string | null) => {
      if (current) setAnswer({ to: ask, attempt, value, problem });
    };
    ask().then(
      (value) => answered(value, null),
      (error: unknown) => answered(null, refusalText(error, otherwise)),
    );
    return () => {
      current = false;
    };
  }, [ask, attempt, otherwise]);
  const isCurrent = answer !== undefined && answer.to === ask && answer.attempt === attempt;
  return {
    value: isCurrent ? answer.value : null,
    problem: isCurrent ? answer.problem : null,
    retry: () => setAttempt((count) => count + 1),
  };
}

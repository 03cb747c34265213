/** Thrown instead of waiting when too many wait already. */
export class TooManyWaiting extends Error {}

/**
 * Lets at most `atOnce` pieces of work run at a time, the others in the order they came, and refuses beyond `waiting`
 * in the queue.
 */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw new TooManyWaiting();
    // A finished turn hands its place on, so `running` stays as it is.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

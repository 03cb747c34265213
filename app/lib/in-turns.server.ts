import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the event loop is held at a time. */
const TURN_MS = 10;

/** What `work` makes of each item, in order; other requests get their turn in between. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  work: (item: T) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let since = performance.now();
  for (const item of items) {
    results.push(await work(item));
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  return results;
}

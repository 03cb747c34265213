/**
 * Gives what comes one by one to `send` in its order: what comes while that is busy goes together afterwards. Each item's
 * promise ends as the sending of it does.
 */
export function inBatches<Item>(
  send: (items: readonly Item[]) => Promise<unknown>,
): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | null = null;
  let free: Promise<unknown> = Promise.resolve();

  async function sendWaiting(): Promise<void> {
    await free;
    const items = waiting;
    waiting = [];
    next = null;
    const sent = send(items);
    // Whoever waits for these is told what went wrong; those after them are sent all the same.
    free = sent.catch(() => {});
    await sent;
  }

  return (item) => {
    waiting.push(item);
    next ??= sendWaiting();
    return next;
  };
}

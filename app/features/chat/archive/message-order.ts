/** The same messages, each after what it follows, and otherwise in the order in which they are given. */
export function parentsFirst<Node extends { id: string; parentId: string | null }>(
  messages: readonly Node[],
): Node[] {
  const ordered: Node[] = [];
  const done = new Set<string>();
  const waiting = new Map<string, Node[]>();
  for (const message of messages) {
    const { parentId } = message;
    if (parentId !== null && !done.has(parentId)) {
      waiting.set(parentId, [...(waiting.get(parentId) ?? []), message]);
      continue;
    }
    const next = [message];
    // Grows while it is gone through.
    for (const taken of next) {
      ordered.push(taken);
      done.add(taken.id);
      next.push(...(waiting.get(taken.id) ?? []));
      waiting.delete(taken.id);
    }
  }
  return ordered;
}

/** The messages from the beginning to `leafId`. */
export function pathTo<Node extends { id: string; parentId: string | null }>(
  messages: readonly Node[],
  leafId: string | null,
): Node[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const path: Node[] = [];
  let at = leafId === null ? undefined : byId.get(leafId);
  while (at) {
    path.push(at);
    byId.delete(at.id);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return path.reverse();
}

const MOST_BYTES = 512 * 1024;
const MOST_MESSAGES = 200;

/** So many at a time that their texts fit into memory easily. */
export function* batchesOf(
  messages: readonly { id: string; bytes: number }[],
): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (batch.length > 0 && (batch.length >= MOST_MESSAGES || bytes + message.bytes > MOST_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(message.id);
    bytes += message.bytes;
  }
  if (batch.length > 0) yield batch;
}

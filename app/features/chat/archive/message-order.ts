/** A message with what determines its place. */
export interface Placed {
  id: string;
  parentId: string | null;
  /** The size of its texts. */
  bytes: number;
  /** Its parent comes after it in the input. */
  isEarly: boolean;
}

/** What is held of a message while it waits for its parent. */
export interface Outlined {
  id: string;
  bytes: number;
}

/**
 * The same messages, each after its parent, and otherwise in the order of the input. Holds only messages that come before
 * their parent; those whose parent never comes are yielded at the end.
 */
export async function* parentsFirst(
  pages: AsyncIterable<readonly Placed[]>,
): AsyncGenerator<Outlined> {
  /** By the id of their parent. */
  const waiting = new Map<string, Outlined[]>();
  const late = new Set<string>();
  function* freedBy(first: Outlined): Generator<Outlined> {
    const next = [first];
    for (let message = next.pop(); message; message = next.pop()) {
      yield message;
      late.delete(message.id);
      const freed = waiting.get(message.id);
      waiting.delete(message.id);
      // Reversed, because the last one is popped first.
      if (freed) for (const child of freed.reverse()) next.push(child);
    }
  }
  for await (const page of pages) {
    for (const { id, parentId, bytes, isEarly } of page) {
      const message = { id, bytes };
      if (parentId === null || (!isEarly && !late.has(parentId))) {
        yield* freedBy(message);
        continue;
      }
      late.add(id);
      const siblings = waiting.get(parentId);
      if (siblings) siblings.push(message);
      else waiting.set(parentId, [message]);
    }
  }
  // Messages without their parent: the table can't hold any, but nothing may be left out.
  for (const [parentId, messages] of waiting) {
    if (late.has(parentId)) continue;
    waiting.delete(parentId);
    for (const message of messages) yield* freedBy(message);
  }
  for (const messages of waiting.values()) yield* messages;
}

const ID_BYTES = 16;
const RECORD_BYTES = ID_BYTES + 4;

/**
 * The messages from the first one to `leafId`. They can only be read from the leaf upward, some at a time, so 20 bytes of
 * each are held. `max` is the largest possible number of messages, which ends a cycle.
 */
export async function* pathTo(
  leafId: string | null,
  max: number,
  up: (from: string) => Promise<readonly (Outlined & { parentId: string | null })[]>,
): AsyncGenerator<Outlined> {
  const blocks: Buffer[] = [];
  let count = 0;
  for (let from = leafId; from !== null && count < max;) {
    const found = (await up(from)).slice(0, max - count);
    const block = Buffer.alloc(found.length * RECORD_BYTES);
    for (const [index, { id, bytes }] of found.entries()) {
      block.write(id.replaceAll('-', ''), index * RECORD_BYTES, 'hex');
      block.writeUInt32LE(bytes, index * RECORD_BYTES + ID_BYTES);
    }
    blocks.push(block);
    count += found.length;
    from = found.at(-1)?.parentId ?? null;
  }
  for (const block of blocks.reverse()) {
    for (let at = block.length - RECORD_BYTES; at >= 0; at -= RECORD_BYTES) {
      yield {
        id: block.toString('hex', at, at + ID_BYTES),
        bytes: block.readUInt32LE(at + ID_BYTES),
      };
    }
  }
}

const MAX_BYTES = 512 * 1024;
const MAX_MESSAGES = 200;

/** The ids of the messages, in batches whose texts fit into memory easily. */
export async function* batchesOf(messages: AsyncIterable<Outlined>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for await (const message of messages) {
    if (batch.length > 0 && (batch.length >= MAX_MESSAGES || bytes + message.bytes > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(message.id);
    bytes += message.bytes;
  }
  if (batch.length > 0) yield batch;
}

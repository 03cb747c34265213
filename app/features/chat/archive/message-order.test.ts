import fc from 'fast-check';
import { expect, test } from 'vitest';

import { batchesOf, parentsFirst, pathTo, type Placed } from './message-order';

const node = (id: string, parentId: string | null) => ({ id, parentId, bytes: 1 });
type Node = ReturnType<typeof node>;

/** Pages as the database returns them; each message has whether its parent comes after it. */
async function* pagesOf(messages: readonly Node[], size = 3): AsyncGenerator<Placed[]> {
  const places = new Map(messages.map(({ id }, place) => [id, place]));
  const placed = messages.map((message, place) => ({
    ...message,
    isEarly: message.parentId !== null && (places.get(message.parentId) ?? -1) > place,
  }));
  for (let at = 0; at < placed.length; at += size) {
    await Promise.resolve();
    yield placed.slice(at, at + size);
  }
}

const idsOf = async (messages: AsyncIterable<{ id: string }>) =>
  (await all(messages)).map(({ id }) => id);

test('messages come after their parents, whatever their times, and otherwise keep their order', async () => {
  const messages = [node('c', 'b'), node('a', null), node('d', 'a'), node('b', 'a')];
  expect(await idsOf(parentsFirst(pagesOf(messages)))).toEqual(['a', 'd', 'b', 'c']);
});

test('every message of any tree comes once, after its parent', async () => {
  const trees = fc.array(fc.nat(), { maxLength: 60 }).chain((parents) =>
    fc.shuffledSubarray(
      parents.map((parent, index) =>
        node(String(index), index === 0 ? null : String(parent % index)),
      ),
      { minLength: parents.length },
    ),
  );
  await fc.assert(
    fc.asyncProperty(trees, async (messages) => {
      const ordered = await idsOf(parentsFirst(pagesOf(messages)));
      expect(ordered.toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
      const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
      const seen = new Set<string>();
      for (const id of ordered) {
        const parentId = parents.get(id) ?? null;
        if (parentId !== null) expect(seen.has(parentId)).toBe(true);
        seen.add(id);
      }
    }),
  );
});

test('messages whose parent is missing, or that form a cycle, are not left out', async () => {
  const messages = [node('a', 'b'), node('b', 'a'), node('c', 'gone'), node('d', 'c')];
  const placed = async function* () {
    await Promise.resolve();
    yield messages.map((message) => ({ ...message, isEarly: message.id !== 'd' }));
  };
  const ordered = await idsOf(parentsFirst(placed()));
  expect(ordered.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(ordered.indexOf('c')).toBeLessThan(ordered.indexOf('d'));
});

test('thirty thousand messages that all wait for the last one are ordered in less than quadratic time', async () => {
  const count = 30_000;
  const messages = Array.from({ length: count }, (_, index) =>
    // Half of them form a chain, and the other half are children of the same message.
    node(
      String(index),
      index === count - 1 ? null : index % 2 ? String(count - 1) : String(index + 1),
    ),
  );
  const ordered = await idsOf(parentsFirst(pagesOf(messages, 2_000)));
  expect(ordered).toHaveLength(count);
  expect(ordered[0]).toBe(String(count - 1));
}, 60_000);

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Returns a message and its ancestors as the database does, at most `limit` of them. */
const upThrough = (messages: readonly Node[], limit: number) => (from: string) => {
  const byId = new Map(messages.map((message) => [message.id.replaceAll('-', ''), message]));
  const found: Node[] = [];
  for (let at = byId.get(from.replaceAll('-', '')); at && found.length < limit;) {
    found.push(at);
    at = byId.get((at.parentId ?? '').replaceAll('-', ''));
  }
  return Promise.resolve(found);
};

test('a branch leads from the first message to its leaf', async () => {
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(uuid);
  const messages = [node(a!, null), node(b!, a!), node(c!, a!), node(d!, c!), node(e!, d!)];
  for (const limit of [1, 2, 3, 100]) {
    const path = await idsOf(pathTo(e!, 5, upThrough(messages, limit)));
    expect(path).toEqual([a, c, d, e].map((id) => id!.replaceAll('-', '')));
  }
  expect(await idsOf(pathTo(null, 5, upThrough(messages, 2)))).toEqual([]);
  expect(await idsOf(pathTo(uuid(9), 5, upThrough(messages, 2)))).toEqual([]);
  // The table can't hold a cycle, but one must not be read forever.
  const circle = [node(a!, b!), node(b!, a!)];
  expect(await idsOf(pathTo(a!, 2, upThrough(circle, 100)))).toHaveLength(2);
});

test('batches contain all messages in order and stay within their limits', async () => {
  const sizes = fc.array(fc.nat({ max: 900_000 }), { maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(sizes, async (bytes) => {
      const messages = bytes.map((size, index) => ({ id: String(index), bytes: size }));
      const batches = await all(batchesOf(streamed(messages)));
      expect(batches.flat()).toEqual(messages.map(({ id }) => id));
      for (const batch of batches) {
        const sum = batch.reduce((total, id) => total + bytes[Number(id)]!, 0);
        expect(batch.length === 1 || sum <= 512 * 1024).toBe(true);
        expect(batch.length).toBeLessThanOrEqual(200);
      }
    }),
  );
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function* streamed<T>(items: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { batchesOf, parentsFirst, pathTo } from './message-order';

const node = (id: string, parentId: string | null) => ({ id, parentId });

test('parents come before their children, whatever their times say, and else nothing moves', () => {
  const messages = [node('c', 'b'), node('a', null), node('d', 'a'), node('b', 'a')];
  expect(parentsFirst(messages).map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c']);
});

test('every message is there once, after what it follows', () => {
  const trees = fc.array(fc.nat(), { maxLength: 60 }).chain((parents) =>
    fc.shuffledSubarray(
      parents.map((parent, index) =>
        node(String(index), index === 0 ? null : String(parent % index)),
      ),
      { minLength: parents.length },
    ),
  );
  fc.assert(
    fc.property(trees, (messages) => {
      const ordered = parentsFirst(messages);
      expect(ordered.toSorted(byId)).toEqual(messages.toSorted(byId));
      const seen = new Set<string>();
      for (const { id, parentId } of ordered) {
        if (parentId !== null) expect(seen.has(parentId)).toBe(true);
        seen.add(id);
      }
    }),
  );
});

test('a branch leads from the beginning to its leaf', () => {
  const messages = [node('a', null), node('b', 'a'), node('c', 'a'), node('d', 'c')];
  expect(pathTo(messages, 'd').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  expect(pathTo(messages, null)).toEqual([]);
  expect(pathTo(messages, 'gone')).toEqual([]);
  // No table can hold it; an end is better than none.
  expect(pathTo([node('a', 'b'), node('b', 'a')], 'a')).toHaveLength(2);
});

test('batches hold everything in order, and little at a time', () => {
  const sizes = fc.array(fc.nat({ max: 900_000 }), { maxLength: 500 });
  fc.assert(
    fc.property(sizes, (bytes) => {
      const messages = bytes.map((size, index) => ({ id: String(index), bytes: size }));
      const batches = [...batchesOf(messages)];
      expect(batches.flat()).toEqual(messages.map(({ id }) => id));
      for (const batch of batches) {
        const sum = batch.reduce((total, id) => total + bytes[Number(id)]!, 0);
        expect(batch.length === 1 || sum <= 512 * 1024).toBe(true);
        expect(batch.length).toBeLessThanOrEqual(200);
      }
    }),
  );
});

function byId(a: { id: string }, b: { id: string }): number {
  return a.id.localeCompare(b.id);
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cpuMs } from '../../../../tests/harness/cpu-time';
import { newestLeaf, pathTo, versionPlace, type MessageNode } from './message-tree';

/** Trees of up to 40 messages, oldest first: each follows an older one or starts the conversation. */
const trees = fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 40 }).map((choices) =>
  choices.map((choice, index): MessageNode => {
    const parent = choice % (index + 1);
    return { id: `m${index}`, parentId: parent === index ? null : `m${parent}` };
  }),
);
const places = trees.chain((tree) =>
  fc.record({ tree: fc.constant(tree), at: fc.constantFrom(...tree.map(({ id }) => id)) }),
);

describe('a path', () => {
  test('leads from the beginning to the leaf, each message after its parent', () => {
    fc.assert(
      fc.property(places, ({ tree, at }) => {
        const path = pathTo(tree, at);
        expect(path.at(-1)).toBe(at);
        const parents = path.map((id) => tree.find((node) => node.id === id)!.parentId);
        expect(parents).toEqual([null, ...path.slice(0, -1)]);
      }),
    );
  });

  test('is empty for an unknown leaf', () => {
    expect(pathTo([{ id: 'a', parentId: null }], null)).toEqual([]);
    expect(pathTo([{ id: 'a', parentId: null }], 'b')).toEqual([]);
  });
});

describe('the newest leaf', () => {
  test('is below the message, has no replies, and is the newest such message', () => {
    fc.assert(
      fc.property(places, ({ tree, at }) => {
        const leaf = newestLeaf(tree, at)!;
        expect(pathTo(tree, leaf)).toContain(at);
        expect(tree.some(({ parentId }) => parentId === leaf)).toBe(false);
        const newer = tree.slice(tree.findIndex(({ id }) => id === leaf) + 1);
        expect(newer.filter(({ id }) => pathTo(tree, id).includes(at))).toEqual([]);
      }),
    );
  });

  test('is found in one pass through a long conversation with a leaf at each message', () => {
    const tree = Array.from({ length: 10_000 }, (_, index): MessageNode[] => [
      { id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}` },
      { id: `leaf${index}`, parentId: `m${index}` },
    ]).flat();
    const ms = cpuMs(() => expect(newestLeaf(tree, 'leaf0')).toBe('leaf0'));
    expect(ms).toBeLessThan(150);
  });

  test('is the last one that was written, not the one below the newest version', () => {
    const tree: MessageNode[] = [
      { id: 'question', parentId: null },
      { id: 'first answer', parentId: 'question' },
      { id: 'second answer', parentId: 'question' },
      { id: 'more', parentId: 'first answer' },
    ];
    expect(newestLeaf(tree, 'question')).toBe('more');
    expect(newestLeaf(tree, 'second answer')).toBe('second answer');
    expect(newestLeaf(tree, 'elsewhere')).toBeNull();
  });

  test('is a leaf even if clocks went backward', () => {
    const tree: MessageNode[] = [
      { id: 'answer', parentId: 'question' },
      { id: 'question', parentId: null },
    ];
    expect(newestLeaf(tree, 'question')).toBe('answer');
  });
});

describe('a place among versions', () => {
  test('names its neighbors', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 9 }), (versions) => {
        for (const [index, id] of versions.entries()) {
          const place = versionPlace(versions, id)!;
          expect(place).toMatchObject({ number: index + 1, count: versions.length });
          if (place.next) expect(versionPlace(versions, place.next)!.previous).toBe(id);
          else expect(index).toBe(versions.length - 1);
        }
      }),
    );
  });

  test('is null without a choice', () => {
    expect(versionPlace([], 'a')).toBeNull();
    expect(versionPlace(['a'], 'a')).toBeNull();
    expect(versionPlace(['a', 'b'], 'c')).toBeNull();
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ChatMessageView } from '../conversations/conversation';
import { joinMessages, partsFromEnd } from './loaded-messages';

function message(id: string, parentId: string | null): ChatMessageView {
  return {
    id,
    parentId,
    versions: [],
    role: 'user',
    html: '',
    text: '',
    timestamp: 0,
    answer: null,
    usage: null,
    overflow: false,
    files: [],
    moreFiles: false,
  };
}

const byId = (messages: ChatMessageView[]) => new Map(messages.map((one) => [one.id, one]));

test('whatever part of a branch comes when, what is joined is a part of it without a gap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
      fc.nat(),
      fc.func(fc.boolean()),
      (parents, leaf, isKnown) => {
        const tree = parents.map((parent, at) =>
          message(String(at), at === 0 ? null : String(parent % at)),
        );
        const path: ChatMessageView[] = [];
        for (
          let at: ChatMessageView | undefined = tree[leaf % tree.length];
          at;
          at = at.parentId === null ? undefined : tree[Number(at.parentId)]
        ) {
          path.unshift(at);
        }
        const end = path.slice(-2);
        const known = tree.filter(({ id }) => isKnown(id));
        const joined = joinMessages(end, byId(known));
        expect(joined).toEqual(path.slice(-joined.length));
        const before = path[path.length - joined.length - 1];
        expect(before === undefined || !known.includes(before)).toBe(true);
      },
    ),
  );
});

test('nothing is nothing', () => {
  expect(joinMessages([], byId([message('a', null)]))).toEqual([]);
});

test('parts from the end are whole but the last, and are everything once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 12 }), (all, size) => {
      const parts = partsFromEnd(all, size);
      expect(parts.toReversed().flat()).toEqual(all);
      for (const part of parts.slice(0, -1)) expect(part).toHaveLength(size);
      expect(parts.every((part) => part.length > 0 && part.length <= size)).toBe(true);
    }),
  );
});

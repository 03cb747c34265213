import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ChatMessageView } from '../conversations/conversation';
import { joinMessages, type LocalTurn, partsFromEnd, shownMessages } from './shown-messages';

/** A branch of messages with these ids, alternating questions and answers. */
function loaded(...ids: string[]): ChatMessageView[] {
  return ids.map((id, index) => ({
    id,
    parentId: ids[index - 1] ?? null,
    versions: [],
    role: index % 2 === 0 ? 'user' : 'assistant',
    html: '',
    text: '',
    overflow: false,
    files: [],
    moreFiles: false,
    images: [],
    imageOffer: null,
    timestamp: index,
    usage: null,
    calls: 0,
    answer: null,
  }));
}

function turn(fields: Partial<LocalTurn>): LocalTurn {
  const empty = { parentId: null, replaces: false, questionId: null, answerId: null };
  return { clientKey: 'key', content: 'Hello', ...empty, ...fields };
}

const idsOf = (...args: Parameters<typeof shownMessages>) =>
  shownMessages(...args).map(({ id }) => id);

describe('a message of this tab', () => {
  const sent = turn({ parentId: 'a1', questionId: 'q2', answerId: 'a2' });

  test('is at the end at once, and its answer once it is stored', () => {
    expect(idsOf(loaded('q1', 'a1'), [turn({ parentId: 'a1' })])).toEqual(['q1', 'a1', null]);
    expect(idsOf(loaded('q1', 'a1'), [sent])).toEqual(['q1', 'a1', 'q2', 'a2']);
  });

  test('keeps its place, and so its elements, when it is loaded', () => {
    const places = (messages: ReturnType<typeof shownMessages>) => messages.map(({ key }) => key);
    const before = shownMessages(loaded('q1', 'a1'), [sent]);
    const after = shownMessages(loaded('q1', 'a1', 'q2', 'a2'), [sent]);
    expect(places(after)).toEqual(places(before));
    expect(after.every(({ view }) => view !== null)).toBe(true);
    const first = turn({ questionId: 'q1', answerId: 'a1' });
    expect(places(shownMessages([], [first]))).toEqual(
      places(shownMessages(loaded('q1', 'a1'), [first])),
    );
  });

  test('disappears with its branch when another is chosen', () => {
    expect(idsOf(loaded('q1', 'other'), [sent])).toEqual(['q1', 'other']);
    expect(idsOf(loaded('q1', 'a1', 'q3', 'a3'), [sent])).toEqual(['q1', 'a1', 'q3', 'a3']);
  });
});

describe('another version', () => {
  const again = turn({
    content: null,
    parentId: 'q1',
    replaces: true,
    questionId: 'q1',
    answerId: 'a1b',
  });
  const edited = turn({ replaces: true, questionId: 'q1b', answerId: 'a1b' });

  test('takes the place of the old one and of everything after it', () => {
    const before = loaded('q1', 'a1', 'q2', 'a2');
    expect(idsOf(before, [again])).toEqual(['q1', 'a1b']);
    expect(idsOf(before, [edited])).toEqual(['q1b', 'a1b']);
  });

  test('has the same elements as the old one', () => {
    const [, old] = shownMessages(loaded('q1', 'a1'), []);
    const [, next] = shownMessages(loaded('q1', 'a1'), [again]);
    expect(next?.key).toBe(old?.key);
  });

  test('of a message that this tab has sent takes its place', () => {
    const sent = turn({ questionId: 'q1', answerId: 'a1' });
    expect(idsOf([], [sent, again])).toEqual(['q1', 'a1b']);
    expect(idsOf([], [sent, edited])).toEqual(['q1b', 'a1b']);
    // It stays there when it is loaded.
    expect(idsOf(loaded('q1b', 'a1b'), [sent, edited])).toEqual(['q1b', 'a1b']);
  });

  test('disappears with its branch', () => {
    const second = { ...again, parentId: 'q2', questionId: 'q2', answerId: 'a2b' };
    expect(idsOf(loaded('q1', 'other'), [second])).toEqual(['q1', 'other']);
  });
});

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
    calls: 0,
    overflow: false,
    files: [],
    moreFiles: false,
    images: [],
    imageOffer: null,
  };
}

const byId = (messages: ChatMessageView[]) => new Map(messages.map((one) => [one.id, one]));

test('parts of a branch that arrive in any order join without a gap', () => {
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

test('no messages make no parts', () => {
  expect(joinMessages([], byId([message('a', null)]))).toEqual([]);
});

test('all parts from the end but the last are full, and together they are everything once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 12 }), (all, size) => {
      const parts = partsFromEnd(all, size);
      expect(parts.toReversed().flat()).toEqual(all);
      for (const part of parts.slice(0, -1)) expect(part).toHaveLength(size);
      expect(parts.every((part) => part.length > 0 && part.length <= size)).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { PLAN_BOUNDS, planMessages } from './plan-messages';
import type { PlannedStep } from './step-data';

const step = (
  key: string,
  parent: string | null,
  role: PlannedStep['role'],
  more: Partial<PlannedStep> = {},
): PlannedStep => ({
  key,
  parent,
  role,
  children: [],
  time: null,
  size: 10,
  ...more,
});

function shape(steps: readonly PlannedStep[], current: string | null = null, bounds = PLAN_BOUNDS) {
  const { messages, active } = planMessages(steps, current, bounds);
  return {
    messages: messages.map(({ key, parent, steps: places, shared }) => {
      const names = places.map((place) => steps[place]!.key);
      return `${messages[parent]?.key ?? '-'} > ${key}: ${names.join(' ')}${shared ? ` (${shared} shared)` : ''}`;
    }),
    active: messages[active]?.key ?? null,
  };
}

describe('planning the messages of a tree', () => {
  test('makes an answer in several steps one message with the key of its first step, and skips hidden steps', () => {
    expect(
      shape(
        [
          step('root', null, null),
          step('q', 'root', 'user'),
          step('hidden', 'q', null),
          step('a1', 'hidden', 'assistant'),
          step('tool', 'a1', null),
          step('a2', 'tool', 'assistant'),
          step('q2', 'a2', 'user'),
        ],
        'q2',
      ),
    ).toEqual({ messages: ['- > q: q', 'q > a1: a1 a2', 'a1 > q2: q2'], active: 'q2' });
  });

  test('gives an answer that branches a complete message for each version', () => {
    const before = [
      step('q', null, 'user'),
      step('a', 'q', 'assistant'),
      step('b1', 'a', 'assistant'),
    ];
    expect(shape(before).messages).toEqual(['- > q: q', 'q > a: a b1']);
    const grown = [...before, step('b2', 'a', 'assistant'), step('q2', 'b2', 'user')];
    expect(shape(grown, 'q2')).toEqual({
      messages: ['- > q: q', 'q > a: a b1', 'q > b2: a b2 (1 shared)', 'b2 > q2: q2'],
      active: 'q2',
    });
  });

  test('stops repeating the shared beginning of versions once it is too large', () => {
    const steps = [
      step('q', null, 'user'),
      step('a', 'q', 'assistant', { size: 500 }),
      ...Array.from({ length: 4 }, (_, at) => step(`b${at}`, 'a', 'assistant')),
    ];
    expect(shape(steps, null, { ...PLAN_BOUNDS, sharedSize: 700 }).messages).toEqual([
      '- > q: q',
      'q > a: a b0',
      'q > b1: a b1 (1 shared)',
      'q > b2: b2',
      'q > b3: b3',
    ]);
  });

  test('orders versions as their parent lists them, or else by time', () => {
    const steps = [
      step('q', null, 'user', { children: ['a2', 'a1', 'gone'] }),
      step('a1', 'q', 'assistant'),
      step('a2', 'q', 'assistant'),
      step('late', 'q', 'assistant', { time: 9 }),
      step('early', 'q', 'assistant', { time: 3 }),
    ];
    expect(planMessages(steps, null).messages.map(({ key }) => key)).toEqual([
      'q',
      'a2',
      'a1',
      'early',
      'late',
    ]);
  });

  test('continues an answer that is too long for one message in another', () => {
    const steps = [
      step('q', null, 'user'),
      step('a', 'q', 'assistant'),
      step('b', 'a', 'assistant'),
      step('c', 'b', 'assistant'),
    ];
    expect(shape(steps, null, { ...PLAN_BOUNDS, messageSize: 25 }).messages).toEqual([
      '- > q: q',
      'q > a: a b',
      'a > c: c',
    ]);
  });

  test('shows the branch of the last children when there is no current node', () => {
    const steps = [
      step('q', null, 'user'),
      step('a1', 'q', 'assistant'),
      step('a2', 'q', 'assistant'),
      step('end', 'a2', null),
    ];
    expect(shape(steps).active).toBe('a2');
    expect(shape(steps, 'a1').active).toBe('a1');
    expect(shape(steps, 'nowhere').active).toBe('a2');
  });

  test('attaches a node without a parent to the node that lists it, or makes it a first message', () => {
    const steps = [
      step('q', null, 'user', { children: ['lost'] }),
      step('lost', null, null),
      step('a', 'lost', 'assistant'),
      step('orphan', 'nowhere', 'user'),
    ];
    expect(shape(steps).messages).toEqual(['- > q: q', 'q > a: a', '- > orphan: orphan']);
  });

  test('opens a circle at its first node', () => {
    const steps = [
      step('a', 'c', 'user'),
      step('b', 'a', 'assistant'),
      step('c', 'b', 'user'),
      step('self', 'self', 'user'),
    ];
    expect(shape(steps, 'c')).toEqual({
      messages: ['- > self: self', '- > a: a', 'a > b: b', 'b > c: c'],
      active: 'c',
    });
  });
});

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'nowhere');
const anySteps = fc
  .uniqueArray(
    fc.record({
      key: names,
      parent: fc.option(names),
      children: fc.array(names, { maxLength: 3 }),
      role: fc.constantFrom('user' as const, 'assistant' as const, null),
      time: fc.option(fc.nat(5)),
      size: fc.nat(50),
    }),
    { selector: ({ key }) => key },
  )
  .filter((steps) => steps.length > 0);

test('any tree, however broken, has each step that shows something in a message, with parents first', () => {
  fc.assert(
    fc.property(anySteps, fc.option(names), (steps, current) => {
      const bounds = { messageSize: 60, sharedSize: 300 };
      const { messages, active } = planMessages(steps, current, bounds);
      const own = messages.flatMap(({ steps: places, shared }) => places.slice(shared));
      const shown = [...steps.keys()].filter((at) => steps[at]!.role !== null);
      expect(own.toSorted((a, b) => a - b)).toEqual(shown);
      for (const [at, message] of messages.entries()) {
        expect(message.parent).toBeLessThan(at);
        for (const place of message.steps) expect(steps[place]!.role).toBe(message.role);
        expect(message.key).toBe(steps[message.steps[message.shared]!]!.key);
      }
      expect(active).toBeLessThan(messages.length);
      expect(active === -1).toBe(shown.length === 0);
    }),
    { numRuns: 1_000 },
  );
});

test('messages keep their keys when a later export has more steps', () => {
  const keysOf = (steps: readonly PlannedStep[]) =>
    planMessages(steps, null).messages.map(({ key }) => key);
  fc.assert(
    fc.property(anySteps, anySteps, (steps, more) => {
      // A well-formed tree, and the steps that were added later.
      const tidy = steps.map((one, at) => ({
        ...one,
        children: [],
        parent: at === 0 ? null : steps[(one.size * 7) % at]!.key,
        time: 1,
      }));
      const added = more.map((one) => ({
        ...one,
        key: `+${one.key}`,
        children: [],
        parent: tidy[one.size % tidy.length]!.key,
        time: 9,
      }));
      expect(keysOf([...tidy, ...added])).toEqual(expect.arrayContaining(keysOf(tidy)));
    }),
    { numRuns: 500 },
  );
});

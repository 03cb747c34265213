import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inRuns, RUN_LENGTH, type MessageRun } from './message-runs';
import type { ShownMessage } from './shown-messages';

const message = (key: string): ShownMessage => ({
  ...{ key, id: `id-${key}`, parentId: key, role: 'user', view: null, text: '' },
});
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => message(String(from + at)));
const lengths = (runs: readonly MessageRun[]) => runs.map((run) => run.messages.length);
const numberOf = (runs: readonly MessageRun[], { key }: ShownMessage) =>
  runs.find((run) => run.messages.some((other) => other.key === key))?.number;

test('no messages make no run', () => {
  expect(inRuns([], [])).toEqual([]);
  expect(inRuns([], inRuns(numbered(0, 5), []))).toEqual([]);
});

test('the last run is full at first, and the first one grows at its start', () => {
  const end = 2 * RUN_LENGTH;
  const runs = inRuns(numbered(RUN_LENGTH - 2, end), []);
  expect(lengths(runs)).toEqual([2, RUN_LENGTH]);
  expect(lengths(inRuns(numbered(RUN_LENGTH - 3, end), runs))).toEqual([3, RUN_LENGTH]);
  expect(lengths(inRuns(numbered(-1, end), runs))).toEqual([1, RUN_LENGTH, RUN_LENGTH]);
});

test('only the runs at the edges change when messages are added before and after', () => {
  const end = 3 * RUN_LENGTH;
  const runs = inRuns(numbered(RUN_LENGTH - 2, end), []);
  const more = inRuns(numbered(RUN_LENGTH - 3, end + 1), runs);
  expect(lengths(more)).toEqual([3, RUN_LENGTH, RUN_LENGTH, 1]);
  expect(more[0]?.number).toBe(runs[0]?.number);
  expect(more.slice(1, 3).every((run, at) => run === runs[at + 1])).toBe(true);
});

test('another version in the middle keeps the messages before it and takes its place', () => {
  const runs = inRuns(numbered(0, 100), []);
  const others = numbered(0, 100).map((one, at) =>
    at < 50 ? one : at === 50 ? { ...one, id: 'other' } : message(`other-${at}`),
  );
  const branched = inRuns(others, runs);
  expect(branched.slice(0, 2).every((run, at) => run === runs[at])).toBe(true);
  expect(branched.flatMap((run) => run.messages)).toEqual(others);
  expect(numberOf(branched, message('50'))).toBe(numberOf(runs, message('50')));
  // And back again.
  const again = inRuns(numbered(0, 100), branched);
  expect(again.slice(0, 2).every((run, at) => run === runs[at])).toBe(true);
});

test('a message with new data makes its run a new object', () => {
  const runs = inRuns(numbered(0, RUN_LENGTH + 1), []);
  const stored = numbered(0, RUN_LENGTH + 1).with(-1, {
    ...message(String(RUN_LENGTH)),
    text: 'Now stored.',
  });
  const after = inRuns(stored, runs);
  expect(after[0]).toBe(runs[0]);
  expect(after[1]).not.toBe(runs[1]);
  expect(after[1]?.number).toBe(runs[1]?.number);
});

test('any sequence of messages appears once, in order, in runs with rising numbers', () => {
  const keys = fc.uniqueArray(fc.nat(200), { maxLength: 120 });
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 6 }), (lists) => {
      let runs: readonly MessageRun[] = [];
      for (const list of lists) {
        const messages = list.map((key) => message(String(key)));
        runs = inRuns(messages, runs);
        expect(runs.flatMap((run) => run.messages)).toEqual(messages);
        expect(runs.every((run) => run.messages.length > 0)).toBe(true);
        const numbers = runs.map(({ number }) => number);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }
    }),
  );
});

test('no message changes its run and no run gets too long, however a conversation grows at both ends', () => {
  const growth = fc.record({ before: fc.nat(50), behind: fc.nat(50) });
  fc.assert(
    fc.property(fc.nat(90), fc.array(growth, { maxLength: 12 }), (length, steps) => {
      let [from, to] = [1_000, 1_000 + length];
      let runs = inRuns(numbered(from, to), []);
      for (const { before, behind } of steps) {
        [from, to] = [from - before, to + behind];
        const grown = inRuns(numbered(from, to), runs);
        const places = new Map(
          grown.flatMap((run) => run.messages.map(({ key }) => [key, run.number])),
        );
        for (const run of runs) {
          expect(new Set(run.messages.map(({ key }) => places.get(key)))).toEqual(
            new Set([run.number]),
          );
        }
        expect(Math.max(0, ...lengths(grown))).toBeLessThanOrEqual(RUN_LENGTH);
        expect(
          lengths(grown)
            .slice(1, -1)
            .every((count) => count === RUN_LENGTH),
        ).toBe(true);
        runs = grown;
      }
    }),
  );
});

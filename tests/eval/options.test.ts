import { expect, test } from 'vitest';

import { OptionError, readOptions } from './options.ts';

const read = (...args: string[]) => readOptions(args, 'writer/one');

test('a run needs a directory and a judge that isn’t the writer', () => {
  expect(read('--out', 'reports', '--judge', 'judge/two')).toEqual({
    out: 'reports',
    writer: 'writer/one',
    judge: 'judge/two',
    tasks: 4,
    concurrency: 2,
    maxTokens: 500_000,
    yes: false,
  });
  expect(read('--out', 'r', '--same-judge', '--yes')).toMatchObject({
    judge: 'writer/one',
    yes: true,
  });
});

test.each([
  [['--judge', 'judge/two'], /--out DIR/],
  [['--out', 'r'], /--judge MODEL/],
  [['--out', 'r', '--judge', 'writer/one'], /its own texts/],
  [['--out', 'r', '--judge', 'j', '--writer', 'j'], /its own texts/],
  [['--out', 'r', '--judge', 'j', '--tasks', '0'], /from 1 to 6/],
  [['--out', 'r', '--judge', 'j', '--concurrency', 'many'], /from 1 to 8/],
  [['--out', 'r', '--judge', 'j', '--what'], /npm run eval/],
])('%j is refused with the reason', (args, reason) => {
  expect(() => read(...args)).toThrow(OptionError);
  expect(() => read(...args)).toThrow(reason);
});

import { expect, test } from 'vitest';

import { becomesVersion, COALESCED_MS } from './version';

const NOW = 1_800_000_000_000;
const ago = (ms: number) => NOW - ms;

test.each([
  ['the first text of all', ago(1_000), null, true],
  ['what was written in this sitting', ago(1_000), ago(COALESCED_MS - 1), false],
  ['what a sitting of ten minutes has come to', ago(1_000), ago(COALESCED_MS), true],
  ['what has stood for ten minutes', ago(COALESCED_MS), ago(COALESCED_MS - 1), true],
  ['what a clock that was put back dates in the future', NOW + 5_000, ago(1_000), false],
] as const)('%s', (_what, writtenAt, lastVersionAt, becomes) => {
  expect(becomesVersion({ now: NOW, writtenAt, lastVersionAt })).toBe(becomes);
});

import { expect, test } from 'vitest';

import { becomesVersion, COALESCED_MS } from './version';

const NOW = 1_800_000_000_000;
const ago = (ms: number) => NOW - ms;

test.each([
  ['the first text becomes a version', ago(1_000), null, true],
  [
    'a text from the last ten minutes of writing does not become a version',
    ago(1_000),
    ago(COALESCED_MS - 1),
    false,
  ],
  ['a text becomes a version after ten minutes of writing', ago(1_000), ago(COALESCED_MS), true],
  [
    'a text that has stood for ten minutes becomes a version',
    ago(COALESCED_MS),
    ago(COALESCED_MS - 1),
    true,
  ],
  [
    'a text dated in the future by a clock that was set back does not become a version',
    NOW + 5_000,
    ago(1_000),
    false,
  ],
] as const)('%s', (_what, writtenAt, lastVersionAt, becomes) => {
  expect(becomesVersion({ now: NOW, writtenAt, lastVersionAt })).toBe(becomes);
});

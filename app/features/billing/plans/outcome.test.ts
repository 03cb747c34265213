import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { postsFor } from './outcome';

test.each([
  [25_000, 1, 20],
  [100_000, 1, 80],
  [200_000, 1, 150],
  [500_000, 1, 400],
  [2_000_000, 1, 1_500],
  [25_000, 2.5, 8],
  [1_199, 1, null],
  [0, 1, null],
])('%d tokens at weight %d are good for %j posts', (tokens, weight, posts) => {
  expect(postsFor(tokens, weight)).toBe(posts);
});

const tokens = fc.nat(2_147_483_647);
const weight = fc.double({ min: 0.01, max: 1_000, noNaN: true });

describe('the number of posts', () => {
  it('never falls when there are more tokens', () => {
    fc.assert(
      fc.property(tokens, tokens, weight, (one, other, weight) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
        expect(postsFor(more, weight) ?? 0).toBeGreaterThanOrEqual(postsFor(fewer, weight) ?? 0);
      }),
    );
  });

  it('is a whole number above zero or hidden, and never more than the tokens pay for', () => {
    fc.assert(
      fc.property(tokens, weight, (tokens, weight) => {
        const posts = postsFor(tokens, weight);
        if (posts === null) return;
        expect(Number.isInteger(posts)).toBe(true);
        expect(posts).toBeGreaterThan(0);
        expect(posts).toBeLessThanOrEqual(tokens / (1_200 * weight));
      }),
    );
  });
});

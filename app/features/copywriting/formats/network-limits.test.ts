import { describe, expect, it } from 'vitest';

import { EMAIL_LIMITS, LIMITS_AS_OF, NETWORKS, TITLE_LIMIT } from './network-limits';

describe('the table of limits', () => {
  it('is dated, and names a source for each number', () => {
    expect(LIMITS_AS_OF).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
    const limits = [
      ...Object.values(NETWORKS).flatMap(({ post, fold, hashtags }) => [post, fold, hashtags]),
      ...Object.values(EMAIL_LIMITS).flatMap(({ phone, desktop }) => [phone, desktop]),
      TITLE_LIMIT,
    ].filter((limit) => limit !== null);
    expect(limits.length).toBeGreaterThan(10);
    for (const { max, source, certainty } of limits) {
      expect(max).toBeGreaterThan(0);
      expect(URL.canParse(source), source).toBe(true);
      expect(['published', 'reported']).toContain(certainty);
    }
  });

  it('has the maximum length of a post on each network', () => {
    const posts = Object.entries(NETWORKS).map(([id, { post }]) => [id, post.max]);
    expect(Object.fromEntries(posts)).toEqual({
      x: 280,
      linkedin: 3_000,
      instagram: 2_200,
      facebook: 63_206,
    });
  });

  it.each([
    ['x', 'Bread 👨‍👩‍👧 https://example.com/very/long', 32],
    ['linkedin', 'Bread 👍', 8],
    ['instagram', 'Bread 👍', 8],
    ['facebook', 'https://example.com', 19],
  ] as const)('counts as %s does: %j has %i', (network, text, length) => {
    expect(NETWORKS[network].count(text)).toBe(length);
  });
});

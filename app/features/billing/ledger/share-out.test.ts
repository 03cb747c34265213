import fc from 'fast-check';
import { expect, it } from 'vitest';

import { leastCost, shareOut } from './share-out';
import { weighted } from './spending';

const request = fc
  .record({
    promptTokens: fc.integer({ min: 0, max: 5_000 }),
    leastTokens: fc.integer({ min: 1, max: 4_000 }),
    more: fc.integer({ min: 0, max: 4_000 }),
  })
  .map(({ promptTokens, leastTokens, more }) => ({
    promptTokens,
    leastTokens,
    maxTokens: leastTokens + more,
  }));
const requests = fc.array(request, { minLength: 1, maxLength: 17 });
const weight = fc.constantFrom(1, 0.07, 0.5, 2.5, 17);
const available = fc.integer({ min: 0, max: 300_000 });

it('never promises more than there is, nor less than is worth beginning', () => {
  fc.assert(
    fc.property(requests, weight, available, (wanted, weighs, left) => {
      const room = shareOut(left, wanted, weighs);
      expect(room === null).toBe(leastCost(wanted, weighs) > left);
      if (!room) return;
      const cost = wanted.reduce(
        (sum, { promptTokens }, index) => sum + weighted(promptTokens + room[index]!, weighs),
        0,
      );
      expect(cost).toBeLessThanOrEqual(left);
      for (const [index, { leastTokens, maxTokens }] of wanted.entries()) {
        expect(room[index]).toBeGreaterThanOrEqual(leastTokens);
        expect(room[index]).toBeLessThanOrEqual(maxTokens);
      }
    }),
  );
});

it('gives all they may have when there is enough', () => {
  fc.assert(
    fc.property(requests, weight, (wanted, weighs) => {
      const room = shareOut(10_000_000, wanted, weighs);
      expect(room).toEqual(wanted.map(({ maxTokens }) => maxTokens));
    }),
  );
});

it('shortens alike what is alike', () => {
  const one = { promptTokens: 100, leastTokens: 100, maxTokens: 300 };
  expect(shareOut(3 * 200 + 300, [one, one, one], 1)).toEqual([200, 200, 200]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { minCost, shareOut } from './share-out';
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
const anyRequests = fc.array(request, { minLength: 1, maxLength: 17 });
const anyWeight = fc.constantFrom(1, 0.07, 0.5, 2.5, 17);
const anyAmount = fc.integer({ min: 0, max: 300_000 });

it('never promises more than is available, nor less than each text needs at least', () => {
  fc.assert(
    fc.property(anyRequests, anyWeight, anyAmount, (requests, weight, left) => {
      const room = shareOut(left, requests, weight);
      expect(room === null).toBe(minCost(requests, weight) > left);
      if (!room) return;
      const cost = requests.reduce(
        (sum, { promptTokens }, index) => sum + weighted(promptTokens + room[index]!, weight),
        0,
      );
      expect(cost).toBeLessThanOrEqual(left);
      for (const [index, { leastTokens, maxTokens }] of requests.entries()) {
        expect(room[index]).toBeGreaterThanOrEqual(leastTokens);
        expect(room[index]).toBeLessThanOrEqual(maxTokens);
      }
    }),
  );
});

it('gives each text its maximum when there are enough tokens', () => {
  fc.assert(
    fc.property(anyRequests, anyWeight, (requests, weight) => {
      const room = shareOut(10_000_000, requests, weight);
      expect(room).toEqual(requests.map(({ maxTokens }) => maxTokens));
    }),
  );
});

it('shortens equal texts equally', () => {
  const one = { promptTokens: 100, leastTokens: 100, maxTokens: 300 };
  expect(shareOut(3 * 200 + 300, [one, one, one], 1)).toEqual([200, 200, 200]);
});

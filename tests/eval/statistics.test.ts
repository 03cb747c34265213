import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  type Answer,
  firstPlaceShare,
  hasSimilarLengths,
  isOrderDecided,
  type Judged,
  outcomeOf,
  tally,
  wilson,
} from './statistics.ts';

/** A judge is shown two texts by their worth, and says which is better. */
type Judge = (first: number, second: number) => Answer | null;

function judgedBy(judge: Judge, pairs: readonly (readonly [number, number])[]): Judged[] {
  return pairs.map(([tested, other]) => ({
    answers: [judge(tested, other), judge(other, tested)],
    lengths: [100, 100],
  }));
}

const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 60 });
const answer = fc.constantFrom('A', 'B', 'tie', null);

describe('with a scripted judge', () => {
  test('one that always says A wins nothing for anyone, and is found out', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const judged = judgedBy(() => 'A', all);
        const { wins, losses, ties, orderDecided, preference } = tally(judged);
        expect([wins, losses, ties, orderDecided]).toEqual([0, 0, all.length, all.length]);
        expect(preference).toBe(0.5);
        expect(firstPlaceShare(judged)).toEqual({ first: 2 * all.length, of: 2 * all.length });
      }),
    );
  });

  test('one that always knows the better text counts exactly the better ones', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const knows: Judge = (first, second) =>
          first === second ? 'tie' : first > second ? 'A' : 'B';
        const { wins, losses, ties, orderDecided } = tally(judgedBy(knows, all));
        expect(wins).toBe(all.filter(([tested, other]) => tested > other).length);
        expect(losses).toBe(all.filter(([tested, other]) => tested < other).length);
        expect(ties).toBe(all.length - wins - losses);
        expect(orderDecided).toBe(0);
      }),
    );
  });

  test('one that guesses finds no difference: its intervals miss the middle about as often as they may', () => {
    let misses = 0;
    const runs = 400;
    for (let seed = 1; seed <= runs; seed += 1) {
      const random = generator(seed);
      const all = Array.from({ length: 60 }, () => [0, 0] as const);
      const { interval, ties } = tally(judgedBy(() => (random() < 0.5 ? 'A' : 'B'), all));
      // Half of all pairs of guesses contradict each other.
      expect(ties).toBeGreaterThan(10);
      if (interval.low > 0.5 || interval.high < 0.5) misses += 1;
    }
    expect(misses / runs).toBeLessThan(0.08);
  });

  test('one that leans to the first place still finds a clear difference', () => {
    const random = generator(7);
    const leans: Judge = (first, second) => (random() < 0.2 ? 'A' : first > second ? 'A' : 'B');
    const all = Array.from({ length: 200 }, () => [2, 1] as const);
    const { wins, losses, interval } = tally(judgedBy(leans, all));
    expect(losses).toBe(0);
    expect(wins).toBeGreaterThan(120);
    expect(interval.low).toBeGreaterThan(0.9);
  });
});

/** Mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('the other text of a pair has the opposite outcome', () => {
  const opposite = { win: 'loss', loss: 'win', tie: 'tie' } as const;
  fc.assert(
    fc.property(answer, answer, (first, second) => {
      const outcome = outcomeOf([first, second]);
      expect(outcomeOf([second, first])).toBe(outcome && opposite[outcome]);
      if (isOrderDecided([first, second])) expect(outcome).toBe('tie');
    }),
  );
});

test('every pair is counted once, and one without an answer for nothing', () => {
  const judged = fc.record({
    answers: fc.tuple(answer, answer),
    lengths: fc.tuple(fc.nat(500), fc.nat(500)),
  });
  fc.assert(
    fc.property(fc.array(judged), (all) => {
      const { pairs, wins, losses, ties, unread } = tally(all);
      expect(wins + losses + ties + unread).toBe(pairs);
      expect(unread).toBe(all.filter(({ answers }) => answers.includes(null)).length);
    }),
  );
});

test('Wilson’s interval holds the share, narrows with more cases, and is symmetric', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 200 }), (some, of) => {
      const hits = some % (of + 1);
      const { low, high } = wilson(hits, of);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low - 1e-12).toBeLessThanOrEqual(hits / of);
      expect(high + 1e-12).toBeGreaterThanOrEqual(hits / of);
      const more = wilson(hits * 4, of * 4);
      expect(more.high - more.low).toBeLessThan(high - low);
      const mirrored = wilson(of - hits, of);
      expect(mirrored.low).toBeCloseTo(1 - high, 10);
    }),
  );
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  // Brown, Cai, and DasGupta (2001) and any textbook: 8 of 10.
  expect(wilson(8, 10).low).toBeCloseTo(0.4902, 4);
  expect(wilson(8, 10).high).toBeCloseTo(0.9433, 4);
});

test('lengths are similar up to a quarter more', () => {
  expect(hasSimilarLengths([100, 125])).toBe(true);
  expect(hasSimilarLengths([126, 100])).toBe(false);
  expect(hasSimilarLengths([0, 0])).toBe(false);
});

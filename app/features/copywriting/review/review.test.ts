import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CRITERIA } from './criteria';
import { applyRewrite, readReview, REVIEW_LIMITS } from './review';

const TEXT = 'We bake “good” bread – every\nnight.\n\nCome by.';

const judgment = (score: unknown, quotes: unknown = []) => ({ quotes, reason: 'So.', score });
const answer = {
  voice: judgment(2, ['We bake', 'never said']),
  audience: judgment(null),
  offer: judgment(7),
  clarity: judgment(5),
  structure: judgment(3),
  rewrites: [
    { sentence: 'Come by.', rewrite: 'Come by at seven.', reason: 'Says when.' },
    { sentence: 'Come by.', rewrite: 'Come by.', reason: 'The same.' },
    { sentence: 'Made up.', rewrite: 'Anything.', reason: '' },
  ],
};

test('a review has what the answer says, without quotes that the text doesn’t have', () => {
  const review = readReview(JSON.stringify(answer), TEXT);
  expect(review.judgments.map(({ criterion, score }) => [criterion, score])).toEqual([
    ['voice', 2],
    ['audience', null],
    ['offer', null],
    ['clarity', 5],
    ['structure', 3],
  ]);
  expect(review.judgments[0]!.quotes).toEqual(['We bake']);
  expect(review.rewrites).toEqual([answer.rewrites[0]]);
  expect(review.dropped).toBe(2);
});

test('a rewrite may keep or drop the citation of its sentence, and adds none', () => {
  const sentence = 'Rye costs €8.20 [1].';
  const rewritten = (rewrite: string) =>
    readReview(JSON.stringify({ rewrites: [{ sentence, rewrite, reason: '' }] }), sentence);
  expect(rewritten('Rye: €8.20 [1].').rewrites).toHaveLength(1);
  expect(rewritten('Come by.').rewrites).toHaveLength(1);
  expect(rewritten('Rye: €8.20 [2].')).toMatchObject({ rewrites: [], dropped: 1 });
});

test('while it arrives, judgments and rewrites only come, and none is half of one', () => {
  const json = JSON.stringify(answer);
  const whole = readReview(json, TEXT);
  let before = { judgments: 0, rewrites: 0 };
  for (let end = 0; end <= json.length; end += 1) {
    const { judgments, rewrites } = readReview(json.slice(0, end), TEXT, true);
    expect(judgments).toEqual(whole.judgments.slice(0, judgments.length));
    expect(rewrites).toEqual(whole.rewrites.slice(0, rewrites.length));
    expect(judgments.length).toBeGreaterThanOrEqual(before.judgments);
    expect(rewrites.length).toBeGreaterThanOrEqual(before.rewrites);
    before = { judgments: judgments.length, rewrites: rewrites.length };
  }
});

test('no answer breaks the reading or gets beyond its limits', () => {
  const hostile = fc.record(
    {
      ...Object.fromEntries(CRITERIA.map((criterion) => [criterion, fc.jsonValue()])),
      rewrites: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.record({ sentence: fc.constant('Come'), rewrite: fc.string() })),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(hostile, (value) => {
      const review = readReview(JSON.stringify(value), TEXT);
      expect(review.judgments.length).toBeLessThanOrEqual(CRITERIA.length);
      expect(review.rewrites.length).toBeLessThanOrEqual(REVIEW_LIMITS.rewrites);
      for (const { quotes } of review.judgments) {
        for (const quote of quotes) expect(TEXT).toContain(quote);
      }
    }),
  );
});

test('a rewrite takes the place of its sentence to the letter, or of nothing', () => {
  const rewrite = { sentence: 'Come by.', rewrite: 'Save $& or $1.' };
  expect(applyRewrite(TEXT, rewrite)).toBe(TEXT.replace('Come by.', () => 'Save $& or $1.'));
  expect(applyRewrite('Something else', rewrite)).toBeNull();
});

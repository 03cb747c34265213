import { expect, test } from 'vitest';

import { changedElsewhere, parseDraft } from './names-draft';

const ADA = { firstName: 'Ada', lastName: 'Byron' };
const MARRIED = { firstName: 'Ada', lastName: 'Lovelace' };
const OTHER = { firstName: 'Augusta', lastName: 'King' };

test('a change elsewhere is noticed only while someone types something else', () => {
  expect(changedElsewhere(null, MARRIED)).toBe(false);
  expect(changedElsewhere({ base: ADA, typed: OTHER }, ADA)).toBe(false);
  expect(changedElsewhere({ base: ADA, typed: OTHER }, MARRIED)).toBe(true);
  expect(changedElsewhere({ base: ADA, typed: MARRIED }, MARRIED)).toBe(false);
});

test('a stored draft can be read, and any other text is not a draft', () => {
  const draft = { base: ADA, typed: OTHER };
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  for (const text of ['', '{', '{}', '[]', 'null', '{"typed":{},"base":{}}']) {
    expect(parseDraft(text)).toBeNull();
  }
});

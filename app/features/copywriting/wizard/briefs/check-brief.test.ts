import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { BriefRequest } from './brief';
import { checkBrief } from './check-brief';

const GOOD: BriefRequest = {
  kind: 'variants',
  formatIds: ['article'],
  variants: 2,
  profileId: null,
  fields: {
    topic: 'Bread',
    audience: '',
    goal: '',
    tone: '',
    length: 'short',
    language: '',
    keywords: ['rye'],
    callToAction: '',
  },
};

function problemsOf(input: object, fields: object = {}) {
  return checkBrief({ ...GOOD, ...input, fields: { ...GOOD.fields, ...fields } }).problems;
}

it('checkBrief accepts a valid brief', () => {
  expect(checkBrief({ ...GOOD })).toEqual({ brief: GOOD, problems: null });
});

it('checkBrief cleans what was typed', () => {
  const { brief } = checkBrief({
    ...GOOD,
    kind: 'campaign',
    variants: 1,
    formatIds: ['promotion', 'x-post', 'x-post'],
    fields: {
      topic: ' Bread\r\nand\0 \ud800rolls ',
      length: 'long',
      keywords: [' rye  bread', '', 'rye bread'],
    },
  });
  expect(brief).toMatchObject({
    formatIds: ['x-post', 'promotion'],
    fields: { topic: 'Bread\nand \ufffdrolls', keywords: ['rye bread'], audience: '' },
  });
});

describe('checkBrief reports at its field', () => {
  it.each([
    ['a missing topic', {}, { topic: '  ' }, 'topic'],
    ['a topic that is too long', {}, { topic: '🥖'.repeat(2_001) }, 'topic'],
    ['a tone that is not a string', {}, { tone: 3 }, 'tone'],
    ['an unknown length', {}, { length: 'endless' }, 'length'],
    ['a keyword that is too long', {}, { keywords: ['x'.repeat(61)] }, 'keywords'],
    [
      'thousands of keywords, even if all are the same',
      {},
      { keywords: Array.from({ length: 3_000 }, () => 'rye') },
      'keywords',
    ],
    [
      'too many keywords',
      {},
      { keywords: Array.from({ length: 21 }, (_, n) => `k${n}`) },
      'keywords',
    ],
    ['a missing format', { formatIds: [] }, {}, 'formatIds'],
    ['two formats for variants', { formatIds: ['article', 'faq'] }, {}, 'formatIds'],
    ['an unknown format', { formatIds: ['constructor'] }, {}, 'formatIds'],
    ['zero variants', { variants: 0 }, {}, 'variants'],
    ['six variants', { variants: 6 }, {}, 'variants'],
    ['half a variant', { variants: 1.5 }, {}, 'variants'],
    ['variants of a campaign', { kind: 'campaign' }, {}, 'variants'],
    ['an unknown kind', { kind: 'novel' }, {}, 'kind'],
    ['a profile id that is not a string', { profileId: 7 }, {}, 'profileId'],
  ])('%s', (_, input, fields, field) => {
    expect(problemsOf(input, fields)).toEqual({ [field]: expect.stringMatching(/\.$/) as string });
  });
});

it('checkBrief counts characters and not UTF-16 units, up to the maximum', () => {
  expect(problemsOf({}, { topic: '🥖'.repeat(2_000), keywords: ['é'.repeat(60)] })).toBeNull();
});

it('checkBrief accepts a missing topic for an estimate', () => {
  const input = { ...GOOD, fields: { ...GOOD.fields, topic: '' } };
  expect(checkBrief(input, { topicMayBeMissing: true }).problems).toBeNull();
});

it('checkBrief never throws', () => {
  const record = fc.record(
    {
      kind: fc.anything(),
      formatIds: fc.anything(),
      variants: fc.anything(),
      profileId: fc.anything(),
      fields: fc.oneof(
        fc.anything(),
        fc.record({ topic: fc.anything(), length: fc.anything(), keywords: fc.anything() }),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(record, (input) => {
      const { brief, problems } = checkBrief(input);
      expect((brief === null) !== (problems === null)).toBe(true);
    }),
  );
});

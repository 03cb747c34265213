import { describe, expect, it, test } from 'vitest';

import { estimateTokens } from '~/lib/tokens/estimate';

import { checkText } from '../../formats/checks';
import { FORMAT_IDS, type FormatId } from '../../formats/formats';
import type { BriefFields } from '../briefs/brief';
import { cleanVariant } from './clean-variant';
import { demoVariant } from './demo-variant';
import { maxTokensFor } from './lengths';

const BRIEF: BriefFields = {
  topic: 'A workbook for choirs that rehearse at home.',
  audience: 'Singers without a piano',
  goal: '',
  tone: '',
  length: 'medium',
  language: '',
  keywords: [],
  callToAction: 'Order a copy.',
};

const BAKERY_BRIEF = {
  ...BRIEF,
  topic: 'Our new [sourdough](x)\n# subscription',
  callToAction: '',
};

const BRIEFS = {
  'for a bakery': BAKERY_BRIEF,
  'for a repair shop': { ...BRIEF, topic: 'Spring tune-ups for your bike' },
  'for another business': BRIEF,
};

function variantsOf(formatId: FormatId, fields: BriefFields, grounding: string | null = null) {
  return [0, 1, 2].map((position) =>
    demoVariant({ formatId, fields, grounding, position, earlier: null }),
  );
}

/** How much of their three-word phrases two texts share, from 0 to 1, apart from the words of the brief. */
function similarity(one: string, other: string): number {
  const [a, b] = [phrasesOf(one), phrasesOf(other)];
  const shared = [...a].filter((phrase) => b.has(phrase)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

function phrasesOf(text: string): Set<string> {
  const own = text.replace(/A workbook for choirs that rehearse at home|Order a copy/g, '');
  const words = own.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
}

describe.each(Object.entries(BRIEFS))('the demo, %s', (_, fields) => {
  describe.each(FORMAT_IDS)('as %s', (formatId) => {
    const variants = variantsOf(formatId, fields);

    it('stays within the limits of its format, and passes its checks', () => {
      for (const text of variants) {
        const failed = checkText(formatId, text).filter(({ level }) => level !== 'ok');
        expect(failed, text).toEqual([]);
        expect(estimateTokens(text)).toBeLessThan(maxTokensFor(formatId, 'short'));
      }
    });

    it('has three variants that differ in their opening, their words, and their length', () => {
      const openings = variants.map((text) => text.replace(/^Subject: /, '').slice(0, 24));
      expect(new Set(openings).size).toBe(3);
      const [a, b, c] = variants as [string, string, string];
      for (const [one, other] of [
        [a, b],
        [a, c],
        [b, c],
      ] as const) {
        expect(similarity(one, other), `${one}\n\n${other}`).toBeLessThan(0.5);
      }
      const lengths = variants.map((text) => text.length).toSorted((x, y) => x - y);
      expect(lengths[2]! / lengths[0]!).toBeGreaterThan(1.2);
    });

    it('is finished: it has nothing to fill in, and an end', () => {
      for (const text of variants) {
        expect(text).not.toMatch(/\{\{|\}\}|\$\{|undefined/);
        expect(text).toMatch(/[\p{L}\p{N}.!?…*)\]”]$/u);
        expect(cleanVariant(formatId, text)).toBe(text);
      }
    });
  });
});

test.each(FORMAT_IDS)(
  'a %s of another business is about its topic or its next step',
  (formatId) => {
    for (const text of variantsOf(formatId, BRIEF)) {
      expect(text).toMatch(/A workbook for choirs|Order a copy/);
    }
  },
);

test('the brief decides which samples fit, and then the brand', () => {
  const post = (fields: Partial<BriefFields>, grounding: string | null = null) =>
    variantsOf('linkedin-post', { ...BRIEF, ...fields }, grounding)[0];
  expect(post({ topic: 'Fresh croissants on Sundays' })).toContain('oven');
  expect(post({ topic: 'We fix toasters' })).toContain('toaster');
  expect(post({}, '> Rad & Tat\n\n> We repair bikes.')).toContain('toaster');
  expect(post({ topic: 'Rye bread' }, '> Rad & Tat\n\n> We repair bikes.')).toContain('oven');
});

test('the brand of the profile signs the emails', () => {
  const [email] = variantsOf(
    'promotion',
    BRIEF,
    '# The brand\n\nIntro.\n\n> Choir & Co.\n\n> Notes',
  );
  expect(email).toContain('Your team at Choir & Co');
});

test('the length in the brief decides which variant comes first', () => {
  const first = (length: BriefFields['length']) =>
    variantsOf('article', { ...BAKERY_BRIEF, length })[0]!.length;
  expect(first('short')).toBeLessThan(first('medium'));
  expect(first('long')).toBeGreaterThanOrEqual(first('medium'));
});

test('writing a variant again brings another text', () => {
  const request = { formatId: 'x-post', fields: BRIEF, grounding: null, position: 0 } as const;
  const earlier = demoVariant({ ...request, earlier: null });
  expect(demoVariant({ ...request, earlier })).not.toBe(earlier);
});

test('long words in other scripts still fit into a post on X', () => {
  const fields = { ...BRIEF, topic: '東京'.repeat(100), callToAction: '予約'.repeat(80) };
  for (const text of variantsOf('x-post', fields)) {
    expect(checkText('x-post', text).filter(({ level }) => level === 'problem')).toEqual([]);
  }
});

test('keywords become hashtags, within what a network takes', () => {
  const keywords = ['fresh rolls', 'real bread', '!'];
  const [post] = variantsOf('instagram-caption', { ...BAKERY_BRIEF, keywords });
  expect(post).toMatch(/#freshrolls$/);
  const hashtags = checkText('instagram-caption', post!).find(({ id }) => id === 'hashtags');
  expect(hashtags?.level).toBe('ok');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { CAMPAIGN_FORMATS, FORMAT_IDS } from '../../formats/formats';
import { BRIEF_LENGTHS } from './brief';
import {
  type BriefForm,
  type FilledForm,
  costText,
  fieldsFromProfile,
  filledForm,
  formOf,
  hasOnlyTopic,
  isUntouched,
  keywordsOf,
  languageName,
  languageNames,
  NEW_FORM,
  parseForm,
  requestOf,
} from './brief-form';

const forms: fc.Arbitrary<BriefForm> = fc.record({
  kind: fc.constantFrom('variants' as const, 'campaign' as const),
  formatId: fc.constantFrom(...FORMAT_IDS),
  campaign: fc.subarray(FORMAT_IDS),
  profile: fc.oneof(
    fc.constant('selected' as const),
    fc.constant('none' as const),
    fc.record({ id: fc.uuid() }),
  ),
  topic: fc.string(),
  audience: fc.option(fc.string()),
  goal: fc.string(),
  tone: fc.option(fc.string()),
  length: fc.constantFrom(...BRIEF_LENGTHS),
  language: fc.string(),
  keywords: fc.string(),
  callToAction: fc.option(fc.string()),
  variants: fc.integer({ min: 1, max: 5 }),
});

it('parseForm restores a stored form as it was', () => {
  fc.assert(
    fc.property(forms, (form) => {
      expect(parseForm(JSON.stringify(form))).toEqual(form);
    }),
  );
});

it('parseForm turns any stored string into a valid form or null', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
      const form = parseForm(stored);
      if (form) expect(parseForm(JSON.stringify(form))).toEqual(form);
    }),
  );
  expect(parseForm('')).toBeNull();
  expect(parseForm('[]')).toBeNull();
  expect(parseForm('{"kind":"variants","formatId":"toString","variants":99}')).toEqual({
    ...NEW_FORM,
    variants: 5,
  });
});

it('formOf turns a request into a form that makes the same request', () => {
  fc.assert(
    fc.property(forms, fc.option(fc.uuid()), (form, selected) => {
      const request = requestOf(filledForm(form, {}), selected);
      expect(requestOf(filledForm(formOf(request), { tone: 'Loud' }), 'another')).toEqual(request);
    }),
  );
});

it('requestOf requests variants of one format, or each format of a campaign once, for the selected profile', () => {
  const empty = filledForm(NEW_FORM, {});
  const form: FilledForm = { ...empty, kind: 'variants', formatId: 'hero', variants: 2 };
  expect(requestOf(form, 'own')).toMatchObject({
    kind: 'variants',
    formatIds: ['hero'],
    variants: 2,
    profileId: 'own',
  });
  expect(requestOf({ ...form, kind: 'campaign', profile: 'none' }, 'own')).toMatchObject({
    kind: 'campaign',
    formatIds: CAMPAIGN_FORMATS,
    variants: 1,
    profileId: null,
  });
  expect(requestOf(empty, null).formatIds).toEqual([]);
});

const KNOWN = { audience: 'Families', tone: 'Warm' };

it('filledForm has what the profile knows, except where the user typed something else or nothing', () => {
  expect(filledForm({ ...NEW_FORM, tone: 'Dry' }, KNOWN)).toMatchObject({
    audience: 'Families',
    tone: 'Dry',
    callToAction: '',
  });
  expect(filledForm({ ...NEW_FORM, tone: '' }, KNOWN).tone).toBe('');
});

it('fieldsFromProfile names the fields that have the texts of the profile', () => {
  expect(fieldsFromProfile(NEW_FORM, KNOWN)).toEqual(['audience', 'tone']);
  expect(fieldsFromProfile({ ...NEW_FORM, audience: '' }, KNOWN)).toEqual(['tone']);
});

it('hasOnlyTopic is true until anything but the topic and the format is typed or chosen', () => {
  expect(hasOnlyTopic({ ...NEW_FORM, kind: 'campaign', topic: 'Bread', language: 'English' })).toBe(
    true,
  );
  for (const part of [{ tone: '' }, { goal: 'Trust' }, { keywords: 'rye' }, { variants: 1 }]) {
    expect(hasOnlyTopic({ ...NEW_FORM, ...part })).toBe(false);
  }
});

it('keywordsOf takes each keyword once, separated by commas, semicolons, or line breaks', () => {
  expect(keywordsOf('Bread, fresh  rolls;bread\n\nÄrger,,')).toEqual([
    'Bread',
    'fresh rolls',
    'Ärger',
  ]);
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const keywords = keywordsOf(typed);
      expect(keywordsOf(keywords.join(', '))).toEqual(keywords);
    }),
  );
});

it('isUntouched is true until something is typed or chosen, and ignores the prefilled language', () => {
  expect(isUntouched({ ...NEW_FORM, language: 'English' })).toBe(true);
  expect(isUntouched({ ...NEW_FORM, topic: 'Bread' })).toBe(false);
  expect(isUntouched({ ...NEW_FORM, kind: 'campaign' })).toBe(false);
});

it('languageName names a language in that language, whatever the region', () => {
  expect(languageName('en-GB')).toBe('English');
  expect(languageName('de-AT')).toBe('Deutsch');
  expect(languageName('fr')).toBe('Français');
  expect(languageName('')).toBe('');
  expect(languageName('no language at all')).toBe('');
  expect(languageNames()).toContain('日本語');
});

it('costText gives the estimate in two significant digits, and the balance', () => {
  expect(costText({ tokens: 1_234, available: 25_000 })).toEqual({
    text: 'About 1,300 tokens; you have 25,000.',
    short: false,
  });
  expect(costText({ tokens: 7, available: 7 }).text).toBe('About 7 tokens; you have 7.');
});

it("costText says that nothing is charged where tokens aren't metered", () => {
  expect(costText({ tokens: 98_001, available: null })).toEqual({
    text: 'Free',
    short: false,
  });
});

it('costText says when the balance is too low', () => {
  expect(costText({ tokens: 4_000, available: 3_999 })).toEqual({
    text: 'About 4,000 tokens, but you have 3,999.',
    short: true,
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  COMPONENT_FIELDS,
  COMPONENT_KINDS,
  type ComponentField,
  FIELD_GUIDES,
} from '../components/component';
import {
  DRAFT_FIELDS,
  draftHeading,
  missingFields,
  NOTHING_FOUND,
  parseDraft,
} from './parse-draft';

const ALL = COMPONENT_KINDS.flatMap((kind) =>
  COMPONENT_FIELDS[kind].map((field) => ({ kind, field })),
);

/** A proposal in the form that the prompt requests. */
function written(texts: Partial<Record<ComponentField, string>>): string {
  return ALL.filter(({ field }) => texts[field] !== undefined)
    .map(({ kind, field }) => `${draftHeading(kind, field)}\n\n${texts[field]}`)
    .join('\n\n');
}

describe('parseDraft', () => {
  it('reads a proposal in the requested form', () => {
    const text = written({
      whatYouDo: 'We bake bread.\n\nBy hand.',
      brandVoice:
        'Warm and plain.\n\n- trait: Short sentences | quote: "We bake. That is all."\n- trait: Dry humour | quote: “The oven never calls in sick”',
      pricing: NOTHING_FOUND,
    });
    expect(parseDraft(text)).toEqual({
      fields: { whatYouDo: 'We bake bread.\n\nBy hand.', brandVoice: 'Warm and plain.' },
      traits: [
        { trait: 'Short sentences', quote: 'We bake. That is all.' },
        { trait: 'Dry humour', quote: 'The oven never calls in sick' },
      ],
      last: 'pricing',
    });
  });

  it.each([
    ['labels in place of ids', '## What you do\nWe bake.'],
    ['bold lines', '**What you do:**\nWe bake.'],
    ['numbers', '### 1. brandStory.whatYouDo\nWe bake.'],
    ['code marks', '## `brandStory.whatYouDo`\nWe bake.'],
    ['a path through the component', '# Brand story: What you do\nWe bake.'],
    ['different capitalization', '##brandstory.whatyoudo\nWe bake.'],
    [
      'a fence and a preamble',
      'Sure, here it is:\n```markdown\n## brandStory.whatYouDo\nWe bake.\n```',
    ],
    ['Windows line breaks', '## brandStory.whatYouDo\r\nWe bake.\r\n'],
    [
      'component headings',
      '# Brand story\n\nIntro\n\n## What you do\nWe bake.\n\n# Customer journey\n',
    ],
  ])('understands headings with %s', (_, text) => {
    expect(parseDraft(text).fields).toEqual({ whatYouDo: 'We bake.' });
  });

  it('drops unknown sections, and keeps small headings within a text', () => {
    const text =
      '## Summary\nAll is well.\n## brandStory.whatYouDo\nWe bake.\n#### Where\nIn Lindau.\n**Always**\n## Notes\nNone of it.';
    expect(parseDraft(text).fields).toEqual({
      whatYouDo: 'We bake.\n#### Where\nIn Lindau.\n**Always**',
    });
  });

  it.each([
    ['- **Trait:** Warm | **Quote:** "Come in"', 'Warm', 'Come in'],
    ['1. trait: Warm, quote: «Come in»', 'Warm', 'Come in'],
    ['* Warm: “Come in”', 'Warm', 'Come in'],
    ['- Warm — "Come in" (sample 2)', 'Warm', 'Come in'],
    ['- trait: Warm | quote: Come in', 'Warm', 'Come in'],
    ['- trait: Warm', 'Warm', ''],
    ['- trait: Warm | quote: (nothing)', 'Warm', ''],
    ['- trait: Warm | quote: "She said "hello" to us"', 'Warm', 'She said "hello" to us'],
  ])('reads the trait in %s', (line, trait, quote) => {
    expect(parseDraft(`## brandVoice\n${line}`)).toMatchObject({
      fields: {},
      traits: [{ trait, quote }],
    });
  });

  it('joins a field that occurs twice, and drops what repeats', () => {
    const text =
      '## offering\nSix breads\n## offering\nSix breads, four pastries.\n## offering\nSix breads\n## offering\nA class.';
    expect(parseDraft(text).fields.offering).toBe('Six breads, four pastries.\n\nA class.');
  });

  it.each(['(nothing)', 'Nothing', 'N/A', 'Not mentioned.', '*None*'])(
    'takes %s to mean that there is no proposal',
    (text) => {
      expect(parseDraft(`## pricing\n${text}`).fields).toEqual({});
    },
  );

  it('holds back the end of an unfinished text where it may turn into something else', () => {
    const begun = '## brandStory.whatYouDo\nWe bake.\n';
    for (const end of ['## brandSto', '**What', '```', '- trait: Wa', '(noth']) {
      expect(parseDraft(begun + end, true).fields).toEqual({ whatYouDo: 'We bake.' });
    }
    expect(parseDraft(`${begun}By ha`, true).fields).toEqual({ whatYouDo: 'We bake.\nBy ha' });
    expect(parseDraft(`${begun}- By ha`).fields).toEqual({ whatYouDo: 'We bake.\n- By ha' });
  });

  it('never throws, and proposes only existing fields', () => {
    const chunks = fc.constantFrom(
      ...ALL.map(({ kind, field }) => `\n${draftHeading(kind, field)}\n`),
      ...Object.values(FIELD_GUIDES).map(({ label }) => `\n**${label}**\n`),
      '\n## Notes\n',
      '- trait: Warm | quote: "x"\n',
      '```\n',
      NOTHING_FOUND,
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            chunks,
            fc.string({
              unit: fc.constantFrom('a', '#', '*', '|', '\n', '\r', '“', ':', '\ud83e', '-', '`'),
            }),
          ),
          { maxLength: 12 },
        ),
        fc.boolean(),
        (parts, running) => {
          const { fields, traits } = parseDraft(parts.join(''), running);
          const odd = Object.entries(fields).filter(
            ([field, value]) =>
              !DRAFT_FIELDS.includes(field as ComponentField) || value.trim() !== value,
          );
          expect(odd).toEqual([]);
          expect(traits.filter(({ trait }) => trait === '')).toEqual([]);
        },
      ),
    );
  });

  it('reads every prefix of a text as a prefix of what it reads from the whole', () => {
    const words = fc
      .array(fc.stringMatching(/^[A-Za-z,]{1,8}$/), { minLength: 1, maxLength: 12 })
      .map((parts) => `X${parts.join(' ')}`);
    const texts = fc.record(
      Object.fromEntries(DRAFT_FIELDS.map((field) => [field, words])) as Record<
        ComponentField,
        typeof words
      >,
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(texts, fc.nat(2_000), (proposed, at) => {
        const text = written(proposed);
        expect(parseDraft(text).fields).toEqual(proposed);
        expect(missingFields(parseDraft(text))).toEqual(
          DRAFT_FIELDS.filter((field) => proposed[field] === undefined),
        );
        const { fields } = parseDraft(text.slice(0, at), true);
        const others = Object.entries(fields).filter(
          ([field, value]) => !proposed[field as ComponentField]?.startsWith(value),
        );
        expect(others).toEqual([]);
      }),
    );
  });
});

it('missingFields names the fields without a proposal, and counts traits alone as a voice', () => {
  const parsed = parseDraft('## brandVoice\n- trait: Warm | quote: "Come in"\n## pricing\n5 €');
  expect(missingFields(parsed)).toEqual(
    DRAFT_FIELDS.filter((field) => field !== 'brandVoice' && field !== 'pricing'),
  );
});

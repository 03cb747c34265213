import { formatNumber } from '~/lib/format/numbers';
import { fieldsOf } from '~/lib/json';
import { storable } from '~/lib/text/storable';

import { FORMAT_IDS, formatById, type FormatId } from '../../formats/formats';
import {
  BRIEF_LENGTHS,
  BRIEF_LIMITS,
  type BriefFields,
  type BriefLength,
  type BriefRequest,
  MAX_VARIANTS,
} from './brief';

/** The problems of a brief by field, in words for the user. */
export type BriefProblems = Partial<
  Record<keyof BriefFields | 'kind' | 'formatIds' | 'variants' | 'profileId', string>
>;

/** A request as a browser sent it, of which nothing is known yet. */
export interface UncheckedBrief {
  kind?: unknown;
  formatIds?: unknown;
  variants?: unknown;
  profileId?: unknown;
  fields?: unknown;
}

type TextField = 'topic' | 'audience' | 'goal' | 'tone' | 'language' | 'callToAction';

const NAMES: Record<TextField, string> = {
  topic: 'The topic',
  audience: 'The audience',
  goal: 'The goal',
  tone: 'The tone',
  language: 'The language',
  callToAction: 'The call to action',
};

const TEXT_FIELDS = Object.keys(NAMES) as TextField[];

/** The brief as it is stored, or its problems. Never throws, whatever the input. */
export function checkBrief(
  input: UncheckedBrief,
  { topicMayBeMissing = false }: { topicMayBeMissing?: boolean } = {},
): { brief: BriefRequest; problems: null } | { brief: null; problems: BriefProblems } {
  const problems: BriefProblems = {};
  const fields = checkFields(input.fields, problems);
  if (fields.topic === '' && !topicMayBeMissing) problems.topic ??= 'Add a topic.';
  const kind: BriefRequest['kind'] = input.kind === 'campaign' ? 'campaign' : 'variants';
  if (input.kind !== kind) problems.kind = 'Choose what to write.';
  const formatIds = checkFormats(input.formatIds, kind, problems);
  const variants = checkVariants(input.variants, kind, problems);
  const { profileId } = input;
  if (profileId !== null && typeof profileId !== 'string') {
    problems.profileId = 'Choose a brand profile, or none.';
  }
  if (Object.keys(problems).length > 0) return { brief: null, problems };
  const brief: BriefRequest = {
    kind,
    formatIds,
    variants,
    profileId: profileId as string | null,
    fields,
  };
  return { brief, problems: null };
}

function checkFields(input: unknown, problems: BriefProblems): BriefFields {
  const typed = fieldsOf(input);
  const texts = Object.fromEntries(
    TEXT_FIELDS.map((field) => {
      const value = typed[field] ?? '';
      if (typeof value !== 'string') {
        problems[field] = `We couldn’t read ${NAMES[field].toLowerCase()}.`;
        return [field, ''];
      }
      const text = cleanText(value);
      const length = [...text].length;
      if (length > BRIEF_LIMITS[field]) {
        problems[field] =
          `${NAMES[field]} is too long: ${formatNumber(length)} of ${formatNumber(BRIEF_LIMITS[field])} characters. ` +
          'Shorten it.';
      }
      return [field, text];
    }),
  ) as Record<TextField, string>;
  return {
    ...texts,
    length: checkLength(typed.length, problems),
    keywords: checkKeywords(typed.keywords, problems),
  };
}

function checkLength(input: unknown, problems: BriefProblems): BriefLength {
  const length = BRIEF_LENGTHS.find((one) => one === input);
  if (length === undefined) problems.length = 'Choose a length.';
  return length ?? 'medium';
}

function checkKeywords(input: unknown, problems: BriefProblems): string[] {
  if (input === undefined) return [];
  if (!Array.isArray(input) || !input.every((keyword) => typeof keyword === 'string')) {
    problems.keywords = 'We couldn’t read the keywords.';
    return [];
  }
  // Far more than the form sends: cleaning them all would take long.
  if (input.length > BRIEF_LIMITS.keywords * 100) {
    problems.keywords = tooManyKeywords(input.length);
    return [];
  }
  const cleaned = input.map((keyword) => cleanText(keyword).replace(/\s+/g, ' '));
  const keywords = [...new Set(cleaned)].filter((keyword) => keyword !== '');
  const long = keywords.find((keyword) => [...keyword].length > BRIEF_LIMITS.keyword);
  if (keywords.length > BRIEF_LIMITS.keywords) {
    problems.keywords = tooManyKeywords(keywords.length);
  } else if (long !== undefined) {
    const begin = [...long].slice(0, 20).join('');
    problems.keywords = `The keyword “${begin}…” is too long. Use up to ${BRIEF_LIMITS.keyword} characters.`;
  }
  return keywords;
}

function tooManyKeywords(count: number): string {
  return `You have ${formatNumber(count)} keywords. Use up to ${BRIEF_LIMITS.keywords}.`;
}

function checkFormats(
  input: unknown,
  kind: BriefRequest['kind'],
  problems: BriefProblems,
): FormatId[] {
  const ids = Array.isArray(input) ? [...new Set(input)] : [];
  if (ids.length === 0) {
    problems.formatIds = 'Choose what to write.';
  } else if (!ids.every((id) => typeof id === 'string' && formatById(id))) {
    problems.formatIds = 'One of these formats isn’t available. Choose another one.';
  } else if (kind === 'variants' && ids.length > 1) {
    problems.formatIds = 'Choose one format or a whole campaign.';
  }
  // In registry order, whatever order they were chosen in.
  return FORMAT_IDS.filter((id) => ids.includes(id));
}

function checkVariants(
  input: unknown,
  kind: BriefRequest['kind'],
  problems: BriefProblems,
): number {
  const count = typeof input === 'number' ? input : NaN;
  if (!Number.isInteger(count) || count < 1 || count > MAX_VARIANTS) {
    problems.variants = `Choose 1 to ${MAX_VARIANTS} variants.`;
  } else if (kind === 'campaign' && count !== 1) {
    problems.variants = 'A campaign starts with one text per format. You can add more later.';
  }
  return count;
}

/** Drops what PostgreSQL can't store, including lone surrogates, and normalizes line breaks. */
function cleanText(typed: string): string {
  return storable(typed).replace(/\r\n?/g, '\n').trim();
}

import type { Estimate } from '~/features/billing';
import { formatNumber } from '~/lib/format/numbers';
import { fieldsOf, isObject, parsedOf } from '~/lib/json';

import { CAMPAIGN_FORMATS, FORMAT_IDS, formatById, type FormatId } from '../../formats/formats';
import { BRIEF_LENGTHS, type BriefLength, type BriefRequest, MAX_VARIANTS } from './brief';
import type { BriefProblems } from './check-brief';
import { KNOWN_FIELDS, type KnownField, type KnownFields } from './known-fields';

/** The wizard's form. */
export interface BriefForm {
  /** Null until the user has chosen what to write. */
  kind: BriefRequest['kind'] | null;
  /** The format when `kind` is `variants`. */
  formatId: FormatId | null;
  /** The formats of a campaign, in registry order. */
  campaign: FormatId[];
  /** `selected` means the profile in use. */
  profile: 'selected' | 'none' | { id: string };
  topic: string;
  /** Null until the user types: then it is what the profile knows. The same for `tone` and `callToAction`. */
  audience: string | null;
  goal: string;
  tone: string | null;
  length: BriefLength;
  language: string;
  /** As typed, separated by commas or line breaks. */
  keywords: string;
  callToAction: string | null;
  variants: number;
}

/** The form with what the profile knows filled in. */
export type FilledForm = BriefForm & Record<KnownField, string>;

/** Fills in what the user hasn't typed. */
export function filledForm(form: BriefForm, known: KnownFields): FilledForm {
  const texts = KNOWN_FIELDS.map((field) => [field, form[field] ?? known[field] ?? '']);
  return { ...form, ...(Object.fromEntries(texts) as Record<KnownField, string>) };
}

/** The fields in which the form has the profile's texts. */
export function fieldsFromProfile(form: BriefForm, known: KnownFields): KnownField[] {
  return KNOWN_FIELDS.filter((field) => form[field] === null && known[field] !== undefined);
}

/** Whether the form differs from a new one in no more than its topic and what to write. */
export function hasOnlyTopic(form: BriefForm): boolean {
  const { goal, keywords, length, variants } = form;
  return (
    KNOWN_FIELDS.every((field) => form[field] === null) &&
    goal === '' &&
    keywords === '' &&
    length === NEW_FORM.length &&
    variants === NEW_FORM.variants
  );
}

export const NEW_FORM: BriefForm = {
  kind: null,
  formatId: null,
  campaign: [...CAMPAIGN_FORMATS],
  profile: 'selected',
  topic: '',
  audience: null,
  goal: '',
  tone: null,
  length: 'medium',
  language: '',
  keywords: '',
  callToAction: null,
  variants: 3,
};

/** The fields that may have a problem, in page order: the first one gets the focus. */
export const FIELD_ORDER = [
  'kind',
  'formatIds',
  'profileId',
  'topic',
  'audience',
  'callToAction',
  'goal',
  'tone',
  'length',
  'language',
  'keywords',
  'variants',
] as const satisfies (keyof BriefProblems)[];

/** The typed keywords, each once, ignoring case. */
export function keywordsOf(typed: string): string[] {
  const seen = new Map<string, string>();
  for (const part of typed.split(/[,;\n]/u)) {
    const keyword = part.replace(/\s+/gu, ' ').trim();
    const known = keyword.toLowerCase();
    if (keyword !== '' && !seen.has(known)) seen.set(known, keyword);
  }
  return [...seen.values()];
}

/** The request that the form makes; `check-brief.ts` validates it. */
export function requestOf(form: FilledForm, selectedId: string | null): BriefRequest {
  const { topic, audience, goal, tone, length, language, callToAction } = form;
  const keywords = keywordsOf(form.keywords);
  return {
    kind: form.kind ?? 'variants',
    formatIds: chosenFormats(form),
    variants: form.kind === 'campaign' ? 1 : form.variants,
    profileId: profileOf(form, selectedId),
    fields: { topic, audience, goal, tone, length, language, keywords, callToAction },
  };
}

export function chosenFormats({ kind, formatId, campaign }: BriefForm): FormatId[] {
  if (kind === 'campaign') return campaign;
  return kind === 'variants' && formatId ? [formatId] : [];
}

export function variantCount(form: BriefForm): number {
  return form.kind === 'campaign' ? form.campaign.length : form.variants;
}

export function profileOf({ profile }: BriefForm, selectedId: string | null): string | null {
  if (profile === 'selected') return selectedId;
  return profile === 'none' ? null : profile.id;
}

/** The form that would make this request. */
export function formOf(request: BriefRequest): BriefForm {
  const { kind, formatIds, variants, profileId, fields } = request;
  const { keywords, ...texts } = fields;
  return {
    ...NEW_FORM,
    ...texts,
    kind,
    formatId: kind === 'variants' ? (formatIds[0] ?? null) : null,
    campaign: kind === 'campaign' ? formatIds : NEW_FORM.campaign,
    profile: profileId === null ? 'none' : { id: profileId },
    keywords: keywords.join(', '),
    variants: kind === 'variants' ? within(variants) : NEW_FORM.variants,
  };
}

/** Whether clearing the form would lose nothing. */
export function isUntouched(form: BriefForm): boolean {
  const { topic, audience, goal, tone, keywords, callToAction } = form;
  return (
    form.kind === null &&
    [topic, audience, goal, tone, keywords, callToAction].every((text) => !text)
  );
}

/** Reads a stored form, which any version of the app may have written; null when it isn't one. */
export function parseForm(stored: string): BriefForm | null {
  const form = parsedOf(stored);
  if (!isObject(form)) return null;
  const text = (name: keyof BriefForm) => {
    const field = form[name];
    return typeof field === 'string' ? field : '';
  };
  const typed = (name: KnownField) => (typeof form[name] === 'string' ? text(name) : null);
  const campaign = Array.isArray(form.campaign) ? form.campaign : NEW_FORM.campaign;
  const kind = form.kind === 'variants' || form.kind === 'campaign' ? form.kind : null;
  const formatId = formatById(text('formatId'))?.id ?? null;
  return {
    kind: kind === 'variants' && formatId === null ? null : kind,
    formatId,
    campaign: inOrder(campaign.filter((id): id is FormatId => typeof id === 'string')),
    profile: parseProfile(form.profile),
    topic: text('topic'),
    audience: typed('audience'),
    goal: text('goal'),
    tone: typed('tone'),
    length: BRIEF_LENGTHS.find((length) => length === form.length) ?? NEW_FORM.length,
    language: text('language'),
    keywords: text('keywords'),
    callToAction: typed('callToAction'),
    variants: typeof form.variants === 'number' ? within(form.variants) : NEW_FORM.variants,
  };
}

/** These formats in registry order, each once, without unknown ids. */
export function inOrder(ids: readonly FormatId[]): FormatId[] {
  return FORMAT_IDS.filter((id) => ids.includes(id));
}

function parseProfile(value: unknown): BriefForm['profile'] {
  if (value === 'none') return value;
  const { id } = fieldsOf(value);
  return typeof id === 'string' ? { id } : 'selected';
}

function within(variants: number): number {
  if (!Number.isInteger(variants)) return NEW_FORM.variants;
  return Math.min(Math.max(variants, 1), MAX_VARIANTS);
}

export const GOALS = [
  'Win new customers',
  'Announce something new',
  'Sell an offer',
  'Get sign-ups',
  'Build trust',
];

export const TONES = ['Warm', 'Professional', 'Playful', 'Confident', 'Matter-of-fact'];

export const LENGTHS: { length: BriefLength; label: string }[] = [
  { length: 'short', label: 'Short' },
  { length: 'medium', label: 'Medium' },
  { length: 'long', label: 'Long' },
];

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr', 'ja', 'zh'];

let names: readonly string[] | null = null;

/** The offered languages, each by its own name; always the same array. */
export function languageNames(): readonly string[] {
  names ??= LANGUAGES.map(languageName).filter((name) => name !== '');
  return names;
}

/** The name of a language in that language: `English` for `en-GB`, `Deutsch` for `de`. Empty for an unknown tag. */
export function languageName(tag: string): string {
  try {
    const { language } = new Intl.Locale(tag);
    const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(
      language,
    );
    return name === undefined ? '' : name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    // Not a language tag; the user can type the language.
    return '';
  }
}

/** An estimate beside the user's balance; `short` means that the balance is too low. */
export function costText({ tokens, available }: Estimate): { text: string; short: boolean } {
  const about = `About ${rounded(tokens)} tokens`;
  if (available === null) return { text: 'Free', short: false };
  const left = `you have ${formatNumber(available)}`;
  if (tokens > available) return { text: `${about}, but ${left}.`, short: true };
  return { text: `${about}; ${left}.`, short: false };
}

/** Rounds up to two significant digits, which is as precise as an estimate gets. */
function rounded(tokens: number): string {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(tokens, 1))) - 1, 0);
  return formatNumber(Math.ceil(tokens / step) * step);
}

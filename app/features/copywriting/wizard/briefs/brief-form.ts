import type { Estimate } from '~/features/billing';
import { formatNumber } from '~/lib/format';

import { CAMPAIGN_FORMATS, FORMAT_IDS, formatById, type FormatId } from '../../formats/formats';
import { BRIEF_LENGTHS, type BriefLength, type BriefRequest, MAX_VARIANTS } from './brief';
import type { BriefProblems } from './check-brief';

/** The wizard as someone fills it in. */
export interface BriefForm {
  /** Null until it is chosen what is to be written. */
  kind: BriefRequest['kind'] | null;
  /** Of `variants`. */
  formatId: FormatId | null;
  /** Of a campaign, in the order of the registry. */
  campaign: FormatId[];
  /** `selected`: whichever profile is in use. */
  profile: 'selected' | 'none' | { id: string };
  topic: string;
  audience: string;
  goal: string;
  tone: string;
  length: BriefLength;
  language: string;
  /** As typed: divided by commas or lines. */
  keywords: string;
  callToAction: string;
  variants: number;
}

export const NEW_FORM: BriefForm = {
  kind: null,
  formatId: null,
  campaign: [...CAMPAIGN_FORMATS],
  profile: 'selected',
  topic: '',
  audience: '',
  goal: '',
  tone: '',
  length: 'medium',
  language: '',
  keywords: '',
  callToAction: '',
  variants: 3,
};

/** The fields that a refusal may name, in the order of the page: the first one gets the focus. */
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

/** The keywords of what was typed, each once, whatever its case. */
export function keywordsOf(typed: string): string[] {
  const seen = new Map<string, string>();
  for (const part of typed.split(/[,;\n]/u)) {
    const keyword = part.replace(/\s+/gu, ' ').trim();
    const known = keyword.toLowerCase();
    if (keyword !== '' && !seen.has(known)) seen.set(known, keyword);
  }
  return [...seen.values()];
}

/** What is asked of the server; `check-brief.ts` says whether it can be. */
export function requestOf(form: BriefForm, selectedId: string | null): BriefRequest {
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

/** How many texts will be written. */
export function variantCount(form: BriefForm): number {
  return form.kind === 'campaign' ? form.campaign.length : form.variants;
}

export function profileOf({ profile }: BriefForm, selectedId: string | null): string | null {
  if (profile === 'selected') return selectedId;
  return profile === 'none' ? null : profile.id;
}

/** The form that would ask for the same again. */
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

/** Whether there is anything in it that would be missed. */
export function isUntouched(form: BriefForm): boolean {
  const { topic, audience, goal, tone, keywords, callToAction } = form;
  return (
    form.kind === null &&
    [topic, audience, goal, tone, keywords, callToAction].every((text) => text === '')
  );
}

/** A form from what was kept of one, by whatever version of the app; null: it is none. */
export function parseForm(stored: string): BriefForm | null {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    // Nothing was kept, or it was cut off.
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const form = value as Record<string, unknown>;
  const text = (name: keyof BriefForm) => {
    const field = form[name];
    return typeof field === 'string' ? field : '';
  };
  const campaign = Array.isArray(form.campaign) ? form.campaign : NEW_FORM.campaign;
  const kind = form.kind === 'variants' || form.kind === 'campaign' ? form.kind : null;
  const formatId = formatById(text('formatId'))?.id ?? null;
  return {
    kind: kind === 'variants' && formatId === null ? null : kind,
    formatId,
    campaign: inOrder(campaign.filter((id): id is FormatId => typeof id === 'string')),
    profile: parseProfile(form.profile),
    topic: text('topic'),
    audience: text('audience'),
    goal: text('goal'),
    tone: text('tone'),
    length: BRIEF_LENGTHS.find((length) => length === form.length) ?? NEW_FORM.length,
    language: text('language'),
    keywords: text('keywords'),
    callToAction: text('callToAction'),
    variants: typeof form.variants === 'number' ? within(form.variants) : NEW_FORM.variants,
  };
}

/** These formats in the order of the registry, each once; what is none is left out. */
export function inOrder(ids: readonly FormatId[]): FormatId[] {
  return FORMAT_IDS.filter((id) => ids.includes(id));
}

function parseProfile(value: unknown): BriefForm['profile'] {
  if (value === 'none') return value;
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : null;
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

/** Languages to choose from, each as those who speak it call it; the same list each time. */
export function languageNames(): readonly string[] {
  names ??= LANGUAGES.map(languageName).filter((name) => name !== '');
  return names;
}

/** What the speakers of a language call it: `English` for `en-GB`, `Deutsch` for `de`. Empty for what is none. */
export function languageName(tag: string): string {
  try {
    const { language } = new Intl.Locale(tag);
    const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(
      language,
    );
    return name === undefined ? '' : name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    // A tag that is no language: the person says which one.
    return '';
  }
}

/** What an estimate means for the person's balance; `short`: there is not enough for it. */
export function costText({ tokens, available }: Estimate): { text: string; short: boolean } {
  const about = `About ${rounded(tokens)} tokens`;
  if (available === null) return { text: `${about}. Nothing is charged here.`, short: false };
  const left = `you have ${formatNumber(available)}`;
  if (tokens > available) return { text: `${about}, but ${left}.`, short: true };
  return { text: `${about}; ${left}.`, short: false };
}

/** Two figures say as much as an estimate knows. */
function rounded(tokens: number): string {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(tokens, 1))) - 1, 0);
  return formatNumber(Math.ceil(tokens / step) * step);
}

import type { FormatId } from '../formats/formats';

/** What can be done with a selected passage. */
export const REWRITE_ACTIONS = ['rewrite', 'shorten', 'lengthen', 'tone', 'translate'] as const;
export type RewriteAction = (typeof REWRITE_ACTIONS)[number];

/** In UTF-16 units: the longest passage, how much around it is sent along, the longest tone or language, the longest wish. */
export const MAX_SELECTION = 20_000;
export const MAX_SURROUNDINGS = 2_000;
export const MAX_WORD = 100;
export const MAX_NOTE = 1_000;

/** A passage, and what is wanted of it. */
export interface RewriteRequest {
  text: string;
  /** What stands around it, as much as is sent along. */
  before: string;
  after: string;
  action: RewriteAction;
  /** With `tone`, in the person's words. */
  tone?: string;
  /** With `translate`, in words. */
  language?: string;
  /** What else the person wishes; may be empty. */
  note?: string;
  formatId?: FormatId | null;
  /** Whose brand it is written for. */
  profileId?: string | null;
}

/** Tones that are offered, as the person and the model read them. */
export const TONES = [
  'Friendly',
  'Warm',
  'Professional',
  'Confident',
  'Playful',
  'Matter-of-fact',
] as const;

/** Languages that are offered; any other can be typed. */
export const LANGUAGES = [
  'English',
  'German',
  'French',
  'Spanish',
  'Italian',
  'Portuguese',
  'Dutch',
  'Polish',
  'Turkish',
  'Chinese',
  'Japanese',
] as const;

/** What is wanted of a passage. */
export interface RewriteChoice {
  action: RewriteAction;
  /** The tone or the language, where the action needs one. */
  word: string;
  /** What else the person wishes. */
  note: string;
  selection: SelectedText;
}

const TITLES: Record<Exclude<RewriteAction, 'tone' | 'translate'>, string> = {
  rewrite: 'Rewritten',
  shorten: 'Shorter',
  lengthen: 'Longer',
};

/** What a proposal is called. */
export function titleOf({ action, word }: RewriteChoice): string {
  if (action === 'tone') return `Tone: ${word}`;
  if (action === 'translate') return `In ${word}`;
  return TITLES[action];
}

/** A selected part of a text, with what it takes to find it again. */
export interface SelectedText {
  text: string;
  /** Where it began. */
  start: number;
  before: string;
  after: string;
}

export interface Range {
  start: number;
  end: number;
}

/** What of the surroundings is compared. */
const COMPARED = 200;
/** Of a passage that stands there a thousand times, so many places are compared. */
const MAX_PLACES = 1_000;

/** Null where nothing but blanks is selected. */
export function selectedTextAt(value: string, { start, end }: Range): SelectedText | null {
  const text = value.slice(start, end);
  if (text.trim() === '') return null;
  return {
    text,
    start,
    before: value.slice(Math.max(0, start - MAX_SURROUNDINGS), start).toWellFormed(),
    after: value.slice(end, end + MAX_SURROUNDINGS).toWellFormed(),
  };
}

/**
 * Where a passage stands by now, when the text around it may have changed: of several places the one with most of its
 * surroundings, then the nearest to where it was. Null when it is not there any more.
 */
export function findSelectedText(value: string, selection: SelectedText): Range | null {
  const { text, start } = selection;
  let best: { at: number; likeness: number } | null = null;
  let at = value.indexOf(text);
  for (let places = 0; at !== -1 && places < MAX_PLACES; places += 1) {
    const likeness = likenessAt(value, at, selection);
    const nearer = best && Math.abs(at - start) < Math.abs(best.at - start);
    if (!best || likeness > best.likeness || (likeness === best.likeness && nearer)) {
      best = { at, likeness };
    }
    at = value.indexOf(text, at + 1);
  }
  return best && { start: best.at, end: best.at + text.length };
}

/** How much of what stood before and after stands here, too. The text's ends count as surroundings. */
function likenessAt(value: string, at: number, { text, before, after }: SelectedText): number {
  const end = at + text.length;
  let same = 0;
  while (same < COMPARED && same < before.length) {
    const from = same + 1;
    if (before[before.length - from] !== value[at - from]) break;
    same += 1;
  }
  if (same === before.length && at === same) same += 1;
  let following = 0;
  while (following < COMPARED && following < after.length) {
    if (after[following] !== value[end + following]) break;
    following += 1;
  }
  if (following === after.length && end + following === value.length) following += 1;
  return same + following;
}

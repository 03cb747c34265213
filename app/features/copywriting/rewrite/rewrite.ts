import { fieldsOf, isTextList } from '~/lib/json';

import type { FormatId } from '../formats/formats';

/** What can be done with a selected passage. */
export const REWRITE_ACTIONS = [
  'rewrite',
  'shorten',
  'lengthen',
  'tone',
  'translate',
  'instruct',
] as const;
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
  /** What else the person wishes; with `instruct`, all of it. Otherwise it may be empty. */
  note?: string;
  formatId?: FormatId | null;
  /** Whose brand it is written for. */
  profileId?: string | null;
  /** The variant or saved content whose part it is, and the numbers in brackets that it has by now: it may cite sources. */
  textId?: string | null;
  numbers?: number[];
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
  /** What else the person wishes; with `instruct`, what to do. */
  note: string;
  selection: SelectedText;
}

const TITLES: Record<Exclude<RewriteAction, 'tone' | 'translate'>, string> = {
  rewrite: 'Rewritten',
  shorten: 'Shorter',
  lengthen: 'Longer',
  instruct: 'As you asked',
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

/** Whether a choice that another version of the app may have kept is one. */
export function isRewriteChoice(json: unknown): json is RewriteChoice {
  const { action, word, note, selection } = fieldsOf(json);
  const { text, start, before, after } = fieldsOf(selection);
  return (
    REWRITE_ACTIONS.some((known) => known === action) &&
    isTextList([word, note, text, before, after]) &&
    typeof start === 'number'
  );
}

export interface Range {
  start: number;
  end: number;
}

/** How much of the surroundings is compared. */
const COMPARED = 200;
/** Of a passage that occurs thousands of times, only the places nearest to where it was are compared. */
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
  for (const at of nearest(placesOf(value, text), start)) {
    const likeness = likenessAt(value, at, selection);
    const nearer = best && Math.abs(at - start) < Math.abs(best.at - start);
    if (!best || likeness > best.likeness || (likeness === best.likeness && nearer)) {
      best = { at, likeness };
    }
  }
  return best && { start: best.at, end: best.at + text.length };
}

/** Of a passage that someone else quotes, so many places are compared; more of them are taken for equal. */
const MAX_QUOTED = 100;

/**
 * Where a passage stands that is quoted with what stands around it; `isTied` if it stands elsewhere in the same surroundings. Null
 * when it isn't there.
 */
export function findQuoted(
  value: string,
  quote: Pick<SelectedText, 'text' | 'before' | 'after'>,
): { range: Range; isTied: boolean } | null {
  const places = placesOf(value, quote.text, MAX_QUOTED + 1);
  let best: { at: number; likeness: number; isTied: boolean } | null = null;
  for (const at of places) {
    const likeness = likenessAt(value, at, quote);
    if (best && likeness === best.likeness) best.isTied = true;
    if (!best || likeness > best.likeness) best = { at, likeness, isTied: false };
  }
  if (!best) return null;
  const range = { start: best.at, end: best.at + quote.text.length };
  return { range, isTied: best.isTied || places.length > MAX_QUOTED };
}

/** What accepting a new wording does: where it goes, and the whole text then. Null when the passage is no longer there. */
export function placeRewrite(
  value: string,
  selection: SelectedText,
  text: string,
): { range: Range; value: string } | null {
  const range = findSelectedText(value, selection);
  if (!range) return null;
  return { range, value: value.slice(0, range.start) + text + value.slice(range.end) };
}

/**
 * All places of a passage, or the first `max`, also those that overlap, by Knuth, Morris, and Pratt: `indexOf` starts anew at each place, which
 * takes seconds for a long passage of equal letters.
 */
function placesOf(value: string, text: string, max = Infinity): number[] {
  if (text === '') return [];
  // For each beginning of the passage, how much of its end the passage also begins with.
  const borders = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) {
      length = borders[length - 1]!;
    }
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  const places: number[] = [];
  for (let at = 0, length = 0; at < value.length; at += 1) {
    while (length > 0 && value.charCodeAt(at) !== text.charCodeAt(length)) {
      length = borders[length - 1]!;
    }
    if (value.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    if (length < text.length) continue;
    places.push(at + 1 - length);
    if (places.length >= max) break;
    length = borders[length - 1]!;
  }
  return places;
}

function nearest(places: number[], start: number): number[] {
  if (places.length <= MAX_PLACES) return places;
  const next = places.findIndex((at) => at >= start);
  const middle = next === -1 ? places.length : next;
  const from = Math.min(Math.max(0, middle - MAX_PLACES / 2), places.length - MAX_PLACES);
  return places.slice(from, from + MAX_PLACES);
}

/** How much of what stood before and after stands here, too. The text's ends count as surroundings. */
function likenessAt(
  value: string,
  at: number,
  { text, before, after }: Pick<SelectedText, 'text' | 'before' | 'after'>,
): number {
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

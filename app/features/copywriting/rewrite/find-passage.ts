import { MAX_SURROUNDINGS } from './passage';

/** A selected part of a text, with what it takes to find it again. */
export interface Passage {
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
export function passageAt(value: string, { start, end }: Range): Passage | null {
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
export function findPassage(value: string, passage: Passage): Range | null {
  const { text, start } = passage;
  let best: { at: number; likeness: number } | null = null;
  let at = value.indexOf(text);
  for (let places = 0; at !== -1 && places < MAX_PLACES; places += 1) {
    const likeness = likenessAt(value, at, passage);
    const nearer = best && Math.abs(at - start) < Math.abs(best.at - start);
    if (!best || likeness > best.likeness || (likeness === best.likeness && nearer)) {
      best = { at, likeness };
    }
    at = value.indexOf(text, at + 1);
  }
  return best && { start: best.at, end: best.at + text.length };
}

/** How much of what stood before and after stands here, too. The text's ends count as surroundings. */
function likenessAt(value: string, at: number, { text, before, after }: Passage): number {
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

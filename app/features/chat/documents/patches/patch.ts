import { findQuoted, MAX_CONTENT, type Range } from '~/features/copywriting';
import { storable } from '~/lib/text/storable';

/** The most changes of one answer, and the longest of their texts, in UTF-16 units. */
export const MAX_PATCHES = 50;
export const MAX_PATCH = 20_000;
/** How much around a passage says which one is meant. */
export const MAX_AROUND = 200;

/** A change of a text, by the passage that it replaces. */
export interface PatchText {
  /** An exact passage; empty: `replace` is added behind `before`, or at the beginning where that is empty, too. */
  find: string;
  replace: string;
  /** What stands right before and after the passage. */
  before: string;
  after: string;
}

export type PatchState = 'proposed' | 'accepted' | 'refused' | 'unfit';

/** A change that an answer proposes. */
export interface PatchView extends PatchText {
  id: string;
  /** The answer that proposes it. */
  messageId: string;
  state: PatchState;
  /** Why it is unfit, for the person. */
  reason: string | null;
}

/** A patch as it is stored: without what PostgreSQL rejects, with the line breaks of a stored text, and not too long. */
export function storablePatch({ find, replace, before, after }: PatchText): PatchText {
  return {
    find: inLines(find).slice(0, MAX_PATCH).toWellFormed(),
    replace: inLines(replace).slice(0, MAX_PATCH).toWellFormed(),
    before: inLines(before).slice(-MAX_AROUND).toWellFormed(),
    after: inLines(after).slice(0, MAX_AROUND).toWellFormed(),
  };
}

function inLines(text: string): string {
  return storable(text).replace(/\r\n?/g, '\n');
}

/** Why a patch has no place in a text. */
export type Misfit = 'missing' | 'ambiguous' | 'overlap' | 'too-long';

/** A patch with its place in a text, or why it has none. */
export type Placed<Patch extends PatchText> = { patch: Patch } & (
  { range: Range; misfit: null } | { range: null; misfit: Misfit }
);

/** Where a patch would go if it were the only one, or why it has no place. */
export type Found = Range | Misfit;

/**
 * Where patches belong in a text. Of those that overlap, the first one keeps its place. With `strict`, a passage that stands
 * there several times, in the same surroundings, has no place. `found` has where each would go, if that is known already.
 */
export function placePatches<Patch extends PatchText>(
  text: string,
  patches: readonly Patch[],
  strict = false,
  found: readonly Found[] = patches.map((patch) => findPlace(text, patch, strict)),
): Placed<Patch>[] {
  const taken: Range[] = [];
  let { length } = text;
  return patches.map((patch, at): Placed<Patch> => {
    const range = found[at]!;
    if (typeof range === 'string') return { patch, range: null, misfit: range };
    if (taken.some((other) => overlap(range, other))) {
      return { patch, range: null, misfit: 'overlap' };
    }
    const grown = length + patch.replace.length - (range.end - range.start);
    if (grown > MAX_CONTENT) return { patch, range: null, misfit: 'too-long' };
    length = grown;
    taken.push(range);
    return { patch, range, misfit: null };
  });
}

/** Two insertions at one place follow each other; anything else at a place excludes all others. */
function overlap(one: Range, other: Range): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Where one patch goes. */
export function findPlace(text: string, patch: PatchText, strict: boolean): Found {
  const { find, before, after } = patch;
  if (find === '' && before === '') return { start: 0, end: 0 };
  const quote = find === '' ? { text: before, before: '', after } : { text: find, before, after };
  const found = findQuoted(text, quote);
  if (!found) return 'missing';
  if (strict && found.isTied) return 'ambiguous';
  const { range } = found;
  return find === '' ? { start: range.end, end: range.end } : range;
}

/** The text with all patches that have a place in it, from the last to the first, so that no place moves. */
export function applyPatches(text: string, placed: readonly Placed<PatchText>[]): string {
  const fitting = placed.flatMap(({ patch, range }, order) =>
    range ? [{ ...range, order, replace: patch.replace }] : [],
  );
  return fitting
    .toSorted((one, other) => other.start - one.start || other.order - one.order)
    .reduce(
      (whole, { start, end, replace }) => whole.slice(0, start) + replace + whole.slice(end),
      text,
    );
}

import { normalizeText } from '~/lib/text/normalize';
import { trimEndsOf } from '~/lib/text/trim-ends';

import type { DraftMaterial } from './draft';
import type { VoiceTrait } from './parse-draft';

/** A proposed trait, and whether its quote is real. */
export interface CheckedTrait extends VoiceTrait {
  /** `Sample 2`, for example; null when the material doesn't contain the quote. */
  source: string | null;
}

/** When there are samples, a quote must come from one: the text about the business may be someone else's writing. */
export function checkTraits(
  traits: readonly VoiceTrait[],
  { about, samples }: DraftMaterial,
): CheckedTrait[] {
  const places = samples.length > 0 ? samples : [about];
  return traits.map((trait) => {
    const index = findQuote(trait.quote, places);
    if (index === null) return { ...trait, source: null };
    return {
      ...trait,
      source: samples.length > 0 ? `Sample ${index + 1}` : 'Your text about the business',
    };
  });
}

/** A trait as a line of the voice. A quote that no one wrote is left out. */
export function traitLine({ trait, quote, source }: CheckedTrait): string {
  return source === null ? `- ${trait}` : `- ${trait}, as in “${quote}”`;
}

/** The text of a voice: its summary, then its traits. */
export function voiceText(whole: string | undefined, traits: readonly CheckedTrait[]): string {
  const lines = traits.map(traitLine).join('\n');
  return [whole?.trim() ?? '', lines].filter((part) => part !== '').join('\n\n');
}

/** Adds a trait to a hand-edited voice, or removes it. */
export function withTrait(text: string, trait: CheckedTrait, included: boolean): string {
  const line = traitLine(trait);
  const lines = text.split('\n');
  if (lines.includes(line) === included) return text;
  return included
    ? [text.trimEnd(), line].filter((part) => part !== '').join('\n')
    : lines.filter((other) => other !== line).join('\n');
}

/**
 * The index of the sample that contains a quote; null when none does. Line breaks, capitalization, and the kinds of
 * quotation marks, apostrophes, and dashes don't matter; omitted words must be marked by an ellipsis.
 */
export function findQuote(quote: string, samples: readonly string[]): number | null {
  const parts = comparable(quote)
    .split(/\.{3,}/)
    .map((part) => trimEndsOf(part, /[^\p{L}\p{N}]/u))
    .filter((part) => part !== '');
  // A word or two occur in any text.
  const letters = parts.join('').replace(/[^\p{L}\p{N}]/gu, '').length;
  if (letters < MIN_LETTERS) return null;
  const index = samples.findIndex((sample) => standsIn(comparable(sample), parts));
  return index < 0 ? null : index;
}

const MIN_LETTERS = 4;

function standsIn(sample: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = sample.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

function comparable(text: string): string {
  return (
    // NFKC also turns an ellipsis into three dots, and wide or joined letters into plain ones.
    normalizeText(text, 'NFKC')
      .toLowerCase()
      .replace(/[‘’‚‛`´′]/g, "'")
      .replace(/["“”„‟«»″]/g, '"')
      .replace(/[‐‑‒–—―]/g, '-')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

import { normalizeText } from '~/lib/normalize';
import { trimEndsOf } from '~/lib/trim-ends';

import type { DraftMaterial } from './draft';
import type { VoiceTrait } from './parse-draft';

/** A proposed trait, and whether its quote is real. */
export interface CheckedTrait extends VoiceTrait {
  /** `Sample 2`; null when the quote stands nowhere in what was pasted. */
  source: string | null;
}

/** Where there are samples, a quote has to stand in one: the text about the business need not be its own. */
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
      source: samples.length > 0 ? `Sample ${index + 1}` : 'The text about the business',
    };
  });
}

/** A trait as it stands in the accepted voice; words that no one wrote are no example. */
export function traitLine({ trait, quote, source }: CheckedTrait): string {
  return source === null ? `- ${trait}` : `- ${trait}, as in “${quote}”`;
}

/** The text of a voice: what is said of it as a whole, then its traits. */
export function voiceText(whole: string | undefined, traits: readonly CheckedTrait[]): string {
  const lines = traits.map(traitLine).join('\n');
  return [whole?.trim() ?? '', lines].filter((part) => part !== '').join('\n\n');
}

/** A voice that someone has edited, with a trait put in or taken out. */
export function withTrait(text: string, trait: CheckedTrait, included: boolean): string {
  const line = traitLine(trait);
  const lines = text.split('\n');
  if (lines.includes(line) === included) return text;
  return included
    ? [text.trimEnd(), line].filter((part) => part !== '').join('\n')
    : lines.filter((other) => other !== line).join('\n');
}

/**
 * The sample that a quote stands in; null when it is in none. Line breaks, capitals and the kinds of quotation marks,
 * apostrophes and dashes make no difference; words left out have to be marked by an ellipsis.
 */
export function findQuote(quote: string, samples: readonly string[]): number | null {
  const parts = comparable(quote)
    .split(/\.{3,}/)
    .map((part) => trimEndsOf(part, /[^\p{L}\p{N}]/u))
    .filter((part) => part !== '');
  // A word or two stands in any text.
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
    // Also makes the ellipsis three dots, and wide and joined letters plain ones.
    normalizeText(text, 'NFKC')
      .toLowerCase()
      .replace(/[‘’‚‛`´′]/g, "'")
      .replace(/["“”„‟«»″]/g, '"')
      .replace(/[‐‑‒–—―]/g, '-')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

import { normalizeText } from '~/lib/normalize';
import { trimEndsOf } from '~/lib/trim-ends';

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
  if (letters < FEWEST_LETTERS) return null;
  const index = samples.findIndex((sample) => standsIn(comparable(sample), parts));
  return index < 0 ? null : index;
}

const FEWEST_LETTERS = 4;

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

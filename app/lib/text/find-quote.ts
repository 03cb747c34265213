export interface Place {
  start: number;
  end: number;
}

/** A shorter quote would be found anywhere. */
const MIN_QUOTE = 2;

/**
 * Where a quote stands in a text; null when it doesn't. Blanks and the kinds of quotation marks and dashes don't count,
 * because models write their own.
 */
export function findQuote(text: string, quote: string): Place | null {
  const wanted = folded(quote).text.trim();
  if (wanted.length < MIN_QUOTE) return null;
  const { text: plain, places } = folded(text);
  const at = plain.indexOf(wanted);
  if (at === -1) return null;
  const last = places[at + wanted.length - 1]!;
  return { start: places[at]!, end: last + 1 };
}

const FOLDED: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '–': '-',
  '—': '-',
  '‑': '-',
};

/** A text with runs of blanks as one, and for each of its units the place that it comes from. */
function folded(text: string): { text: string; places: number[] } {
  const units: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at]!;
    const blank = /\s/.test(unit);
    if (blank && units.at(-1) === ' ') continue;
    units.push(blank ? ' ' : (FOLDED[unit] ?? unit));
    places.push(at);
  }
  return { text: units.join(''), places };
}

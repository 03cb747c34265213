/** Elements whose tags separate words; all others are within words. */
const BETWEEN_WORDS = new Set(
  'address article aside blockquote br dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img li main nav ol option p pre script section select style summary table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const WITHIN_WORDS = new Set(
  'a abbr b big button center cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
);
const TAG = /<\/?([a-z][a-z0-9]{0,11})(?:[\s/][^<>]{0,300})?>/giu;
const LINK = /!?\[([^[\]]{1,300})\]\([^()\s]{0,500}\)/gu;
const BLOCK_MARKS = /^(?:(?:#{1,6}|>|[-*+]|-{3,}) +)+/u;
const MARK = /\*\*|\*|__|_|~~|`+/gu;
/** These may begin and end in the middle of a word; a star or an underscore there is more likely meant literally. */
const ANYWHERE = /^(?:\*\*|~~|`+)$/u;

/** A line of Markdown without its links and inline marks. HTML stays, as it does where Markdown is shown. */
export function withoutInlineMarks(line: string): string {
  return withoutPairs(line.replace(LINK, '$1')).trim();
}

/**
 * A line of Markdown or HTML as plain text. Removes only what is certainly markup: pairs of marks, and tags that HTML
 * has.
 */
export function plainLine(line: string): string {
  const untagged = line
    .replace(TAG, (tag, name: string) => {
      const element = name.toLowerCase();
      if (WITHIN_WORDS.has(element)) return '';
      return BETWEEN_WORDS.has(element) ? ' ' : tag;
    })
    .replace(/\s+/gu, ' ')
    .trim();
  return withoutInlineMarks(untagged.replace(BLOCK_MARKS, ''));
}

/** Removes paired marks; looks at each once, however many there are. */
function withoutPairs(text: string): string {
  const gone: { start: number; end: number }[] = [];
  const open = new Map<string, { start: number; end: number }>();
  for (const { 0: mark, index: start } of text.matchAll(MARK)) {
    const end = start + mark.length;
    const before = text[start - 1];
    const after = text[end];
    const opening = open.get(mark);
    if (opening && closes(mark, before, after) && opening.end < start) {
      gone.push(opening, { start, end });
      open.delete(mark);
    } else if (opens(mark, before, after)) open.set(mark, { start, end });
  }
  let plain = '';
  let from = 0;
  for (const { start, end } of gone.sort((a, b) => a.start - b.start)) {
    plain += text.slice(from, start);
    from = end;
  }
  return plain + text.slice(from);
}

function opens(mark: string, before: string | undefined, after: string | undefined): boolean {
  return isText(after) && (ANYWHERE.test(mark) || !isLetter(before));
}

function closes(mark: string, before: string | undefined, after: string | undefined): boolean {
  return isText(before) && (ANYWHERE.test(mark) || !isLetter(after));
}

function isText(character: string | undefined): boolean {
  return character !== undefined && character !== ' ';
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

// The cost of marked's rules for a text, in characters that they look at. Its rules for quotes, lists, tables, setext
// headings, and email addresses look at some characters again and again; with texts that people write, this adds up to
// little.

/** Looking at a character costs as much as copying this many. */
const COPYING = 16;

/** In the time in which one of marked's rules looks at one character, the functions here read this many. */
const READING = 4;

/** A list item's minimum cost: 200,000 characters can be 65,000 items. */
const ITEM_COST = 350;

/** A bare web address's minimum cost: 200,000 characters can hold 25,000. */
const LINK_COST = 2_500;

/** The maximum cells of a table, counting the missing ones that it's filled up with. */
const MAX_CELLS = 40_000;

// Lines past which no rule looks: a blank line, a heading, a quote, a list item, a fence.
const STOP = /\n(?:[ \t]*(?:\n|$)| {0,3}(?:>|[-*+][ \t]|#{1,6}[ \n]|```|~~~))/;

const QUOTED = /^ {0,3}>/;
const LIST_ITEM = /^([ \t]*)(?:([-*+])|\d{1,9}([.)]))(?:[ \t]|\n|$)/;
// A line that continues neither a quote, a list, nor a table.
const STARTS_BLOCK = /^ {0,3}(?:#{1,6}(?:\s|$)|```|~~~|>)/;
const DELIMITER_ROW = /^ {0,3}[-:|][-:| \t]*$/;
const EMAIL_CHARACTER = /[\w.!#$%&'*+/=?`{|}~-]/;

function* linesOf(source: string, from = 0): Generator<string> {
  let start = from;
  while (start < source.length) {
    const next = source.indexOf('\n', start);
    const end = next === -1 ? source.length : next;
    yield source.slice(start, end);
    start = end + 1;
  }
}

/** A setext heading: its rule reads on until something ends the paragraph. */
export function headingWork(source: string): number {
  const stop = source.search(STOP);
  return stop === -1 ? source.length : stop;
}

/** A quote: marked starts over each time a lazy line interrupts it. */
export function quoteWork(source: string): number {
  if (!QUOTED.test(source)) return 0;
  let turns = 1;
  let length = 0;
  let wasQuoted = true;
  for (const line of linesOf(source)) {
    if (line.trim() === '') break;
    const quoted = QUOTED.test(line);
    if (!quoted && (STARTS_BLOCK.test(line) || LIST_ITEM.test(line))) break;
    if (quoted && !wasQuoted) turns += 1;
    wasQuoted = quoted;
    length += line.length + 1;
  }
  return turns * length;
}

/** How many lists and quotes open on a line. */
function markersOf(line: string): number {
  const marker = /[ \t]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|>)/y;
  let count = 0;
  while (marker.test(line)) count += 1;
  return count;
}

/** A list: marked copies an item for each line that is added to it. */
export function listWork(source: string): number {
  const first = LIST_ITEM.exec(source);
  if (!first) return 0;
  let copied = 0;
  let items = 0;
  let lines = 0;
  let length = 0;
  let afterBlank = false;
  let read = 0;
  for (const line of linesOf(source)) {
    const item = LIST_ITEM.exec(line);
    if (item) {
      const otherKind = item[2] !== first[2] || item[3] !== first[3];
      if (otherKind && (item[1] ?? '').length <= (first[1] ?? '').length) break;
      // For each list or quote marker of a line, marked looks at the rest of it.
      copied += lines * length + markersOf(line) * line.length;
      items += 1;
      lines = 0;
      length = 0;
    } else if (line.trim() !== '') {
      if (STARTS_BLOCK.test(line) || (afterBlank && !/^[ \t]/.test(line))) break;
      lines += 1;
    }
    afterBlank = !item && line.trim() === '';
    length += line.length;
    read += line.length + 1;
  }
  return items * ITEM_COST + (copied + lines * length) / COPYING + read / READING;
}

/** A line that continues a paragraph: adding it copies the paragraph so far. */
export function mergeWork(paragraph: string): number {
  return paragraph.length / COPYING;
}

/** A possible email address: marked tries each character of the word before the @ as its first. */
export function emailWork(source: string): number {
  let work = 0;
  for (let at = source.indexOf('@'); at !== -1; at = source.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && EMAIL_CHARACTER.test(source.charAt(start - 1))) start -= 1;
    work += (at - start) ** 2;
  }
  return work;
}

/** Bare web addresses, each of which becomes a link, whatever finding its end costs. */
export function linkWork(source: string): number {
  return (source.match(/www\.|:\/\//gi)?.length ?? 0) * LINK_COST;
}

/** A possible bare web address: marked trims what doesn't belong to it from its end bit by bit. */
export function urlWork(source: string): number {
  if (!/www\.|:\/\//i.test(source)) return 0;
  let work = 0;
  for (const [word] of source.matchAll(/\S+/g)) {
    if (word.length < 200) continue;
    work += (word.match(/[?!.,:;*_'"~()&]/g)?.length ?? 0) * word.length;
  }
  return work;
}

/** Runs of spaces: if line breaks are kept, marked looks for the end of the line from each of them. */
export function spaceWork(source: string): number {
  let work = 0;
  for (let at = source.indexOf(SPACES); at !== -1; at = source.indexOf(SPACES, at)) {
    const start = at;
    while (source.charCodeAt(at) === 32) at += 1;
    work += (at - start) ** 2 / READING;
  }
  return work;
}

const SPACES = ' '.repeat(32);

/**
 * A table: marked's own rule reads every row before it finds out that it isn't one, and fills each up with missing
 * cells. Null if marked need not try, because there is none or it's too large.
 */
export function tableWork(source: string): number | null {
  const headerEnd = source.indexOf('\n');
  if (headerEnd === -1) return null;
  const next = source.indexOf('\n', headerEnd + 1);
  const end = next === -1 ? source.length : next;
  const delimiters = source.slice(headerEnd + 1, end);
  if (!DELIMITER_ROW.test(delimiters) || !/[|:]/.test(delimiters)) return null;
  const columns = delimiters.split('|').length;
  let cells = columns;
  let length = end;
  for (const line of linesOf(source, end + 1)) {
    if (line.trim() === '' || STARTS_BLOCK.test(line)) break;
    cells += columns;
    if (cells > MAX_CELLS) break;
    length += line.length + 1;
  }
  return cells > MAX_CELLS ? null : length;
}

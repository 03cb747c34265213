// Splits a page into chunks, the passages that are found, sent, and cited. In order, they are the whole text.

/** The most characters (UTF-16 units) of a chunk. */
export const MAX_CHUNK = 1_200;
/** A chunk that has this much ends at the next place where a text may well be split. */
const GOOD_CHUNK = 800;
/** The longest heading path; an outer heading is left out first. */
const MAX_HEADINGS = 300;
const MAX_HEADING = 120;

const HEADING_SEPARATOR = ' › ';

export interface Chunk {
  /** The headings above it, outermost first. */
  headings: string;
  content: string;
}

/**
 * Splits at headings, then at blank lines, then at the ends of lines and sentences, and only where there is none of them
 * within a word; never within a character. Takes one pass.
 */
export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  const path: { level: number; title: string }[] = [];
  for (const section of sectionsOf(text)) {
    if (section.level > 0) {
      while (path.length > 0 && path.at(-1)!.level >= section.level) path.pop();
      path.push({ level: section.level, title: section.title });
    }
    const headings = pathText(path.map(({ title }) => title));
    let from = section.from;
    while (from < section.to) {
      const to = endOfChunk(text, from, section.to);
      chunks.push({ headings, content: text.slice(from, to) });
      from = to;
    }
  }
  return chunks;
}

interface Section {
  /** 0: before the first heading. */
  level: number;
  title: string;
  from: number;
  to: number;
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let current: Section = { level: 0, title: '', from: 0, to: 0 };
  let fence = '';
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start);
    // A heading's beginning tells what it is, so a line of any length is looked at only as far as that.
    const line = text.slice(start, Math.min(end, start + 200)).trim();
    const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? '';
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : '';
    const heading = fence === '' ? /^(#{1,6})[ \t]+(\S.*)$/.exec(line) : null;
    if (heading) {
      if (start > current.from) sections.push({ ...current, to: start });
      const title = heading[2]!.replaceAll('#', ' ').replace(/\s+/g, ' ').trim();
      const level = heading[1]!.length;
      current = { level, title: cut(title, MAX_HEADING), from: start, to: start };
    }
    start = end;
  }
  if (text.length > current.from) sections.push({ ...current, to: text.length });
  return mergedHeadings(text, sections);
}

/** A heading with nothing below it goes with the deeper heading that follows, or it would be a chunk of its own. */
function mergedHeadings(text: string, sections: readonly Section[]): Section[] {
  const merged: Section[] = [];
  for (const section of sections) {
    const before = merged.at(-1);
    const isBare =
      before !== undefined &&
      before.level > 0 &&
      before.level < section.level &&
      section.from - before.from <= MAX_HEADING * 2 &&
      text.slice(lineEnd(text, before.from), section.from).trim() === '';
    // The outer heading stays in the path through an empty section.
    if (isBare) {
      merged[merged.length - 1] = { ...before, to: before.from };
      merged.push({ ...section, from: before.from });
    } else {
      merged.push(section);
    }
  }
  return merged;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at + 1;
}

function pathText(titles: readonly string[]): string {
  let text = '';
  for (const title of titles.filter((one) => one !== '').toReversed()) {
    const longer = text === '' ? title : `${title}${HEADING_SEPARATOR}${text}`;
    if (longer.length > MAX_HEADINGS) break;
    text = longer;
  }
  return text;
}

/** Where the text is split best, from the best kind of place to the worst: each pattern ends where the split is. */
const PLACES = [/\n[ \t]*\n+/g, /\n/g, /[.!?…。！？]["'”’)\]]?\s/g, /\s/g];

function endOfChunk(text: string, from: number, end: number): number {
  if (end - from <= MAX_CHUNK) return end;
  const window = text.slice(from, from + MAX_CHUNK);
  for (const place of PLACES) {
    let last = -1;
    for (const match of window.matchAll(place)) {
      const at = match.index + match[0].length;
      if (at > MAX_CHUNK) break;
      last = at;
      if (at >= GOOD_CHUNK) break;
    }
    // A place near the beginning would leave a scrap.
    if (last >= MAX_CHUNK / 3) return from + last;
  }
  const splitsPair =
    /[\uD800-\uDBFF]$/.test(window) && /^[\uDC00-\uDFFF]/.test(text[from + MAX_CHUNK] ?? '');
  return from + MAX_CHUNK - (splitsPair ? 1 : 0);
}

/** Shortens at a character's end. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

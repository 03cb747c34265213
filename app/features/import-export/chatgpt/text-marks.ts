import { fieldsOf, type Fields } from '~/lib/json';

import { inLine, linked, titled, webAddress } from './markdown';
import { listOf, textOf } from './untrusted';

// Marks within texts: what is between U+E200 and U+E201 is for the service's own software, with its parts separated by
// U+E202; U+E203 and U+E204 surround the text that a source is for. In older exports, sources look like 【8†source】.

const MARK = /\uE200([^\uE200\uE201]{0,4000})\uE201|【([^【】]{1,300})】/g;
const REST = /[\uE200-\uE206]/g;
const SOURCE = /^\d+(?::\d+)?†/;
const SANDBOX = /!?\[([^[\]\n]{0,300})\]\(sandbox:[^()\s]{0,500}\)/g;
const MAX_SOURCES = 8;

/** Characters that may replace the marks of a message: the same mark may be repeated without end. */
const MAX_REPLACEMENTS = 500_000;

/** A text as it is shown: with sources as links, and without marks. */
export function withoutMarks(text: string, metadata: Fields): string {
  return marksOf(metadata)(text);
}

/** The same for all texts of a message, whose metadata is read once. */
export function marksOf(metadata: Fields): (text: string) => string {
  let known: Marks | null = null;
  return (text) => {
    known ??= {
      references: referencesOf(metadata),
      citations: citationsOf(metadata),
      results: resultsOf(metadata),
      room: MAX_REPLACEMENTS,
    };
    const cited = known.references.size > 0 ? text : withCitations(text, known);
    return asDocuments(replaceMarks(cited, known).replace(REST, '').replace(SANDBOX, '$1'));
  };
}

/** What the marks of a message mean. */
interface Marks {
  references: ReadonlyMap<string, string>;
  citations: readonly Citation[];
  results: ReadonlyMap<string, Fields>;
  /** Characters that may still replace marks. */
  room: number;
}

function within(marks: Marks, shown: string): string {
  if (shown.length > marks.room) return '';
  marks.room -= shown.length;
  return shown;
}

function replaceMarks(text: string, marks: Marks): string {
  if (!/[\uE200【]/.test(text)) return text;
  return text.replace(
    MARK,
    (whole: string, mark: string | undefined, source: string | undefined, at: number) => {
      const reference = marks.references.get(whole);
      if (reference === undefined && mark === undefined) return sourceMark(whole, source!);
      const found = within(marks, reference ?? markText(mark!, marks.results));
      return found.startsWith('(') && at > 0 && !/\s/.test(text[at - 1]!) ? ` ${found}` : found;
    },
  );
}

/** Such brackets are punctuation in some languages: only sources are removed. */
function sourceMark(whole: string, inside: string): string {
  return SOURCE.test(inside) ? '' : whole;
}

/** What replaces each marked text, by the message's own list. */
function referencesOf(metadata: Fields): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of listOf(metadata.content_references)) {
    const reference = fieldsOf(entry);
    const matched = textOf(reference.matched_text);
    // Some match a space: replacing that would remove every space.
    if (!/^[\uE200【]/.test(matched.trim())) continue;
    found.set(matched.trim(), referenceText(reference));
  }
  return found;
}

function referenceText(reference: Fields): string {
  if (reference.type === 'hidden') return '';
  const alt = textOf(reference.alt).replace(REST, '').trim();
  if (alt !== '') return alt;
  const sources = listOf(reference.items)
    .map(fieldsOf)
    .flatMap((item) => [item, ...listOf(item.supporting_websites).map(fieldsOf)]);
  const links = sourceLinks(sources.length > 0 ? sources : [reference]);
  if (links !== '') return links;
  return inLine(textOf(reference.name));
}

function sourceLinks(sources: readonly Fields[]): string {
  const links = new Map<string, string>();
  for (const source of sources) {
    const url = textOf(source.url);
    if (links.size >= MAX_SOURCES || webAddress(url) === null) continue;
    const title = textOf(source.title) || textOf(source.attribution);
    if (!links.has(url)) links.set(url, linked(title, url));
  }
  return links.size === 0 ? '' : `(${[...links.values()].join(', ')})`;
}

/** The results of searches, by the names that marks use: `turn0search3`. */
function resultsOf(metadata: Fields): Map<string, Fields> {
  const found = new Map<string, Fields>();
  for (const group of listOf(metadata.search_result_groups)) {
    for (const entry of listOf(fieldsOf(group).entries)) {
      const result = fieldsOf(entry);
      const id = fieldsOf(result.ref_id);
      found.set(
        `turn${String(id.turn_index)}${String(id.ref_type)}${String(id.ref_index)}`,
        result,
      );
    }
  }
  return found;
}

function markText(mark: string, results: ReadonlyMap<string, Fields>): string {
  const [name = '', ...parts] = mark.split('\uE202');
  switch (name) {
    case 'cite':
    case 'filecite':
      return sourceLinks(
        parts.map((part) => results.get(part)).filter((result) => result !== undefined),
      );
    case 'entity':
      return entityName(parts[0] ?? '');
    case 'url':
      return linked(parts[0] ?? '', parts[1] ?? parts[0] ?? '');
    default:
      // Images, maps, and lists that only the service can show.
      return '';
  }
}

/** `["people","Ada Lovelace",0]` */
function entityName(part: string): string {
  const name = /^\s*\[\s*"(?:[^"\\]|\\.)*"\s*,\s*("(?:[^"\\]|\\.)*")/.exec(part)?.[1];
  if (name === undefined) return '';
  try {
    return inLine(JSON.parse(name) as string);
  } catch {
    // It has an invalid escape: taken literally, without its quotes.
    return inLine(name.slice(1, -1));
  }
}

/** A source that replaces a range of a text. */
interface Citation {
  start: number;
  end: number;
  source: Fields;
}

/** Sorted by place; of several with the same start, the last one counts. */
function citationsOf(metadata: Fields): Citation[] {
  const places = new Map<number, Citation>();
  for (const entry of listOf(metadata.citations)) {
    const citation = fieldsOf(entry);
    const start = Number(citation.start_ix);
    const end = Number(citation.end_ix);
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0) continue;
    if (end <= start || end - start > 300) continue;
    places.set(start, { start, end, source: fieldsOf(citation.metadata) });
  }
  return [...places.values()].sort((one, other) => one.start - other.start);
}

/** Places count code points, so an emoji counts as one. Replaced from the end, so that the places stay valid. */
function withCitations(text: string, marks: Marks): string {
  const places: Citation[] = [];
  for (const citation of marks.citations) {
    if (citation.start >= text.length) break;
    places.push(citation);
  }
  if (places.length === 0) return text;
  const unitAt = unitsOf(text, places);
  const chunks: string[] = [];
  let until: number | undefined;
  let cutFrom = text.length;
  for (const { start, end, source } of places.reverse()) {
    if (until !== undefined && end > until) continue;
    const from = unitAt(start);
    const to = unitAt(end);
    if (from === to) continue;
    const link = within(marks, sourceLinks([source]) || fileName(source));
    const isApart = from === 0 || /\s/.test(text[from - 1]!);
    chunks.push(text.slice(to, cutFrom), link !== '' && !isApart ? ` ${link}` : link);
    until = start;
    cutFrom = from;
  }
  chunks.push(text.slice(0, cutFrom));
  return chunks.reverse().join('');
}

/** Converts places from code points to UTF-16 units, up to the end of the text. */
function unitsOf(text: string, places: readonly Citation[]): (character: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (character) => Math.min(character, text.length);
  const wanted = [...new Set(places.flatMap(({ start, end }) => [start, end]))];
  const units = new Map<number, number>();
  let unit = 0;
  let character = 0;
  for (const next of wanted.sort((one, other) => one - other)) {
    while (character < next && unit < text.length) {
      unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
      character++;
    }
    units.set(next, unit);
  }
  return (character) => units.get(character)!;
}

function fileName(source: Fields): string {
  const name = inLine(textOf(source.name) || textOf(source.title));
  return name === '' ? '' : `(${name})`;
}

/** What is between `:::writing{variant="social_post" id="58142"}` and `:::` is shown as a document. */
function asDocuments(text: string): string {
  if (!text.includes(':::writing')) return text;
  const lines = text.split('\n');
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = /^\s{0,3}:::writing(?:\{([^}]{0,1000})\})?\s*$/.exec(lines[at]!);
    if (!opening) {
      shown.push(lines[at]!);
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !/^\s{0,3}:::\s*$/.test(lines[end]!)) end++;
    const body = lines.slice(at + 1, end).join('\n');
    shown.push('', titled(variantName(opening[1] ?? ''), body), '');
    at = end;
  }
  return shown.join('\n').trim();
}

function variantName(attributes: string): string {
  const title = /(?:^|\s)(?:title|subject)="([^"]*)"/.exec(attributes)?.[1];
  if (title) return title;
  const variant = /(?:^|\s)variant="([\w-]{1,40})"/.exec(attributes)?.[1];
  if (!variant) return 'Document';
  const words = variant.replace(/[_-]+/g, ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

import { inLine, linked, titled, webAddress } from './markdown';
import { fieldsOf, listOf, textOf, type Fields } from './untrusted';

// Marks within texts: what stands between U+E200 and U+E201 is for the reader's software, its parts set off by U+E202; U+E203
// and U+E204 surround what a source is given for. Before them sources were 【8†source】.

const MARK = /\uE200([^\uE200\uE201]{0,4000})\uE201|【([^【】]{1,300})】/g;
const REST = /[\uE200-\uE206]/g;
const SOURCE = /^\d+(?::\d+)?†/;
const SANDBOX = /!?\[([^[\]\n]{0,300})\]\(sandbox:[^()\s]{0,500}\)/g;
const MOST_SOURCES = 8;

/** A text as it is shown: sources as links, marks gone. */
export function withoutMarks(text: string, metadata: Fields): string {
  const references = referencesOf(metadata);
  const cited = references.size > 0 ? text : withCitations(text, listOf(metadata.citations));
  return asDocuments(
    replaceMarks(cited, references, metadata).replace(REST, '').replace(SANDBOX, '$1'),
  );
}

function replaceMarks(text: string, references: Map<string, string>, metadata: Fields): string {
  if (!/[\uE200【]/.test(text)) return text;
  const results = resultsOf(metadata);
  return text.replace(
    MARK,
    (whole: string, mark: string | undefined, source: string | undefined, at: number) => {
      const found =
        references.get(whole) ??
        (mark === undefined ? sourceMark(whole, source!) : markText(mark, results));
      return found.startsWith('(') && at > 0 && !/\s/.test(text[at - 1]!) ? ` ${found}` : found;
    },
  );
}

/** Such brackets are punctuation in some languages: only those of sources go. */
function sourceMark(whole: string, inside: string): string {
  return SOURCE.test(inside) ? '' : whole;
}

/** What each marked text stands for, by the message's own list. */
function referencesOf(metadata: Fields): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of listOf(metadata.content_references)) {
    const reference = fieldsOf(entry);
    const matched = textOf(reference.matched_text);
    // Some match a blank: replacing it would eat every space.
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
    if (links.size >= MOST_SOURCES || webAddress(url) === null) continue;
    const title = textOf(source.title) || textOf(source.attribution);
    if (!links.has(url)) links.set(url, linked(title, url));
  }
  return links.size === 0 ? '' : `(${[...links.values()].join(', ')})`;
}

/** The pages that a search found, by the names that marks give them: `turn0search3`. */
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

function markText(mark: string, results: Map<string, Fields>): string {
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
      // Pictures, maps and lists that only that service can show.
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
    // An escape that is none: as it stands there, without its quotes.
    return inLine(name.slice(1, -1));
  }
}

/** Places count characters as their writer's language does: an emoji is one. From the last on, so that they stay right. */
function withCitations(text: string, citations: readonly unknown[]): string {
  const places = citations
    .map(fieldsOf)
    .map((citation) => ({
      start: Number(citation.start_ix),
      end: Number(citation.end_ix),
      source: fieldsOf(citation.metadata),
    }))
    .filter(({ start, end }) => Number.isInteger(start) && Number.isInteger(end) && start >= 0)
    .filter(({ start, end }) => end > start && end - start <= 300)
    .sort((one, other) => one.start - other.start);
  if (places.length === 0) return text;
  const characters = /[\ud800-\udfff]/.test(text) ? [...text] : null;
  const cut = (start: number, end?: number) =>
    characters ? characters.slice(start, end).join('') : text.slice(start, end);
  const pieces: string[] = [];
  let until: number | undefined;
  for (const { start, end, source } of places.toReversed()) {
    if (until !== undefined && end > until) continue;
    if (cut(start, end) === '') continue;
    const link = sourceLinks([source]) || fileName(source);
    const before = start > 0 ? cut(start - 1, start) : ' ';
    pieces.push(cut(end, until), link !== '' && !/\s/.test(before) ? ` ${link}` : link);
    until = start;
  }
  pieces.push(cut(0, until));
  return pieces.reverse().join('');
}

function fileName(source: Fields): string {
  const name = inLine(textOf(source.name) || textOf(source.title));
  return name === '' ? '' : `(${name})`;
}

/** `:::writing{variant="social_post" id="58142"}` up to `:::` is a document of its own. */
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
    const end = lines.findIndex((line, index) => index > at && /^\s{0,3}:::\s*$/.test(line));
    const body = lines.slice(at + 1, end === -1 ? undefined : end).join('\n');
    shown.push('', titled(variantName(opening[1] ?? ''), body), '');
    at = end === -1 ? lines.length : end;
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

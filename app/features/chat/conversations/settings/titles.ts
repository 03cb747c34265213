import { plainLine } from '~/lib/text/plain-line';

import { chatTexts } from '../../texts';

/** A conversation's title until its first message gives it one. */
export const UNTITLED = 'Untitled Conversation';
const IMPORT_PREFIX = '[ChatGPT]';

/** How much of the first message the title is made from, in characters. */
export const TITLE_SOURCE_LENGTH = 1_000;
const TITLE_MAX_LENGTH = 100;
const FALLBACK_CHARACTERS = 30;
const FALLBACK_WORDS = 5;

export function isImport(title: string): boolean {
  return title.startsWith(IMPORT_PREFIX);
}

/** The title of a conversation from another service; null: it has none there. */
export function importedTitle(title: string | null): string {
  return `${IMPORT_PREFIX} ${firstCharacters(oneLine(title ?? ''), MAX_TITLE_TYPED)}`.trim();
}

/** The longest title that can be typed, in UTF-16 units. */
export const MAX_TITLE_TYPED = 200;

/** What the rename box begins with: an import's mark is not part of its name. */
export function editableTitle(title: string): string {
  const shown = displayTitle(title);
  return shown === chatTexts.importedTitle || shown === chatTexts.newTitle ? '' : shown;
}

/** The title after a rename: an import keeps its prefix, and a typed prefix makes an import. */
export function titleAfterRename(old: string, typed: string): string {
  const title = oneLine(typed);
  return isImport(old) && !isImport(title) ? `${IMPORT_PREFIX} ${title}` : title;
}

/** The title as people see it: without the import's mark, and never empty or 'Untitled Conversation'. */
export function displayTitle(title: string): string {
  if (isImport(title)) {
    return title.slice(IMPORT_PREFIX.length).trim() || chatTexts.importedTitle;
  }
  return title === UNTITLED || title.trim() === '' ? chatTexts.newTitle : title;
}

/** A model's proposal as a title, or null when there is nothing usable in it. */
export function cleanTitle(proposal: string): string | null {
  const line = proposal
    .split('\n')
    .map((part) => part.trim())
    .find((part) => part !== '');
  if (line === undefined) return null;
  const plain = plainLine(firstCharacters(line, TITLE_SOURCE_LENGTH));
  const bare = withoutQuotes(
    withoutEnds(plainLine(withoutEnds(plain).replace(/^title ?: ?/iu, ''))),
  );
  if (bare === '') return null;
  // A model must not turn a conversation into an import.
  const title = bare.startsWith(IMPORT_PREFIX) ? bare.slice(IMPORT_PREFIX.length).trim() : bare;
  return firstCharacters(title, TITLE_MAX_LENGTH) || null;
}

/** Stars and full stops that belong to no pair of marks. */
function withoutEnds(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && '* '.includes(line[start]!)) start += 1;
  while (end > start && '*. '.includes(line[end - 1]!)) end -= 1;
  return line.slice(start, end);
}

const QUOTES = '"“”„«»';
const SINGLE_QUOTES = "'‘’‚";

/** Without the quotation marks around all of it. Those of a part of it stay, both of them. */
function withoutQuotes(line: string): string {
  for (const quotes of [QUOTES, SINGLE_QUOTES]) {
    if (![line.at(0), line.at(-1)].some((end) => end !== undefined && quotes.includes(end)))
      continue;
    const inner = line.slice(
      quotes.includes(line.at(0)!) ? 1 : 0,
      quotes.includes(line.at(-1)!) ? -1 : undefined,
    );
    // Between letters it is an apostrophe.
    const rest = inner.replace(/\p{L}['’](?=\p{L})/gu, '');
    if (![...rest].some((character) => quotes.includes(character))) {
      return withoutEnds(inner.trim());
    }
  }
  return line;
}

/** The start of a message as plain text; as it is where it has nothing but marks. */
function plainStart(content: string): string {
  const start = firstCharacters(content, TITLE_SOURCE_LENGTH);
  return plainLine(start) || oneLine(start);
}

/** Without a usable answer: the first 30 characters and '...'. */
export function titleFromStart(content: string): string {
  return `${firstCharacters(plainStart(content), FALLBACK_CHARACTERS)}...`;
}

/** When asking for a title failed: the first five words. */
export function titleFromWords(content: string): string {
  const words = plainStart(content).split(' ');
  return firstCharacters(words.slice(0, FALLBACK_WORDS).join(' '), TITLE_MAX_LENGTH);
}

/** By code points, so that no emoji is cut in two. Looks at no more of the text than it gives back. */
export function firstCharacters(text: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

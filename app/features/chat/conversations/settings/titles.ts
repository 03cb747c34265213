import { firstCharacters, oneLine } from '~/lib/text/one-line';
import { plainLine } from '~/lib/text/plain-line';

import { chatTexts } from '../../texts';

/** A conversation's title until its first message gives it one. */
export const UNTITLED = 'Untitled Conversation';
const IMPORT_PREFIX = '[ChatGPT]';

/** How many characters of the first message the title is made from. */
export const TITLE_SOURCE_LENGTH = 1_000;
const TITLE_MAX_LENGTH = 100;
const FALLBACK_CHARACTERS = 30;
const FALLBACK_WORDS = 5;

export function isImport(title: string): boolean {
  return title.startsWith(IMPORT_PREFIX);
}

/** The stored title of an imported conversation; null if it had none. */
export function importedTitle(title: string | null): string {
  return `${IMPORT_PREFIX} ${firstCharacters(oneLine(title ?? ''), MAX_TITLE_TYPED)}`.trim();
}

/** The longest title that can be typed, in UTF-16 units. */
export const MAX_TITLE_TYPED = 200;

/** The title for the rename field: without an import's prefix, and empty if there is none. */
export function editableTitle(title: string): string {
  const shown = displayTitle(title);
  return shown === chatTexts.importedTitle || shown === chatTexts.newTitle ? '' : shown;
}

/** The title after a rename: an import keeps its prefix, and a typed prefix makes an import. */
export function titleAfterRename(old: string, typed: string): string {
  const title = oneLine(typed);
  return isImport(old) && !isImport(title) ? `${IMPORT_PREFIX} ${title}` : title;
}

/** The title as people see it: without an import's prefix, and never empty or 'Untitled Conversation'. */
export function displayTitle(title: string): string {
  if (isImport(title)) {
    return title.slice(IMPORT_PREFIX.length).trim() || chatTexts.importedTitle;
  }
  return title === UNTITLED || title.trim() === '' ? chatTexts.newTitle : title;
}

/** A model's proposal as a title; null if it is unusable. */
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

/** Removes asterisks from both ends, and periods from the end. */
function withoutEnds(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && '* '.includes(line[start]!)) start += 1;
  while (end > start && '*. '.includes(line[end - 1]!)) end -= 1;
  return line.slice(start, end);
}

const QUOTES = '"“”„«»';
const SINGLE_QUOTES = "'‘’‚";

/** Removes quotation marks around the whole line, but not those around a part of it. */
function withoutQuotes(line: string): string {
  for (const quotes of [QUOTES, SINGLE_QUOTES]) {
    if (![line.at(0), line.at(-1)].some((end) => end !== undefined && quotes.includes(end)))
      continue;
    const inner = line.slice(
      quotes.includes(line.at(0)!) ? 1 : 0,
      quotes.includes(line.at(-1)!) ? -1 : undefined,
    );
    // A quotation mark between letters is an apostrophe.
    const rest = inner.replace(/\p{L}['’](?=\p{L})/gu, '');
    if (![...rest].some((character) => quotes.includes(character))) {
      return withoutEnds(inner.trim());
    }
  }
  return line;
}

/** The start of a message as plain text; unchanged if it has nothing but markup. */
function plainStart(content: string): string {
  const start = firstCharacters(content, TITLE_SOURCE_LENGTH);
  return plainLine(start) || oneLine(start);
}

/** For an unusable proposal: the first 30 characters and '...'. */
export function titleFromStart(content: string): string {
  return `${firstCharacters(plainStart(content), FALLBACK_CHARACTERS)}...`;
}

/** For when the model can't be called: the first five words. */
export function titleFromWords(content: string): string {
  const words = plainStart(content).split(' ');
  return firstCharacters(words.slice(0, FALLBACK_WORDS).join(' '), TITLE_MAX_LENGTH);
}

const SAVED_LENGTH = 100;
const SHOWN_LENGTH = 60;

/** The preview of a message that is stored as its conversation's last one: at most 100 characters. */
export function savedPreview(content: string): string {
  return firstCharacters(oneLine(firstCharacters(content, SAVED_LENGTH * 10)), SAVED_LENGTH);
}

/** The part of a stored preview that the list shows: 60 characters and an ellipsis, without Markdown and citations. */
export function shownPreview(lastMessage: string): string {
  const text = withoutLeftovers(plainLine(lastMessage)) || lastMessage;
  const shown = firstCharacters(text, SHOWN_LENGTH);
  return shown.length < text.length ? `${shown}…` : shown;
}

/** A word of marks: a heading's, a rule, a code block's fence, or the bars and rules of a table. */
const MARKS = /^(?:#{1,6}|[-|:]{2,}|\||={3,}|`{3,}\w{0,20})$/u;
/** Marks whose partner was cut off. */
const UNPAIRED = /(?<=\S)(?:\*\*|~~|`)|(?:\*\*|~~|`)(?=\S)/gu;
/** Citations, the last of which may be cut off; what follows a word, as in `list[1]`, isn't one. */
const CITATIONS = / ?(?<![\w\]])(?:\[[\d,; ]{0,30}(?:\]|$))+/g;
const CUT_LINK = /\[([^[\]]{1,100})\]\([^()\s]{0,100}$/u;

/** A preview is the beginning of several lines in one, so that marks may stand anywhere, and only in part. */
function withoutLeftovers(text: string): string {
  return text
    .replace(CUT_LINK, '$1')
    .replace(CITATIONS, '')
    .trim()
    .split(' ')
    .filter((word) => !MARKS.test(word))
    .join(' ')
    .replace(UNPAIRED, '');
}

/** About how many narrow characters fit into a line of the sidebar. */
const LINE_LENGTH = 38;
/** Characters as wide as two: East Asian scripts, emoji, and capitals. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\p{Lu}]/u;

/** Whether a shown preview may need a second line in the sidebar. It is estimated, because the server needs it, too. */
export function isLongPreview(shown: string): boolean {
  let room = 0;
  for (const character of shown) room += WIDE.test(character) ? 2 : 1;
  return room > LINE_LENGTH;
}

import { trimEndOf } from '~/lib/trim-ends';

import { chatMessages } from './messages';

/** What a conversation is called until its first message has given it a title (spec §4). */
export const UNTITLED = 'Untitled Conversation';
const IMPORT_PREFIX = '[ChatGPT]';

/** How much of the first message the title is made from, in characters (spec §9). */
export const TITLE_SOURCE_LENGTH = 1_000;
const TITLE_MAX_LENGTH = 100;
const FALLBACK_CHARACTERS = 30;
const FALLBACK_WORDS = 5;

export function isImport(title: string): boolean {
  return title.startsWith(IMPORT_PREFIX);
}

/** The title of a conversation from another service; null: it has none there. */
export function importedTitle(title: string | null): string {
  return `${IMPORT_PREFIX} ${firstCharacters(oneLine(title ?? ''), TITLE_TYPED_MOST)}`.trim();
}

/** The longest title that can be typed, in UTF-16 units. */
export const TITLE_TYPED_MOST = 200;

/** What the rename box begins with: an import's mark is not part of its name. */
export function editableTitle(title: string): string {
  const shown = displayTitle(title);
  return shown === chatMessages.importedTitle || shown === chatMessages.newTitle ? '' : shown;
}

/** The title that a typed one makes of `old`: an import keeps its mark, and a typed mark makes an import (design §1). */
export function titleAfterRename(old: string, typed: string): string {
  const title = oneLine(typed);
  return isImport(old) && !isImport(title) ? `${IMPORT_PREFIX} ${title}` : title;
}

/** The title as people see it: without the import's mark, and never empty or 'Untitled Conversation'. */
export function displayTitle(title: string): string {
  if (isImport(title)) {
    return title.slice(IMPORT_PREFIX.length).trim() || chatMessages.importedTitle;
  }
  return title === UNTITLED || title.trim() === '' ? chatMessages.newTitle : title;
}

/** A model's proposal as a title, or null when there is nothing usable in it. */
export function cleanTitle(proposal: string): string | null {
  const line = proposal
    .split('\n')
    .map((part) => part.trim())
    .find((part) => part !== '');
  const bare = trimEndOf(
    (line ?? '').replace(/^(title\s*:|#+\s)\s*/i, '').replace(/^["'“”‘’*]+/u, ''),
    /["'“”‘’*.]/u,
  ).trim();
  if (!bare) return null;
  // A model must not turn a conversation into an import.
  const title = bare.startsWith(IMPORT_PREFIX) ? bare.slice(IMPORT_PREFIX.length).trim() : bare;
  return firstCharacters(title, TITLE_MAX_LENGTH) || null;
}

/** Without a usable answer: the first 30 characters and '...' (design §1). */
export function titleFromStart(content: string): string {
  return `${firstCharacters(oneLine(content), FALLBACK_CHARACTERS)}...`;
}

/** When asking for a title failed: the first five words (spec §7). */
export function titleFromWords(content: string): string {
  const words = oneLine(firstCharacters(content, TITLE_SOURCE_LENGTH)).split(' ');
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

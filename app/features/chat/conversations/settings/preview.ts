import { plainLine } from '~/lib/text/plain-line';

import { firstCharacters, oneLine } from './titles';

const SAVED_LENGTH = 100;
const SHOWN_LENGTH = 60;

/** What is kept of a message as its conversation's last one: at most 100 characters. */
export function savedPreview(content: string): string {
  return firstCharacters(oneLine(firstCharacters(content, SAVED_LENGTH * 10)), SAVED_LENGTH);
}

/** What the list shows of it: 60 characters, then an ellipsis, without the marks of Markdown. */
export function shownPreview(lastMessage: string): string {
  const text = plainLine(lastMessage) || lastMessage;
  const shown = firstCharacters(text, SHOWN_LENGTH);
  return shown.length < text.length ? `${shown}…` : shown;
}

/** About as many narrow characters as fit into one line of the sidebar. */
const LINE_LENGTH = 38;
/** East Asian writing and emoji, which take the room of two. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\p{Lu}]/u;

/** Whether a shown preview may need a second line of the sidebar. The server decides it too, so it can't be measured. */
export function isLongPreview(shown: string): boolean {
  let room = 0;
  for (const character of shown) room += WIDE.test(character) ? 2 : 1;
  return room > LINE_LENGTH;
}

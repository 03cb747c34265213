import { firstCharacters, oneLine } from './titles';

const SAVED_LENGTH = 100;
const SHOWN_LENGTH = 60;

/** What is kept of a message as its conversation's last one: 100 characters at the most (spec §9). */
export function savedPreview(content: string): string {
  return firstCharacters(oneLine(firstCharacters(content, SAVED_LENGTH * 10)), SAVED_LENGTH);
}

/** What the list shows of it: 60 characters, then an ellipsis (spec §9). */
export function shownPreview(lastMessage: string): string {
  const shown = firstCharacters(lastMessage, SHOWN_LENGTH);
  return shown.length < lastMessage.length ? `${shown}…` : shown;
}

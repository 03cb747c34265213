import { firstCharacters, oneLine } from './titles';

const SAVED_LENGTH = 100;
const SHOWN_LENGTH = 60;

/** What is kept of a message as its conversation's last one: 100 characters at the most (spec §9). */
export function savedPreview(content: string): string {
  return firstCharacters(oneLine(firstCharacters(content, SAVED_LENGTH * 10)), SAVED_LENGTH);
}

/** What the list shows of it: 60 characters, then an ellipsis (spec §9), without the marks of Markdown. */
export function shownPreview(lastMessage: string): string {
  const text = withoutMarks(lastMessage);
  const shown = firstCharacters(text, SHOWN_LENGTH);
  return shown.length < text.length ? `${shown}…` : shown;
}

/** Only marks that are surely meant as such: a lone star or `>` within a sentence stays. */
function withoutMarks(text: string): string {
  return text
    .replace(/^(?:(?:#{1,6}|>|[-*+]|-{3,})\s+)+/u, '')
    .replace(/(\*\*|__|`+)(?=\S)(.*?\S)\1/gu, '$2');
}

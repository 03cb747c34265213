import { firstCharacters } from '~/lib/text/one-line';

/** In characters; together less than a prompt may have. */
const MAX_QUESTION = 1_000;
const MAX_TEXT = 2_000;

/** "An image for this post": what came before. */
const POINTS_BACK = /\b(?:this|that|these|it|dazu|dafür|dies\w*)\b/i;

/** What an image is to show that a person has asked for in a chat whose model wrote no prompt for it. */
export function promptOfTurn({
  question,
  before,
  answer,
}: {
  question: string;
  before: string;
  answer: string;
}): string {
  const asked = firstCharacters(question.trim(), MAX_QUESTION);
  const text = POINTS_BACK.test(asked) && before !== '' ? before : answer;
  const about = firstCharacters(text.trim(), MAX_TEXT);
  if (about === '') return asked;
  return `${asked}\n\nIt is for this text; don’t write the text into the image:\n${about}`;
}

import { firstCharacters } from '~/lib/text/one-line';

import { type ImageRequest, MAX_SUBJECT_TEXT } from '../media';

/** In code points; with the text, less than a prompt may have. */
const MAX_QUESTION = 1_000;

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
}): Pick<ImageRequest, 'prompt' | 'subjectText'> {
  const prompt = firstCharacters(question.trim(), MAX_QUESTION);
  const text = POINTS_BACK.test(prompt) && before !== '' ? before : answer;
  const subjectText = firstCharacters(text.trim(), MAX_SUBJECT_TEXT);
  return subjectText === '' ? { prompt } : { prompt, subjectText };
}

import { loadBriefStart } from '~/features/copywriting';

import { firstCharacters } from '~/lib/text/one-line';
import { keepImagePrompt } from './image-prompt';
import { requestMessageText } from './use-messages';

export { loadAnswerCheck } from '~/features/copywriting';

export const loadReading = () => import('../reading/components/reading-bar');

/** What an answer can be turned into. */
export type Purpose = 'post' | 'email' | 'image';

const FORMATS = { post: 'facebook-post', email: 'promotion' } as const;

/** In characters; the media creator takes a bit more. */
const MAX_IMAGE_PROMPT = 2_000;

/** Fills the form that makes this of an answer, and returns the form's address. Rejects if the text can't be loaded. */
export async function turnInto(purpose: Purpose, messageId: string): Promise<string> {
  if (purpose === 'image') {
    const text = await requestMessageText(messageId);
    keepImagePrompt(firstCharacters(text.trim(), MAX_IMAGE_PROMPT));
    return '/media-creator?mode=generate';
  }
  const [text, { startBrief }] = await Promise.all([
    requestMessageText(messageId),
    loadBriefStart(),
  ]);
  startBrief(FORMATS[purpose], text);
  return '/copy-wizard';
}

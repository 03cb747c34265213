import { isDemo, takesTools } from '~/gateways/ai/index.server';

import type { AskedDocument } from '../documents/ask/ask-about-document.server';
import type { AnswerBasis } from '../answers/answer-basis.server';
import { asksForImage } from './asks-for-image';
import { messageImages } from './message-images.server';

/** What models otherwise say is that they can't make images. */
const OFFERED = [
  '# An image',
  'The app shows the person a button under your answer that makes an image of what your answer describes. So never say that you ' +
    'can’t make images, and don’t explain how to make one elsewhere: say in two or three sentences what the image could show, ' +
    'and answer everything else as usual.',
].join('\n\n');

/** Whether the person is asked if they want an image, because the model can't have one made by itself. */
export function offersImage(model: string, question: string): boolean {
  return (isDemo() || !takesTools(model)) && messageImages().areOffered() && asksForImage(question);
}

/** Tells the model of an image that the person is offered. */
export function withImageOffer<Basis extends AnswerBasis & { document: AskedDocument | null }>(
  basis: Basis,
  question: string,
): Basis & { offer: boolean } {
  // An answer about a document has a form of its own, and uses no tools.
  if (basis.document) {
    return { ...basis, offer: messageImages().areOffered() && asksForImage(question) };
  }
  const offer = offersImage(basis.model, question);
  // The demo's answers are fixed.
  if (!offer || isDemo()) return { ...basis, offer };
  const passages = [basis.grounds.passages, OFFERED].filter(Boolean).join('\n\n');
  return { ...basis, offer, grounds: { ...basis.grounds, passages } };
}

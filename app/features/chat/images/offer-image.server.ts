import { isDemo, takesTools } from '~/gateways/ai/index.server';

import type { AskedDocument } from '../documents/ask/ask-about-document.server';
import type { AnswerBasis } from '../answers/answer-basis.server';
import { asksForImage } from './asks-for-image';
import type { GalleryImage, ImageOffer, MessageImage } from './message-image';
import { messageImages } from './message-images.server';

/** What models otherwise say is that they can't make images. */
const OFFERED = [
  '# An image',
  'The app shows the person a button under your answer that makes an image of what your answer describes. So never say that you ' +
    'can’t make images, and don’t explain how to make one elsewhere: say in two or three sentences what the image could show, ' +
    'and answer everything else as usual.',
].join('\n\n');

interface Asked {
  question: string;
  /** The images of the gallery that it came with. */
  images: readonly Pick<MessageImage, 'itemId'>[];
}

/** The image offered for an answer because the model can't have it made by itself; null for none. */
export function offerOf(model: string, asked: Asked): ImageOffer | null {
  return isDemo() || !takesTools(model) ? offerTo(asked) : null;
}

function offerTo({ question, images }: Asked): ImageOffer | null {
  const offer = wanted(question, images);
  return offer !== null && messageImages().areOffered(offer) ? offer : null;
}

/** Nothing where the image was deleted: another one without it isn't what the person asked for. */
function wanted(question: string, images: Asked['images']): ImageOffer | null {
  if (images.length > 0) return images.some(({ itemId }) => itemId !== null) ? 'change' : null;
  return asksForImage(question) ? 'make' : null;
}

/** Tells the model of an image that the person is offered. */
export function withImageOffer<Basis extends AnswerBasis & { document: AskedDocument | null }>(
  basis: Basis,
  asked: Asked,
): Basis & { offer: ImageOffer | null } {
  // An answer about a document has a form of its own, and uses no tools.
  if (basis.document) return { ...basis, offer: offerTo(asked) };
  const offer = offerOf(basis.model, asked);
  // The demo's answers are fixed.
  if (offer === null || isDemo()) return { ...basis, offer };
  const passages = [basis.grounds.passages, OFFERED].filter(Boolean).join('\n\n');
  return { ...basis, offer, grounds: { ...basis.grounds, passages } };
}

/** What the model reads of an image that the person has chosen; what describes it can't end the block. */
export function chosenImageText({ itemId, prompt }: GalleryImage): string {
  const described = prompt.replaceAll(/<\/(image|attached_files)>/gi, '<\u200b/$1>');
  return [
    `<image id="${itemId}">`,
    'An image of the person’s gallery, which they want changed, or used to start from. It was described like this:',
    described,
    '</image>',
  ].join('\n');
}

import { MAX_MESSAGE_IMAGES } from '~/features/chat';

/** Why an image of a chat isn't made; the person and the model read the same. */
export const chatImageTexts = {
  tooMany: `An answer can have up to ${MAX_MESSAGE_IMAGES} images.`,
  noImage: 'There’s no finished image in this chat yet.',
  unknownImage: 'This chat has no such image.',
  noEditing: 'No AI model here can change an image.',
} as const;

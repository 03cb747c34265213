/** Why an image of a chat isn't made; the person and the model read the same. */
export const chatImageTexts = {
  tooMany: 'This answer has as many images as it can have.',
  noImage: 'There’s no finished image in this chat yet.',
  unknownImage: 'This chat has no such image.',
  noEditing: 'No AI model here can change an image.',
} as const;

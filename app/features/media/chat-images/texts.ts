/** Why an image of a chat isn't made; the person and the model read the same. */
export const chatImageTexts = {
  tooMany: (max: number) => `This answer already has the most images it can have: ${max}.`,
  noImage: 'There’s no finished image in this chat yet.',
  unknownImage: 'That image isn’t in this chat.',
  noEditing: 'Images can’t be edited here. Ask your admin.',
} as const;

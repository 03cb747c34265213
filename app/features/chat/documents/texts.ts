/** Texts of documents beside a conversation. */
export const documentTexts = {
  open: 'Open as document',
  openFailed: 'We couldn’t open this as a document. Try again.',
  loadFailed: 'We couldn’t load this document. Try again.',
  saveFailed: 'We couldn’t save this. Try again.',
  formatFailed: 'We couldn’t save the format. Try again.',
  changedMeanwhile: 'This document was changed in another tab or on another device.',
  deleted: 'Document deleted',
  deletedHere: 'This document was deleted.',
  deleteFailed: 'We couldn’t delete this document. Try again.',
  restoreFailed: 'We couldn’t restore this document. Try again.',
  savedAgain: 'Saved content updated. Its earlier text is in its versions.',
  contentFailed: 'We couldn’t save this as content. Try again.',
  decideFailed: 'We couldn’t apply this. Try again.',
  unfitHere: 'This passage isn’t in the text anymore.',
} as const;

/** Why the server refuses a request. */
export const documentRefusals = {
  gone: 'This document no longer exists.',
  noAnswer: 'Only finished answers can be opened as documents.',
  answerTooLong: 'This answer is too long to open as a document.',
  newerOne: 'This answer has been opened as another document since.',
  versionGone: 'This version no longer exists.',
  patchGone: 'These suggestions were replaced by newer ones.',
  noRoom: 'The text would become too long.',
  tooLongForModel: (model: string) =>
    `This document is too long for ${model}. Choose another AI model for this conversation, or close the document.`,
} as const;

/** Why the server refuses a request. Apart from the other texts, so that no page loads them. */
export const chatRefusals = {
  folderGone: 'This folder is no longer there.',
  folderNameTooLong: 'This name is too long. Please shorten it.',
  busy: 'An answer is still being written here. Stop it or wait for its end, then send again.',
  messageGone: 'This message is no longer there.',
  nothingAsked: 'There is no question before this answer to ask again.',
  tooLong: 'This message is too long. Please shorten it.',
  instructionsTooLong: 'These instructions are too long. Please keep them under 20,000 characters.',
  modelGone: 'This model is not offered here. Please choose another one.',
  profileGone: 'This brand profile is no longer there. Please choose another one.',
  /** The object with the rest of a message can't be read. */
  restMissing: 'The full text cannot be read at the moment. Please try again later.',
  /** A part of a shared conversation that is to be duplicated can't be read. */
  copyUnavailable:
    'This conversation cannot be copied at the moment, because a part of it cannot be read. Please try again later.',
} as const;

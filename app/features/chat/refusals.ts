/** Why the server refuses a request. Apart from the other texts, so that no page loads them. */
export const chatRefusals = {
  folderGone: 'This folder no longer exists.',
  folderNameTooLong: 'This name is too long. Use up to 80 characters.',
  busy: 'The assistant is still answering. Stop it or wait until it’s done, then send again.',
  messageGone: 'This message no longer exists.',
  notComplete: 'Wait until the answer is complete.',
  nothingAsked: 'There’s no question here to answer again.',
  tooLong: 'This message is too long. Shorten it and send it again.',
  instructionsTooLong: 'These instructions are too long. Use up to 20,000 characters.',
  modelGone: 'This AI model isn’t available. Choose another.',
  profileGone: 'This brand profile no longer exists. Choose another.',
  /** The object with the rest of a message can't be read. */
  restMissing: 'We can’t load the full text right now. Try again later.',
  /** A part of a shared conversation that is to be duplicated can't be read. */
  copyUnavailable:
    'We can’t duplicate this conversation right now, because part of it can’t be loaded. Try again later.',
} as const;

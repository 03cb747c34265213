/** The spec's texts of the chat lab (spec §2, §4, §5, §8), and ours where it is silent. */
export const chatMessages = {
  emptyList: 'Start a new conversation',
  importedTitle: 'Imported Chat',
  newTitle: 'New Chat',
  loadFailed: 'Failed to load conversations.',
  createFailed: 'Failed to create new conversation',
  saveFailed: 'Failed to save message',
  titleFailed: 'Failed to update conversation title',

  apology: 'I’m sorry, I could not finish this answer.',
  stopped: 'You stopped this answer.',
  interrupted: 'This answer was interrupted. What had arrived is kept.',
  brokeOff: 'the answer broke off',
  busy: 'An answer is still being written here. Stop it or wait for its end, then send again.',
  gone: 'This conversation is no longer there.',
  tooLong: 'This message is too long. Please shorten it.',
} as const;

/** The toast for an assistant failure (spec §8). */
export function answerErrorText(reason: string): string {
  return `AI response error: ${reason}. Please try again.`;
}

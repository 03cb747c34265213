import { formatNumber } from '~/lib/format/numbers';
import { COPY_TEXTS } from '~/ui/texts';

/** Texts of the chat. Those that docs/product.md quotes are fixed (Chat texts, Conversation titles). */
export const chatTexts = {
  /** The list without conversations. */
  emptyList: 'Start a new conversation',
  /** The list when a filter leaves nothing. */
  noMatches: 'No conversations match your search',
  /** The group of imported conversations. */
  imports: 'ChatGPT Imports',
  /** An import without a title. */
  importedTitle: 'Imported Chat',
  /** An untitled conversation. */
  newTitle: 'New Chat',
  /** The list, or its next page, could not be loaded. */
  loadFailed: 'Failed to load conversations.',
  /** New Chat failed, or brought no id. */
  createFailed: 'Failed to create new conversation',
  /** A message was refused without a reason. */
  saveFailed: 'Failed to save message',
  /** The automatic title could not be saved. */
  titleFailed: 'Failed to update conversation title',
  /** An inline rename could not be saved. */
  renameFailed: 'Failed to rename conversation',
  /** Copy, at a message. */
  copied: COPY_TEXTS.copied,
  /** Copy, at a message, but the browser refused the clipboard. */
  copyFailed: COPY_TEXTS.copyFailed,
  /** Copying a whole conversation, but the browser refused the clipboard. */
  conversationCopyFailed: 'Failed to copy conversation',

  pinned: 'Pinned',
  archive: 'Archived',
  emptyArchive: 'No archived conversations',
  emptyFolder: 'No conversations in this folder',

  apology: 'Sorry, I couldn’t finish this answer.',
  stopped: 'You stopped this answer.',
  interrupted: 'This answer was interrupted. Everything written so far is saved.',
  brokeOff: 'the answer was cut off',
  /** Names the gauge of the AI's context. */
  whatIsRead: 'What the AI reads',
  /** Above the first message that the AI still reads. */
  leftOut: (count: number) =>
    count === 1
      ? 'The assistant no longer sees the message above. It’s still here.'
      : `The assistant no longer sees the ${formatNumber(count)} messages above. They’re still here.`,
  gone: 'This conversation no longer exists.',
  /** Below the message field. */
  canBeWrong: 'AI can make mistakes. Check important details.',
  /** The same in demo mode. */
  demo: 'Answers are handwritten samples until AI is connected.',
  /** Another branch was requested, but didn't arrive. */
  branchFailed: 'Couldn’t show this version. Try again.',
  /** Regenerate was refused without a reason. */
  regenerateFailed: 'Couldn’t regenerate this answer. Try again.',
  /** The text of a message to edit didn't arrive. */
  editFailed: 'Couldn’t open this message for editing. Try again.',
  /** Earlier messages didn't arrive. */
  earlierFailed: 'Couldn’t load earlier messages. Try again.',
  /** Read out at the message of a search result. */
  arrived: 'This is the message you selected.',
  /** The text of an answer that is to become something else didn't arrive. */
  turnFailed: 'Couldn’t load this answer. Try again.',
  /** Stop was refused without a reason. */
  stopFailed: 'Couldn’t stop this answer. Try again.',
  /** Continue was refused without a reason. */
  continueFailed: 'Couldn’t continue this answer. Try again.',
  /** A request didn't arrive. */
  unreachable: 'We couldn’t reach the server. Check your connection and try again.',
  /** A setting of the conversation could not be saved, without a reason. */
  settingsFailed: 'Couldn’t save this setting. Try again.',
  /** Show full text failed without a reason. */
  fullTextFailed: 'Couldn’t load the full text. Try again.',
  /** Show all files failed without a reason. */
  filesFailed: 'Couldn’t load the files. Try again.',
} as const;

/** The longest folder name, in UTF-16 units. */
export const MAX_FOLDER_NAME = 80;

/** The toast for an answer that failed. */
export function answerErrorText(reason: string): string {
  return `AI response error: ${reason}. Please try again.`;
}

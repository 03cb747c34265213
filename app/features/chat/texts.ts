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
  /** Delete, before it is done. */
  deleteQuestion: 'Are you sure you want to delete?',
  /** A conversation has been deleted. */
  deleted: 'Conversation deleted',
  /** A conversation could not be deleted. */
  deleteFailed: 'Failed to delete conversation',
  /** An inline rename could not be saved. */
  renameFailed: 'Failed to rename conversation',
  /** Copy, at a message. */
  copied: COPY_TEXTS.copied,
  /** Copy, at a message, but the browser refused the clipboard. */
  copyFailed: COPY_TEXTS.copyFailed,
  /** Copying a whole conversation, but the browser refused the clipboard. */
  conversationCopyFailed: 'Failed to copy conversation',
  /** Undo came too late, or failed. */
  restoreFailed: 'This conversation could not be brought back.',
  /** The same for several. */
  restoreSeveralFailed: 'These conversations could not be brought back.',

  pinned: 'Pinned',
  archive: 'Archived',
  emptyArchive: 'No archived conversations',
  emptyFolder: 'No conversations in this folder',
  archived: 'Conversation archived',
  unarchived: 'Conversation brought back',
  archiveFailed: 'This could not be archived. Please try again.',
  unarchiveFailed: 'This could not be brought back. Please try again.',
  pinFailed: 'This could not be pinned. Up to 50 conversations can be.',
  unpinFailed: 'This could not be unpinned. Please try again.',
  moveFailed: 'This could not be moved. Please try again.',
  folderFailed: 'This folder could not be saved. Please try again.',
  folderDeleted: 'Folder deleted. What was in it is back in the list.',
  folderDeleteQuestion: 'Delete this folder?',
  folderDeleteFailed: 'This folder could not be deleted. Please try again.',
  folderNameMissing: 'Please type a name.',
  folderNameTaken: 'You have a folder of this name already.',

  apology: 'I’m sorry, I could not finish this answer.',
  stopped: 'You stopped this answer.',
  interrupted: 'This answer was interrupted. What had arrived is kept.',
  brokeOff: 'the answer broke off',
  gone: 'This conversation is no longer there.',
  /** Another branch was requested, but didn't arrive. */
  branchFailed: 'This version could not be shown. Please try again.',
  /** Regenerate was refused without a reason. */
  regenerateFailed: 'Asking again failed. Please try again.',
  /** The text of a message to edit didn't arrive. */
  editFailed: 'This message could not be loaded for editing. Please try again.',
  /** Earlier messages didn't arrive. */
  earlierFailed: 'Earlier messages could not be loaded. Please try again.',
  /** Read out at the message of a search result. */
  arrived: 'This is the message that you chose.',
  /** A setting of the conversation could not be saved, without a reason. */
  settingsFailed: 'This setting could not be saved. Please try again.',
  /** Show full text failed without a reason. */
  fullTextFailed: 'The full text could not be loaded. Please try again.',
  /** Show all files failed without a reason. */
  filesFailed: 'The files could not be loaded. Please try again.',
} as const;

/** The longest folder name, in UTF-16 units. */
export const MAX_FOLDER_NAME = 80;

/** `done` is 'deleted', 'archived', 'moved' or 'brought back'. */
export function severalText(count: number, done: string): string {
  return `${count} conversations ${done}`;
}

/** The toast for an answer that failed. */
export function answerErrorText(reason: string): string {
  return `AI response error: ${reason}. Please try again.`;
}

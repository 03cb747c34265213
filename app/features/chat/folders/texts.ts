/** Texts of deleting, archiving, pinning, and sorting conversations, which no page loads first. Those that docs/product.md quotes are fixed (Chat texts). */
export const organizingTexts = {
  /** Delete, before it is done. */
  deleteQuestion: 'Are you sure you want to delete?',
  /** A conversation has been deleted. */
  deleted: 'Conversation deleted',
  /** A conversation could not be deleted. */
  deleteFailed: 'Failed to delete conversation',
  /** Undo came too late, or failed. */
  restoreFailed: 'We couldn’t restore this conversation.',
  /** The same for several. */
  restoreSeveralFailed: 'We couldn’t restore all of these conversations.',
  archived: 'Conversation archived',
  unarchived: 'Conversation unarchived',
  archiveFailed: 'Couldn’t archive. Try again.',
  unarchiveFailed: 'Couldn’t unarchive. Try again.',
  pinFailed: 'Couldn’t pin this conversation. You can pin up to 50.',
  unpinFailed: 'Couldn’t unpin this conversation. Try again.',
  moveFailed: 'Couldn’t move. Try again.',
  folderFailed: 'Couldn’t save this folder. Try again.',
  folderDeleted: 'Folder deleted. Its conversations are back in your list.',
  folderDeleteQuestion: 'Delete this folder?',
  folderDeleteFailed: 'Couldn’t delete this folder. Try again.',
  folderNameMissing: 'Enter a name.',
  folderNameTaken: 'You already have a folder with this name.',
} as const;

/** `done` is 'deleted', 'archived', 'unarchived', or 'moved'. */
export function severalText(count: number, done: string): string {
  return `${count} conversations ${done}`;
}

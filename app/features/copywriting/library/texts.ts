import { COPY_TEXTS } from '~/ui/texts';

/** Texts of saved content. Those that docs/product.md quotes are fixed (Saved content, Copying). */
export const libraryTexts = {
  savedContent: 'Saved Content',
  /** A category or folder without contents. */
  empty: 'No saved content',
  /** A search without results. */
  noMatches: 'No saved content matches your search',
  deleted: 'Content deleted successfully',
  deleteFailed: 'Failed to delete content',
  /** The Copy button of a content. */
  copied: COPY_TEXTS.copied,
  /** The browser denied access to the clipboard. */
  copyFailed: COPY_TEXTS.copyFailed,

  loadFailed: 'We couldn’t load your saved content. Try again.',
  savedTo: (category: string) => `Saved to ${category}`,
  savedSeveral: (count: number) => `${count} texts saved`,
  saveUndone: 'Save undone',
  undoFailed: 'We couldn’t undo this. You can still delete it in Saved Content.',
  saveFailed: 'We couldn’t save this. Try again.',
  restoreFailed: 'We couldn’t restore this. Try again.',
  duplicated: 'Duplicated',
  duplicateFailed: 'We couldn’t duplicate this. Try again.',
  moved: 'Moved',
  moveFailed: 'We couldn’t move this. Try again.',
  versionsFailed: 'We couldn’t load the versions. Try again.',
  versionRestored: 'Version restored. The text it replaced is kept as a version.',
  versionRestoreFailed: 'We couldn’t restore this version. Try again.',
  formatFailed: 'We couldn’t save the format. Try again.',
  discussFailed: 'We couldn’t open the conversation. Try again.',
  textFailed: 'We couldn’t load the text. Try again.',
  folderFailed: 'We couldn’t save the folder. Try again.',
  folderNameTaken: 'You already have a folder with this name.',
  folderDeleted: 'Folder deleted',
  folderDeleteFailed: 'We couldn’t delete the folder. Try again.',
  tooManyFolders: 'You’ve reached the limit for folders here. Delete one to make room.',

  titleMissing: 'Add a title.',
  nameMissing: 'Add a name.',
  contentMissing: 'Add some text.',
  contentTooLong: 'This text is too long to save. Shorten it, then try again.',
  gone: 'This content no longer exists.',
  deletedHere: 'This content was deleted.',
  folderGone: 'This folder no longer exists.',
  versionGone: 'This version no longer exists.',
  changedMeanwhile: 'This content was changed in another tab or on another device.',
} as const;

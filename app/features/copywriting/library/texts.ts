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

  loadFailed: 'Your saved content could not be loaded. Please try again.',
  saved: 'Saved to your content',
  saveFailed: 'This could not be saved. Please try again.',
  restoreFailed: 'This content could not be brought back.',
  duplicated: 'A copy has been made',
  duplicateFailed: 'The copy could not be made. Please try again.',
  moved: 'Moved',
  moveFailed: 'This could not be moved. Please try again.',
  versionsFailed: 'The versions could not be loaded. Please try again.',
  versionRestored: 'The version is back; what it replaced is among the versions',
  versionRestoreFailed: 'This version could not be brought back. Please try again.',
  formatFailed: 'The format could not be saved. Please try again.',
  discussFailed: 'The conversation could not be opened. Please try again.',
  textFailed: 'The text could not be loaded. Please try again.',
  folderFailed: 'The folder could not be saved. Please try again.',
  folderNameTaken: 'There is a folder of this name already.',
  folderDeleted: 'Folder deleted',
  folderDeleteFailed: 'The folder could not be deleted. Please try again.',
  tooManyFolders: 'There are as many folders here as there can be.',

  titleMissing: 'Please type a title.',
  nameMissing: 'Please type a name.',
  contentMissing: 'Please type a text.',
  contentTooLong: 'This text is too long to be saved. Please shorten it.',
  gone: 'This content is no longer there.',
  folderGone: 'This folder is no longer there.',
  versionGone: 'This version is no longer there.',
  changedMeanwhile: 'This content was changed in another tab or on another device meanwhile.',
} as const;

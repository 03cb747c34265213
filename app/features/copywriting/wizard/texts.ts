/** Messages of the wizard and of the pages of its briefs. */
export const briefTexts = {
  writeFailed: 'This could not be started. Everything you typed is still here; please try again.',
  someInvalid: 'Please look at what is marked above.',
  estimateFailed: 'The cost cannot be estimated right now.',

  stopFailed: 'This could not be stopped. Please try again.',
  continueFailed: 'This could not be continued. Please try again.',
  againFailed: 'This could not be written again. Please try again.',
  moreFailed: 'Another variant could not be started. Please try again.',

  chooseFailed: 'The other text could not be shown. Please try again.',
  briefGone: 'This brief has been deleted.',

  stopped: 'Stopped. What had come is kept.',
  stoppedEmpty: 'Stopped before anything was written.',
  interrupted: 'The server was restarted while this was written. What had come is kept.',
  interruptedEmpty: 'The server was restarted before anything was written.',
  failed: 'This could not be finished.',
  failedEmpty: 'This could not be written.',
  brokeOff: 'The text broke off.',

  copied: 'Copied to clipboard',
  copyFailed: 'Failed to copy',

  editFailed: 'Your changes could not be kept. Please try again.',
  editConflict: 'This text was changed in another tab or on another device meanwhile.',
  editGone: 'This text is no longer there. You can copy yours.',
  editKept: 'Your changes are kept',

  savedOne: 'Saved to your content',
  savedAll: (count: number) => `${count} texts saved to your content`,
  saveFailed: 'This could not be saved. Please try again.',
  titleMissing: 'Please type a title.',
  foldersFailed: 'Your folders could not be loaded. Please try again.',

  briefDeleted: 'Brief deleted',
  deleteFailed: 'The brief could not be deleted. Please try again.',
  listFailed: 'Older briefs could not be loaded. Please try again.',
} as const;

/** Why the server refuses something about briefs, in words for the user. */
export const briefRefusals = {
  problems: 'Please look at what is marked.',
  unreadable: 'This request could not be understood.',
  gone: 'This brief is no longer there.',
  variantGone: 'This text is no longer there.',
  busy: 'This text is still being written. Stop it or wait for its end first.',
  busySeveral: 'One of these texts is still being written. Stop it or wait for its end first.',
  finished: 'This text is finished. You can ask for another one instead.',
  changedMeanwhile: 'This text was changed in another tab or on another device meanwhile.',
  tooLong: 'This text is too long. Please shorten it.',
  empty: 'There is no text yet that could be saved.',
  enough: 'There are as many variants as there can be. You can have one of them written again.',
  otherFormat: 'This brief has no text of this format.',
} as const;

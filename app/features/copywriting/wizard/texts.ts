/** Messages of the wizard and of the pages of its briefs. */
export const briefTexts = {
  writeFailed: 'We couldn’t start writing. Everything you typed is still here. Try again.',
  someInvalid: 'Fix the highlighted fields.',
  estimateFailed: 'We can’t estimate the cost right now.',

  stopFailed: 'We couldn’t stop this. Try again.',
  continueFailed: 'We couldn’t continue this text. Try again.',
  againFailed: 'We couldn’t start a new version. Try again.',
  moreFailed: 'We couldn’t start another variant. Try again.',

  chooseFailed: 'We couldn’t switch versions. Try again.',
  briefGone: 'This brief was deleted.',

  stopped: 'Stopped. Everything written so far is kept.',
  stoppedEmpty: 'Stopped before the first word.',
  interrupted: 'Writing was interrupted. Everything written so far is kept.',
  interruptedEmpty: 'Writing was interrupted before the first word.',
  failed: 'We couldn’t finish this text.',
  failedEmpty: 'We couldn’t write this text.',
  brokeOff: 'The text was cut off.',

  copied: 'Copied to clipboard',
  copyFailed: 'Failed to copy',

  editFailed: 'Your changes weren’t saved, but they’re still here. Try again.',
  editConflict: 'This text was changed in another tab or on another device.',
  editGone: 'This text was deleted. You can still copy your version.',
  editKept: 'Changes saved',

  saveFailed: 'We couldn’t save this. Try again.',
  foldersFailed: 'We couldn’t load your folders. Try again.',

  briefDeleted: 'Brief deleted',
  deleteFailed: 'Your brief wasn’t deleted. Try again.',
  listFailed: 'We couldn’t load older briefs. Try again.',
} as const;

/** Why the server refuses something about briefs, in words for the user. */
export const briefRefusals = {
  problems: 'Fix the highlighted fields.',
  unreadable: 'We couldn’t read this request.',
  gone: 'This brief no longer exists.',
  variantGone: 'This text no longer exists.',
  busy: 'We’re still writing this text. Stop it first, or wait until it’s finished.',
  busySeveral:
    'We’re still writing one of these texts. Stop it first, or wait until it’s finished.',
  finished: 'This text is already finished. You can write a new version instead.',
  changedMeanwhile: 'This text was changed in another tab or on another device.',
  tooLong: 'This text is too long to save. Shorten it, then try again.',
  empty: 'There’s no text to save yet.',
  enough: 'You’ve reached the limit for variants. You can regenerate one of these instead.',
  otherFormat: 'This brief doesn’t include that format.',
} as const;

/** Texts of rewrites. */
export const rewriteTexts = {
  nothingSelected: 'Please select some text first.',
  tooLong: 'This passage is too long. Please select at most 20,000 characters.',
  toneMissing: 'Please say which tone you want.',
  languageMissing: 'Please say which language you want.',
  noteTooLong: 'This wish is too long. Please shorten it.',

  /** It did not begin, and the server had no words for it. */
  beginFailed: 'This could not be asked for. Please try again.',
  stopFailed: 'This could not be stopped. Please try again.',
  failed: 'The new wording could not be finished.',
  interrupted: 'The new wording was interrupted.',
  stopped: 'You stopped it.',
  /** Accept, but the passage is no longer there. */
  selectionGone:
    'The passage that this was made from is no longer in your text. You can copy the new wording.',
  noRoom: 'With this wording your text would be too long to be saved.',
  accepted: 'The new wording is in your text. Undo brings the old one back.',
  copied: 'The new wording is copied',
} as const;

/** Texts of rewrites. */
export const rewriteTexts = {
  nothingSelected: 'Select some text first.',
  tooLong: 'This passage is too long. Select up to 20,000 characters.',
  toneMissing: 'Add a tone.',
  languageMissing: 'Add a language.',
  instructionMissing: 'Say what to change.',
  noteTooLong: 'Your note is too long. Shorten it.',

  /** For screen readers, when something is selected. */
  toolsOpen: 'Rewriting tools are open. Press Control+J or Command+J to reach them.',

  /** It did not begin, and the server had no words for it. */
  beginFailed: 'We couldn’t start the rewrite. Try again.',
  stopFailed: 'We couldn’t stop this. Try again.',
  failed: 'We couldn’t finish the rewrite.',
  interrupted: 'The rewrite was interrupted.',
  stopped: 'Stopped',
  unchanged: 'Your text hasn’t changed.',
  same: 'The rewrite is the same as your text.',
  /** The passage was changed or removed meanwhile. */
  selectionGone: 'The original passage is no longer in your text. You can still copy the rewrite.',
  noRoom: 'With this rewrite, your text would be too long to save.',
  accepted: 'Rewrite accepted. Undo brings the original back.',
  passages: 'Show the passages sent to the AI',
  /** Documents that are short enough go along whole, and a brand may have none. */
  noPassages: 'No passages to show. Short documents are sent in full.',
  copied: 'Rewrite copied to clipboard',
} as const;

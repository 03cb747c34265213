/** Texts of the prompt library. */
export const promptTexts = {
  loadFailed: 'Couldn’t load your prompts. Try again.',
  saveFailed: 'Couldn’t save this prompt. Try again.',
  deleteFailed: 'Couldn’t delete this prompt. Try again.',
  hideFailed: 'Couldn’t change this. Try again.',
  restoreFailed: 'We couldn’t restore this prompt.',
  saved: 'Prompt saved',
  deleted: 'Prompt deleted',
  gone: 'This prompt no longer exists.',
  nameMissing: 'Enter a name.',
  nameTooLong: 'This name is too long. Use up to 100 characters.',
  textMissing: 'Enter the text of your prompt.',
  textTooLong: 'This text is too long. Use up to 20,000 characters.',
  tooMany: 'You’ve reached the limit of 500 prompts. Delete one first.',
  changed:
    'This prompt was changed in another tab. Copy your text, then reopen the prompt to see the latest version.',
} as const;

/** Texts of the prompt library. */
export const promptTexts = {
  loadFailed: 'Your prompts could not be loaded. Please try again.',
  saveFailed: 'This prompt could not be saved. Please try again.',
  deleteFailed: 'This prompt could not be deleted. Please try again.',
  hideFailed: 'This could not be changed. Please try again.',
  restoreFailed: 'This prompt could not be brought back.',
  saved: 'Prompt saved',
  deleted: 'Prompt deleted',
  gone: 'This prompt is no longer there.',
  nameMissing: 'Please give the prompt a name.',
  nameTooLong: 'This name is too long. Please keep it under 100 characters.',
  textMissing: 'Please write the text of the prompt.',
  textTooLong: 'This text is too long. Please keep it under 20,000 characters.',
  tooMany: 'You have 500 prompts, which is the most there can be. Delete one first.',
  changed:
    'This prompt was changed elsewhere meanwhile. Copy your text, then open the prompt again to see the other version.',
} as const;

/** What the pages of imports and exports say. */
export const pageTexts = {
  loadFailed: 'Your imports could not be loaded.',
  exportsFailed: 'Your exports could not be loaded.',
  beginFailed: 'The import could not be begun. Please try again.',
  startFailed: 'The import could not be started. Please try again.',
  cancelFailed: 'The import could not be canceled. Please try again.',
  removeFailed: 'The import could not be removed. Please try again.',
  listFailed: 'The list could not be loaded.',
  exportFailed: 'The export could not be begun. Please try again.',
  exportCancelFailed: 'The export could not be canceled. Please try again.',
  exportRemoveFailed: 'The file could not be removed. Please try again.',
  otherFiles:
    'These are not the same files. Choose the ones that you began with, or cancel and begin anew.',
  dropHere: 'Drop your export to import it',
} as const;

/** What people read about imports and exports. */
export const importExportTexts = {
  exportGone: 'This export does not exist any more.',
  exportOver: 'The time for this download is over. Please make a new export.',
  exportNotReady: 'This export is not ready yet.',
  exportFileAway: 'The archive cannot be read at the moment. Please try again in a few minutes.',
  exportAgain: 'The export before has just ended. Please try again.',
  exportAway:
    'Your files could not be read or the archive not be stored for a while. Please try again later.',
  exportBroken: 'Writing the archive broke off too often. Please try again later.',
} as const;

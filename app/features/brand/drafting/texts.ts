/** Texts of profile drafts. */
export const draftTexts = {
  websiteFailed: 'We couldn’t read this website. Check your connection and try again.',
  fileFailed: 'Your file didn’t arrive. Check your connection and try again.',
  gone: 'This draft is no longer available. Start a new one.',
  nothingToDraftFrom: 'Add some text about your business, or at least one writing sample.',
} as const;

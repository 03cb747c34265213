/** Texts of reviews. */
export const reviewTexts = {
  profileGone: 'This brand profile is no longer there. Choose another one.',
  needsProfile: 'A review goes by a brand profile. Create one, or make one active.',
  emptyProfile: 'This brand profile is empty. Fill in at least one field, then review your text.',
  needsProvider: 'Reviews need an AI provider. There’s no sample for them.',
  demoRefusal:
    'Reviews need an AI provider, and this site is in demo mode. Ask your admin to connect one.',
  noText: 'Add some text to review.',
  tooLong: 'This text is too long to review. Reviews work for up to 20,000 characters.',
  termsFailed: 'We couldn’t estimate the cost. Check your connection and try again.',
  startFailed: 'We couldn’t start the review. Try again.',
  stopFailed: 'We couldn’t stop the review. Try again.',
  failed: 'We couldn’t finish the review.',
  interrupted: 'The review was interrupted.',
  stopped: 'Stopped.',
  unchanged: 'Your text hasn’t changed.',
  unreadable: 'We couldn’t read this review.',
  changed: 'Your text has changed since this review.',
  sentenceGone: 'This sentence is no longer in your text.',
  noRewrites: 'No sentence needs a rewrite.',
  nothingToGoBy: 'Your profile says nothing about this yet.',
  kept: 'Scores are an AI’s opinion. Kept for 24 hours.',
} as const;

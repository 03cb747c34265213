/** Texts of reviews against a brand. */
export const reviewTexts = {
  needsProvider:
    'Reviews need an AI provider, and this site is in demo mode. Ask your admin to connect one.',
  noText: 'Add some text to review.',
  tooLong: 'This text is too long to review. Reviews work for up to 20,000 characters.',
  emptyProfile: 'This brand profile is empty. Fill in at least one field, then review your text.',
} as const;

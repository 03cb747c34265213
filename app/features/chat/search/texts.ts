/** Texts of the search. */
export const searchTexts = {
  label: 'Search everything',
  placeholder: 'Search titles and messages',
  failed: 'The search failed. Check your connection and try again.',
  nothing: 'Nothing found. All words must be in the same message; the last one may be unfinished.',
  noConversations: 'What you write in the chat will be found here.',
} as const;

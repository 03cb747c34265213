/** Texts of the search. */
export const searchTexts = {
  label: 'Search everything',
  failed: 'Search failed. Check your connection and try again.',
  nothing: 'No matches. Try fewer words.',
  noConversations: 'Your chats will show up here.',
} as const;

/** Texts of proposals of voice rules. */
export const proposalTexts = {
  needsProvider:
    'Suggested rules need an AI provider, and this site is in demo mode. Ask your admin to connect one.',
  noSample: 'Suggested rules need an AI provider. There’s no sample for them.',
  nothingToGoBy: 'Paste an example of your writing, or fill in your brand profile first.',
  exampleTooLong: 'This example is too long. Keep the best part, up to 10,000 characters.',
  termsFailed: 'We couldn’t estimate the cost. Check your connection and try again.',
  startFailed: 'We couldn’t start the suggestions. Try again.',
  stopFailed: 'We couldn’t stop this. Try again.',
  addFailed: 'We couldn’t add the rules. Try again.',
  added: 'Rules added',
  failed: 'We couldn’t finish the suggestions.',
  interrupted: 'The suggestions were interrupted.',
  none: 'We found no rules in this. Add more examples and try again.',
  noQuote: 'No quote: check this one with care.',
  kept: 'Examples and suggestions are deleted after 24 hours.',
} as const;

/** Errors of the server. Those of the assistant complete "AI response error: …". */
export const REFUSALS = {
  notAQuestion: 'there was no question',
  questionTooLong: 'your question is longer than 2,000 characters',
  budgetSpent: 'the help assistant has reached its limit for today',
  shareSpent: 'you’ve reached your limit for today, so ask again tomorrow',
  emptyAnswer: 'the answer was empty',
  articleGone: 'We can’t find that help article.',
  messageGone: 'We can’t find that message. It may have been deleted.',
} as const;

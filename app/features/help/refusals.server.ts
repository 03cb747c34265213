/** Errors of the server. Those of the assistant complete "AI response error: …". */
export const REFUSALS = {
  notAQuestion: 'there is no question to answer',
  questionTooLong: 'the question is longer than 2,000 characters',
  budgetSpent: 'the help assistant has answered all that it can today',
  shareSpent: 'you have reached your limit for today, so please ask again tomorrow',
  emptyAnswer: 'the AI service sent an empty answer',
  articleGone: 'There is no such help article.',
  messageGone: 'There is no such message.',
} as const;

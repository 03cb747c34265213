import { FIELD_TEXTS } from '~/features/accounts';

/** Texts of help. Those of the contact form are fixed (docs/product.md, Contact form). */
export const helpTexts = {
  firstNameMissing: FIELD_TEXTS.firstNameMissing,
  lastNameMissing: FIELD_TEXTS.lastNameMissing,
  emailMissing: FIELD_TEXTS.emailMissing,
  emailInvalid: FIELD_TEXTS.emailInvalid,
  /** A suggestion without details. */
  suggestionMissing: 'Please enter your suggestion',
  /** A support request without details. */
  issueMissing: 'Please enter your issue details',
  /** For a visitor's suggestion. */
  suggestionNeedsLogin: 'You must be logged in to submit a suggestion',
  /** For details beyond the limit. */
  tooLong: FIELD_TEXTS.nameTooLong,
  suggestionSent: 'Thank you! Your suggestion has been submitted successfully',
  supportSent: 'Thank you! Your support request has been submitted successfully',
  /** When the server gives no message. */
  suggestionFailed: 'Failed to submit suggestion. Please try again.',
  /** When the server gives no message. */
  supportFailed: 'Failed to submit support request. Please try again.',

  // The assistant: errors complete "AI response error: …".
  apology: 'I’m sorry, I could not answer this.',
  invalidAnswer: 'the answer has an invalid structure',
  noAnswer: 'the server could not be reached',

  // The inbox of admins.
  replyMissing: 'Please write an answer.',
  replyFailed: 'The answer could not be sent. It is still here: please try again.',
  stateFailed: 'This could not be changed. Please try again.',
} as const;

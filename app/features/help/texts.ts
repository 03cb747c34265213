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
  apology: 'Sorry, I couldn’t answer that.',
  invalidAnswer: 'the answer was garbled',
  noAnswer: 'we couldn’t reach the server',

  // The inbox of admins.
  replyMissing: 'Write a reply.',
  replyFailed: 'Your reply wasn’t sent. It’s still here, so try again.',
  stateFailed: 'That didn’t work, and nothing was changed. Try again.',
} as const;

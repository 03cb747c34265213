import { FIELD_TEXTS } from '~/features/accounts';

/** Texts of the help menu. Those of the contact form are fixed (docs/product.md, Contact form). */
export const helpTexts = {
  /** Sent without a first name. */
  firstNameMissing: FIELD_TEXTS.firstNameMissing,
  /** Sent without a last name. */
  lastNameMissing: FIELD_TEXTS.lastNameMissing,
  /** Sent without an email address. */
  emailMissing: FIELD_TEXTS.emailMissing,
  /** Sent with something that is no email address. */
  emailInvalid: FIELD_TEXTS.emailInvalid,
  /** A suggestion without details. */
  suggestionMissing: 'Please enter your suggestion',
  /** A support request without details. */
  issueMissing: 'Please enter your issue details',
  /** A visitor sends a suggestion. */
  suggestionNeedsLogin: 'You must be logged in to submit a suggestion',
  /** Details, or a subject, beyond all measure. */
  tooLong: FIELD_TEXTS.nameTooLong,
  /** The server took a suggestion. */
  suggestionSent: 'Thank you! Your suggestion has been submitted successfully',
  /** The server took a support request. */
  supportSent: 'Thank you! Your support request has been submitted successfully',
  /** A suggestion failed, and the server gave no message. */
  suggestionFailed: 'Failed to submit suggestion. Please try again.',
  /** A support request failed, and the server gave no message. */
  supportFailed: 'Failed to submit support request. Please try again.',

  // The assistant. What can fail completes "AI response error: …".
  apology: 'I’m sorry, I could not answer this.',
  invalidAnswer: 'the answer has an invalid structure',
  noAnswer: 'the server could not be reached',

  // The inbox of admins.
  replyMissing: 'Please write an answer.',
  replyFailed: 'The answer could not be sent. It is still here: please try again.',
  stateFailed: 'This could not be changed. Please try again.',
} as const;

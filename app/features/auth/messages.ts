/** An action or a call after the session ended. */
export const NOT_AUTHENTICATED = 'User not authenticated';

export const SIGN_OUT_FAILED = 'Failed to sign out. Please try again.';

/** The codes by which a hosted sign-in service would name these failures. */
export type ProviderCode =
  | 'email-already-in-use'
  | 'wrong-password'
  | 'invalid-credential'
  | 'user-not-found'
  | 'too-many-requests'
  | 'user-disabled'
  | 'network-request-failed'
  | 'requires-recent-login'
  | 'expired-action-code'
  | 'invalid-action-code';

// One text for the three, so that no answer tells whether an account exists.
const NO_MATCH =
  'This email and password do not match an account. Please check both and try again.';

/** What a person reads for each code. */
export const PROVIDER_TEXTS: Record<ProviderCode, string> = {
  'email-already-in-use':
    'There is already an account with this email. Sign in instead, or use another email.',
  'wrong-password': NO_MATCH,
  'invalid-credential': NO_MATCH,
  'user-not-found': NO_MATCH,
  'too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'user-disabled': 'This account is disabled. Please contact whoever runs this site.',
  'network-request-failed':
    'We could not reach the server. Please check your connection and try again.',
  'requires-recent-login': 'For this, please confirm first that it is you: sign in again.',
  'expired-action-code': 'This link has expired. Please ask for a new one.',
  'invalid-action-code':
    'This link is not valid, or it was used already. Please ask for a new one.',
};

export const FIELD_TEXTS = {
  emailMissing: 'Please enter your email',
  emailInvalid: 'Please enter a valid email address',
  passwordMissing: 'Please enter your password',
  newPasswordMissing: 'Please choose a password',
  firstNameMissing: 'Please enter your first name',
  lastNameMissing: 'Please enter your last name',
  nameTooLong: (most: number) => `Please use at most ${most} characters`,
};

/** Many people sign in at this moment: hashing passwords can't keep up. */
export const SIGN_IN_BUSY = 'Many people are signing in right now. Please try again in a moment.';

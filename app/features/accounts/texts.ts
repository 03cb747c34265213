/** The answer to an action or a call after the session has ended. */
export const NOT_AUTHENTICATED = 'User not authenticated';

export const SIGN_OUT_FAILED = 'Failed to sign out. Please try again.';

/** A hosted sign-in service would use these codes for the failures. */
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

// All three have the same text, so that no answer reveals whether an account exists.
const NO_MATCH =
  'This email and password do not match an account. Please check both and try again.';

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

/** About emails with links, and what the links did. */
export const EMAIL_TEXTS = {
  passwordToConfirm: 'Enter the password of this account to confirm its email.',
  // Whether or not there is such an account, the answer must be the same, and take the same time.
  resetSent: (email: string) =>
    `If there is an account for ${email}, we have sent a link to it. The link works for one hour.`,
  verificationSent: (email: string) => `We have sent a new link to ${email}.`,
  passwordChanged: 'Your password was changed. Please sign in with the new one.',
  emailVerified: (email: string) => `Thank you. ${email} is confirmed.`,
  emailChanged: (email: string) => `Thank you. Your account has the email ${email} now.`,
};

/** For people who need a verified email address to get in. */
export const VERIFY_FIRST = 'Please confirm your email first: we have sent you a link.';

/** Why no one can sign up, or not with this invitation. Each says what to do instead. */
export const SIGN_UP_REFUSALS = {
  closed:
    'New accounts are not open here at the moment. If you have an account, sign in; if you would like one, write to whoever runs this site.',
  'invitation-needed':
    'New accounts here need an invitation. If you were sent one, open its link; if not, ask whoever runs this site.',
  'invitation-expired':
    'This invitation has expired. Please ask whoever sent it to you for a new one.',
  'invitation-used':
    'This invitation was used already. If it was you, sign in; if not, ask whoever sent it to you for a new one.',
  'invitation-unknown':
    'This invitation is not valid. Please check that you opened the whole link, or ask for a new one.',
};

/** At the email address of a sign-up, if not every address is accepted. */
export const SIGN_UP_TEXTS = {
  domainsHint: (domains: string) => `An address at ${domains}.`,
  otherDomain: (domains: string) =>
    `Accounts here are for addresses at ${domains}. Please use one of those.`,
  inviteeHint: 'Your invitation is for this address.',
  otherInvitee: (email: string) => `This invitation is for ${email}. Please use that address.`,
};

/** About the signed-in person's own account. */
export const ACCOUNT_TEXTS = {
  wrongPassword: 'This is not your password. Please try again.',
  currentPasswordMissing: 'Please enter your current password',
  newPasswordMissing: 'Please choose a new password',
  passwordChanged: 'Your password was changed. Your other devices are signed out.',
  emailLinkSent: (email: string, current: string) =>
    `We have sent a link to ${email}. Your email stays ${current} until you open it.`,
  sameEmail: 'This is your email already',
  newEmailMissing: 'Please enter your new email',
  namesFailed: 'Your name could not be saved. Please try again.',
  namesSaved: 'Your name is saved.',
  timeZoneUnknown: 'Please choose a time zone from the list',
  timeZoneFailed: 'Your time zone could not be saved. Please try again.',
  timeZoneSaved: 'Your time zone is saved.',
  sessionGone: 'This device is signed out already.',
  sessionEnded: (device: string) => `${device} is signed out.`,
  sessionFailed: 'This device could not be signed out. Please try again.',
  othersEnded: 'You are signed out everywhere else.',
  othersFailed: 'The other devices could not be signed out. Please try again.',
};

export const FIELD_TEXTS = {
  emailMissing: 'Please enter your email',
  emailInvalid: 'Please enter a valid email address',
  passwordMissing: 'Please enter your password',
  newPasswordMissing: 'Please choose a password',
  firstNameMissing: 'Please enter your first name',
  lastNameMissing: 'Please enter your last name',
  nameTooLong: (max: number) => `Please use at most ${max} characters`,
};

/** So many people are signing in that hashing passwords can't keep up. */
export const SIGN_IN_BUSY = 'Many people are signing in right now. Please try again in a moment.';

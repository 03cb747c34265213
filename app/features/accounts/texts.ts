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
const NO_MATCH = 'That email and password don’t match an account. Check both and try again.';

export const PROVIDER_TEXTS: Record<ProviderCode, string> = {
  'email-already-in-use':
    'An account with this email already exists. Sign in, or use another email.',
  'wrong-password': NO_MATCH,
  'invalid-credential': NO_MATCH,
  'user-not-found': NO_MATCH,
  'too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'user-disabled': 'This account is disabled. Contact your admin.',
  'network-request-failed': 'We couldn’t reach the server. Check your connection and try again.',
  'requires-recent-login': 'For your security, sign in again first.',
  'expired-action-code': 'This link has expired. Get a new one.',
  'invalid-action-code': 'This link isn’t valid or was already used. Get a new one.',
};

/** After a person asked for an email with a link. */
export const LINK_TEXTS = {
  // Whether or not there is such an account, the answer must be the same, and take the same time.
  resetSent: (email: string) =>
    `If there’s an account for ${email}, we sent it a link. The link works for one hour.`,
  verificationSent: (email: string) => `We sent a new link to ${email}.`,
  changeSent: (email: string, current: string) =>
    `We sent a link to ${email}. Your email stays ${current} until you open it.`,
};

/** The same without an email service: the link is in the outbox, where only the operator finds it. */
export const UNSENT_LINK_TEXTS: typeof LINK_TEXTS = {
  resetSent: (email) =>
    `This site can’t send email yet. If there’s an account for ${email}, ask your admin for the link.`,
  verificationSent: (email) =>
    `This site can’t send email yet. Ask your admin to confirm ${email} for you.`,
  changeSent: (email, current) =>
    `This site can’t send email yet. Ask your admin for the link that confirms ${email}. Your email stays ${current} until then.`,
};

/** About what a link did. */
export const EMAIL_TEXTS = {
  passwordToConfirm: 'Enter this account’s password to confirm its email.',
  passwordChanged: 'Your password was changed. Sign in with the new one.',
  emailVerified: (email: string) => `Thank you! ${email} is confirmed.`,
  emailChanged: (email: string) => `Thank you! Your email is now ${email}.`,
};

/** For people who need a verified email address to get in. */
export const VERIFY_FIRST = 'Confirm your email first.';

/** Why no one can sign up, or not with this invitation. Each says what to do instead. */
export const SIGN_UP_REFUSALS = {
  closed: 'Sign-up is closed right now. Want an account? Contact us.',
  'invitation-needed':
    'You need an invitation to sign up. Have one? Open its link. If not, contact us.',
  'invitation-expired': 'This invitation has expired. Ask the person who sent it for a new one.',
  'invitation-used':
    'This invitation was already used. If that was you, sign in. If not, ask the person who sent it for a new one.',
  'invitation-unknown':
    'This invitation isn’t valid. Make sure you opened the whole link, or ask for a new one.',
};

/** At the email address of a sign-up, if not every address is accepted. */
export const SIGN_UP_TEXTS = {
  domainsHint: (domains: string) => `Use an address at ${domains}.`,
  otherDomain: (domains: string) => `You need an address at ${domains} to sign up.`,
  inviteeHint: 'Your invitation is for this address.',
  otherInvitee: (email: string) => `This invitation is for ${email}. Use that address.`,
};

/** About the signed-in person's own account. */
export const ACCOUNT_TEXTS = {
  wrongPassword: 'That’s not your password. Try again.',
  currentPasswordMissing: 'Please enter your current password',
  newPasswordMissing: 'Please choose a new password',
  passwordChanged: 'Your password was changed. Your other devices are signed out.',
  passwordAdded: 'Your password is set. Your other devices are signed out.',
  sameEmail: 'This is already your email',
  newEmailMissing: 'Please enter your new email',
  namesFailed: 'Your name wasn’t saved. Try again.',
  namesSaved: 'Name saved.',
  timeZoneUnknown: 'Please choose a time zone from the list',
  timeZoneFailed: 'Your time zone wasn’t saved. Try again.',
  timeZoneSaved: 'Time zone saved.',
  sessionGone: 'This device is already signed out.',
  sessionEnded: (device: string) => `${device} is signed out.`,
  sessionFailed: 'This device wasn’t signed out. Try again.',
  othersEnded: 'You’re signed out everywhere else.',
  othersFailed: 'Your other devices weren’t signed out. Try again.',
};

export const FIELD_TEXTS = {
  emailMissing: 'Please enter your email',
  emailInvalid: 'Please enter a valid email address',
  passwordMissing: 'Please enter your password',
  newPasswordMissing: 'Please choose a password',
  passwordLeaked: 'This password was in a data leak. Choose another one',
  passwordCommon: 'Many people use this password. Choose one that’s harder to guess',
  firstNameMissing: 'Please enter your first name',
  lastNameMissing: 'Please enter your last name',
  nameTooLong: (max: number) => `Use at most ${max} characters`,
};

/** So many people are signing in that hashing passwords can't keep up. */
export const SIGN_IN_BUSY = 'Many people are signing in right now. Try again in a moment.';

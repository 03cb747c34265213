/** How someone signed in. */
export type SignInMethod =
  | 'sign-up'
  | 'password'
  | 'code'
  | 'passkey'
  | 'password-and-passkey'
  | 'identity'
  | 'identity-and-code'
  | 'identity-and-passkey';

/** What happened, in words. `detail` is what the row says about it, such as a passkey's name. */
const EVENT_TEXTS = {
  'signed-in': (method: string) => SIGN_IN_TEXTS[method as SignInMethod] ?? 'Signed in',
  'signed-out': (device: string) => `Signed out ${device}`,
  'others-signed-out': () => 'Signed out all other devices',
  'all-signed-out': () => 'Your admin signed out all devices',
  'password-changed': () => 'Changed the password',
  'password-reset': () => 'Reset your password from an emailed link',
  'password-set': () => 'Your admin set a new password',
  'email-changed': () => 'Changed your email',
  'two-factor-on': () => 'Turned on two-factor sign-in',
  'two-factor-off': () => 'Turned off two-factor sign-in',
  'two-factor-reset': () => 'Your admin reset two-factor sign-in',
  'backup-codes-created': () => 'Created new backup codes',
  'backup-code-used': () => 'Used a backup code',
  'passkey-added': (name: string) => `Added the passkey “${name}”`,
  'passkey-removed': (name: string) => `Removed the passkey “${name}”`,
  'identity-linked': (issuer: string) => `Linked your ${issuer} account`,
  'identity-unlinked': (issuer: string) => `Unlinked your ${issuer} account`,
  'identities-unlinked': () => 'Unlinked all accounts, because the email had never been confirmed',
  'passkeys-removed': () => 'Removed all passkeys, because the email had never been confirmed',
} satisfies Record<string, (detail: string) => string>;

const SIGN_IN_TEXTS: Record<SignInMethod, string> = {
  'sign-up': 'Created the account',
  password: 'Signed in with your password',
  code: 'Signed in with your password and a code',
  passkey: 'Signed in with a passkey',
  'password-and-passkey': 'Signed in with your password and a passkey',
  identity: 'Signed in with a linked account',
  'identity-and-code': 'Signed in with a linked account and a code',
  'identity-and-passkey': 'Signed in with a linked account and a passkey',
};

export type SecurityEventKind = keyof typeof EVENT_TEXTS;

export function eventText(kind: string, detail: string): string {
  return isKind(kind) ? EVENT_TEXTS[kind](detail) : kind;
}

/** False for those of a later version, which ran here for a while. */
function isKind(kind: string): kind is SecurityEventKind {
  return Object.hasOwn(EVENT_TEXTS, kind);
}

/** An event, as the person sees it. */
export interface SecurityEventView {
  id: string;
  text: string;
  device: string | null;
  /** In words. */
  at: string;
}

export interface SecurityEventsPage {
  events: SecurityEventView[];
  /** Where the next page begins; null after the last. */
  next: string | null;
}

export const SECOND_FACTOR_TEXTS = {
  /** For people who need a second factor to get in. */
  first: 'Set up a second factor first.',
  ownFirst:
    'Set up your own second factor first: a passkey or an authenticator app, under Settings, Account.',
  passkeyOnly: 'Use your passkey to confirm that it’s you.',
  saved: 'Saved.',
  saveFailed: 'That wasn’t saved. Try again.',
};

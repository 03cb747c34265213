export const PASSKEY_TEXTS = {
  unavailable: 'Passkeys don’t work at this address.',
  /** The same for an unknown passkey, so that guesses don't reveal those that exist. */
  refused: 'That passkey didn’t work. Try another one, or use your password.',
  expired: 'That took a while. Try again.',
  busy: 'We couldn’t check your passkey right now. Try again in a moment.',
  unreadable: 'Your browser sent something we can’t read. Try again.',
  notAdded: 'The passkey wasn’t added. Try again.',
  known: 'This passkey is already in your account.',
  tooMany: (max: number) => `You can have at most ${max} passkeys. Remove one first.`,
  gone: 'This passkey is already removed.',
  nameMissing: 'Enter a name.',
  nameTooLong: (max: number) => `Use at most ${max} characters.`,
  renameFailed: 'The passkey wasn’t renamed. Try again.',
  removeFailed: 'The passkey wasn’t removed. Try again.',
  added: (name: string) => `“${name}” can sign you in now.`,
  removed: (name: string) => `“${name}” is removed.`,
  /** The browser doesn't say whether someone canceled, waited too long, or has no passkey. */
  canceled: 'Nothing was confirmed. Try again when you’re ready.',
  failed: 'Your device couldn’t do that. Try again, or use another one.',
};

export const PASSKEY_TEXTS = {
  unavailable: 'Passkeys don’t work at this address.',
  /** The same for an unknown passkey, so that guesses don't reveal those that exist. */
  refused: 'That passkey didn’t work. Try another way to sign in.',
  expired: 'That request expired. Try again.',
  busy: 'We couldn’t check your passkey right now. Try again in a moment.',
  unreadable: 'Something went wrong in your browser. Try again.',
  notAdded: 'The passkey wasn’t added. Try again.',
  known: 'This device already has a passkey for your account.',
  tooMany: (max: number) => `You can have at most ${max} passkeys. Remove one first.`,
  gone: 'This passkey was already removed.',
  nameMissing: 'Enter a name.',
  nameTooLong: (max: number) => `Use at most ${max} characters.`,
  renameFailed: 'The passkey wasn’t renamed. Try again.',
  removeFailed: 'The passkey wasn’t removed. Try again.',
  added: (name: string) => `Added “${name}”. You can sign in with it now.`,
  removed: (name: string) => `Removed “${name}”.`,
  /** The browser doesn't say whether someone canceled, waited too long, or has no passkey. */
  canceled: 'Canceled or timed out. Try again when you’re ready.',
  failed: 'Your device couldn’t use a passkey. Try again, or use another device.',
};

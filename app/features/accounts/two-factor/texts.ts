/** About the codes of two-factor sign-in. */
export const CODE_TEXTS = {
  missing: 'Please enter the code',
  /** The same for a used backup code, so that guesses don't reveal valid ones. */
  wrong: 'That code isn’t right. Check it, or wait for the next one.',
  wrongBackup: 'That isn’t one of your unused backup codes. Check it and try again.',
  used: 'That code was already used. Wait for the next one.',
  unreadable: 'Two-factor codes can’t be checked right now. Tell your admin.',
};

export const TWO_FACTOR_TEXTS = {
  tookTooLong: 'That took a while. Please sign in again.',
  notStarted: 'This QR code is out of date. Start over.',
  off: 'Two-factor sign-in is already off.',
  enabled: 'Two-factor sign-in is on.',
  disabled: 'Two-factor sign-in is off.',
  failed: 'That didn’t work. Try again.',
};

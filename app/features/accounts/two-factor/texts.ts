/** About the codes of two-factor sign-in. */
export const CODE_TEXTS = {
  missing: 'Please enter the code',
  /** The same for a used backup code, so that guesses don't reveal valid ones. */
  wrong: 'This code is not right. Please check it, or wait for the next one.',
  wrongBackup: 'This is not one of your unused backup codes. Please check it.',
  used: 'This code was used already. Please wait for the next one.',
  unreadable:
    'Two-factor sign-in cannot be checked at the moment. Please tell whoever runs this site.',
};

export const TWO_FACTOR_TEXTS = {
  tookTooLong: 'That took a while: please sign in once more.',
  notStarted: 'Please begin again: the picture for your app is out of date.',
  off: 'Two-factor sign-in is switched off already.',
  enabled: 'Two-factor sign-in is on.',
  disabled: 'Two-factor sign-in is switched off.',
  failed: 'This did not work. Please try again.',
};

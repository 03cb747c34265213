// The texts of the emails about two-factor sign-in, to the account's address, after the fact; without any link. No I/O.
import type { EmailContent } from '~/features/email';

const PRODUCT = 'Brandwright';

const NOT_YOU = 'Not you? Choose “Forgot your password?” on the sign-in page, and tell your admin.';

export function twoFactorEnabledEmail(): EmailContent {
  return {
    subject: 'Two-factor sign-in is on',
    preview: `Signing in to ${PRODUCT} now takes a code from your app.`,
    title: 'Two-factor sign-in is on',
    paragraphs: [
      `Signing in to ${PRODUCT} now takes your password and a code from your authenticator app. Your other devices are signed out.`,
      'Keep your backup codes somewhere you can reach without your phone.',
    ],
    afterword: [NOT_YOU],
  };
}

export function twoFactorDisabledEmail(): EmailContent {
  return {
    subject: 'Two-factor sign-in is off',
    preview: `Your password alone now opens your ${PRODUCT} account.`,
    title: 'Two-factor sign-in is off',
    paragraphs: [
      `Signing in to ${PRODUCT} no longer takes a code. Your password alone opens your account.`,
    ],
    afterword: [NOT_YOU],
  };
}

export function twoFactorResetEmail(): EmailContent {
  return {
    subject: 'Two-factor sign-in was reset',
    preview: `Your admin turned it off for your ${PRODUCT} account.`,
    title: 'Two-factor sign-in was reset',
    paragraphs: [
      `Your admin turned off two-factor sign-in for your ${PRODUCT} account and removed your passkeys. Your password alone opens it now, and all your devices are signed out.`,
      'Asked for this? Sign in and set them up again in Settings.',
    ],
    afterword: ['Didn’t ask for this? Tell your admin right away.'],
  };
}

export function backupCodeUsedEmail({ left }: { left: number }): EmailContent {
  const remaining =
    left === 0 ? 'You have none left' : left === 1 ? 'You have one left' : `You have ${left} left`;
  return {
    subject: 'A backup code was used',
    preview: `It replaced a code from your app for ${PRODUCT}.`,
    title: 'A backup code was used',
    paragraphs: [
      `A backup code was used for your ${PRODUCT} account instead of a code from your app. ${remaining}, and you can create new ones in Settings.`,
    ],
    afterword: [NOT_YOU],
  };
}

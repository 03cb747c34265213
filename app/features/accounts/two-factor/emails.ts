// The texts of the emails about two-factor sign-in, to the account's address, after the fact; without any link. No I/O.
import type { EmailContent } from '~/features/email';

const PRODUCT = 'Brandwright';

const NOT_YOU =
  'If it was not you: go to the sign-in page, choose “Forgot your password?”, and tell whoever runs this site.';

export function twoFactorEnabledEmail(): EmailContent {
  return {
    subject: 'Two-factor sign-in is on',
    preview: `Your ${PRODUCT} account now asks for a code of your app.`,
    title: 'Two-factor sign-in is on',
    paragraphs: [
      `Your ${PRODUCT} account now asks for a code of your authenticator app beside the password. Other devices that were signed in are signed out.`,
      'Keep your backup codes where you find them without your phone.',
    ],
    afterword: [NOT_YOU],
  };
}

export function twoFactorDisabledEmail(): EmailContent {
  return {
    subject: 'Two-factor sign-in is off',
    preview: `Your ${PRODUCT} account is opened by its password alone now.`,
    title: 'Two-factor sign-in is off',
    paragraphs: [
      `Your ${PRODUCT} account no longer asks for a code: the password alone opens it.`,
      'If this was you, all is well.',
    ],
    afterword: [NOT_YOU],
  };
}

export function twoFactorResetEmail(): EmailContent {
  return {
    subject: 'Two-factor sign-in was reset',
    preview: `Whoever runs this site took it from your ${PRODUCT} account.`,
    title: 'Two-factor sign-in was reset',
    paragraphs: [
      `Whoever runs this site has reset the two-factor sign-in of your ${PRODUCT} account. Its password alone opens it now, and all devices are signed out.`,
      'If you asked for it, sign in and set it up again in your account’s settings.',
    ],
    afterword: ['If you did not ask for it, please tell whoever runs this site at once.'],
  };
}

export function backupCodeUsedEmail({ left }: { left: number }): EmailContent {
  const remaining =
    left === 0 ? 'None is left' : left === 1 ? 'One is left' : `${left} of them are left`;
  return {
    subject: 'A backup code was used',
    preview: `A backup code stood in for the app of your ${PRODUCT} account.`,
    title: 'A backup code was used',
    paragraphs: [
      `Somebody, hopefully you, used a backup code of your ${PRODUCT} account in place of a code of the app. ${remaining}; you can make new ones in your account’s settings.`,
    ],
    afterword: [NOT_YOU],
  };
}

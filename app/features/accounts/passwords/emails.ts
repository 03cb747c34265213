// The texts of the emails about a password. No I/O.
import type { EmailContent } from '~/features/email';

const PRODUCT = 'Brandwright';

/** To the address for which a new password was requested. */
export function resetEmail({ href }: { href: string }): EmailContent {
  return {
    subject: `Choose a new password for ${PRODUCT}`,
    preview: 'The link works for one hour.',
    title: 'Choose a new password',
    paragraphs: [
      `You asked for a new password for your ${PRODUCT} account. Once you choose it, you’ll be signed out on all your devices.`,
    ],
    action: { label: 'Choose a new password', href },
    afterword: [
      'The link works once, for one hour.',
      'Not you? Ignore this message. Your password stays the same.',
    ],
  };
}

/** To the account's address, after the fact; without any link. */
export function passwordChangedEmail(): EmailContent {
  return {
    subject: 'Your password was changed',
    preview: `Your ${PRODUCT} account has a new password.`,
    title: 'Your password was changed',
    paragraphs: [
      `Your ${PRODUCT} account has a new password, and your other devices are signed out.`,
    ],
    afterword: [
      'Not you? Choose “Forgot your password?” on the sign-in page, and tell your admin.',
    ],
  };
}

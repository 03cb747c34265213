// The texts of the emails about an account. No I/O.
import type { EmailContent } from '~/features/email';
import { formatMoment } from '~/lib/format/dates';

const PRODUCT = 'Brandwright';

/** To the address of a new account. */
export function verifyEmail({ href }: { href: string }): EmailContent {
  return {
    subject: `Confirm your email for ${PRODUCT}`,
    preview: 'One click, and you’re all set.',
    title: 'Confirm your email',
    paragraphs: [`Welcome to ${PRODUCT}! Confirm your email to start.`],
    action: { label: 'Confirm email', href },
    afterword: ['The link works once, for 24 hours.', 'Not you? Ignore this message.'],
  };
}

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

/** To the address that the account will have. */
export function confirmNewEmail({ href, email }: { href: string; email: string }): EmailContent {
  return {
    subject: `Confirm your new email for ${PRODUCT}`,
    preview: 'Your account keeps its current email until you do.',
    title: 'Confirm your new email',
    paragraphs: [
      `Confirm that you want to use ${email} for your ${PRODUCT} account.`,
      'Your account keeps its current email until you do.',
    ],
    action: { label: 'Confirm new email', href },
    afterword: ['The link works once, for 24 hours.', 'Not you? Ignore this message.'],
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

/** To the address that the account had until now. */
export function emailChangedEmail({ newEmail }: { newEmail: string }): EmailContent {
  return {
    subject: 'Your email was changed',
    preview: `Your ${PRODUCT} account has a new email.`,
    title: 'Your email was changed',
    paragraphs: [`Your email for ${PRODUCT} is now ${newEmail}. Use it the next time you sign in.`],
    afterword: ['Not you? Tell your admin right away.'],
  };
}

/** To the account's address, after a sign-in in a browser that is new to the account; without any link. `at` is in ISO 8601. */
export function newDeviceEmail({ device, at }: { device: string; at: string }): EmailContent {
  return {
    subject: 'New sign-in to your account',
    preview: `${device} signed in to your ${PRODUCT} account.`,
    title: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your ${PRODUCT} account on a new device: ${device}, ${formatMoment(at)}.`,
      'If this was you, there’s nothing to do.',
    ],
    afterword: [
      'Not you? Reset your password from the sign-in page, which signs out every device. Then remove any passkeys and linked accounts you don’t recognize, and tell your admin.',
    ],
  };
}

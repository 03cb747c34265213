// The texts of the emails about an account's address. No I/O.
import type { EmailContent } from '~/features/email';

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

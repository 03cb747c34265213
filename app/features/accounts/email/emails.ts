// The texts of the emails about an account. No I/O.
import type { EmailContent } from '~/features/email';

const PRODUCT = 'Brandwright';

/** To the address of a new account. */
export function verifyEmail({ href }: { href: string }): EmailContent {
  return {
    subject: `Confirm your email for ${PRODUCT}`,
    preview: 'One press, and we know that this address is yours.',
    title: 'Confirm your email',
    paragraphs: [
      `Somebody, hopefully you, signed up for ${PRODUCT} with this address. Please confirm that it is yours.`,
    ],
    action: { label: 'Confirm email', href },
    afterword: [
      'The link works once, for 24 hours.',
      'If you did not sign up, do not confirm: whoever did chose the password of that account. Nothing happens without your confirmation.',
    ],
  };
}

/** To the address for which a new password was requested. */
export function resetEmail({ href }: { href: string }): EmailContent {
  return {
    subject: `Choose a new password for ${PRODUCT}`,
    preview: 'The link in this mail works for one hour.',
    title: 'Choose a new password',
    paragraphs: [
      `Somebody, hopefully you, asked for a new password for your ${PRODUCT} account.`,
      'Once you have chosen one, you are signed out on all your devices and sign in with it.',
    ],
    action: { label: 'Choose a new password', href },
    afterword: [
      'The link works once, for one hour.',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
  };
}

/** To the address that the account will have. */
export function confirmNewEmail({ href, email }: { href: string; email: string }): EmailContent {
  return {
    subject: `Confirm your new email for ${PRODUCT}`,
    preview: 'Your account keeps its present email until you confirm.',
    title: 'Confirm your new email',
    paragraphs: [
      `Somebody, hopefully you, wants to use ${email} for their ${PRODUCT} account.`,
      'The account keeps its present email until you confirm this one.',
    ],
    action: { label: 'Confirm new email', href },
    afterword: [
      'The link works once, for 24 hours.',
      'If this was not you, please ignore this mail.',
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
      `Your ${PRODUCT} account has a new password. Other devices that were signed in are signed out.`,
      'If this was you, all is well.',
    ],
    afterword: [
      'If it was not you: go to the sign-in page, choose “Forgot your password?”, and tell whoever runs this site.',
    ],
  };
}

/** To the address that the account had until now. */
export function emailChangedEmail({ newEmail }: { newEmail: string }): EmailContent {
  return {
    subject: 'Your email was changed',
    preview: `Your ${PRODUCT} account has another email now.`,
    title: 'Your email was changed',
    paragraphs: [
      `Your ${PRODUCT} account now has the email ${newEmail}. This address no longer opens it.`,
      'If this was you, all is well.',
    ],
    afterword: ['If it was not you, please tell whoever runs this site at once.'],
  };
}

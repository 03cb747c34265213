// The texts of the emails about a deletion. No I/O.
import type { EmailContent } from '~/features/email';

import type { DeletionView } from './deletion';

const PRODUCT = 'Brandwright';

/** To the account's address, after the request. `href` leads to the settings, behind sign-in. */
export function deletionRequestedEmail({
  requestedOn,
  dueOn,
  href,
}: DeletionView & { href: string }): EmailContent {
  return {
    subject: `Your ${PRODUCT} account will be deleted`,
    preview: dueOn === null ? 'We have your request.' : `On ${dueOn}, unless you cancel.`,
    title: 'Your account will be deleted',
    paragraphs: [
      `On ${requestedOn}, you asked us to delete your ${PRODUCT} account.`,
      dueOn === null
        ? 'Your admin has your request and will delete the account.'
        : `We’ll delete it on ${dueOn}, with everything in it. This can’t be undone.`,
      'Your public links no longer work, and a paid plan runs until the end of the period you’ve paid for. Until your account is deleted, you can sign in, export your data, or cancel.',
    ],
    action: { label: 'Cancel deletion', href },
    afterword: [
      'Not you? Sign in, cancel the deletion, change your password, and tell your admin.',
    ],
  };
}

/** To the account's address, after the request was withdrawn. */
export function deletionCanceledEmail(): EmailContent {
  return {
    subject: `We’re keeping your ${PRODUCT} account`,
    preview: 'The deletion was canceled.',
    title: 'We’re keeping your account',
    paragraphs: [
      `The deletion of your ${PRODUCT} account was canceled. Nothing was deleted, and your public links work again.`,
    ],
    afterword: ['Not you? Sign in and change your password.'],
  };
}

/** To the address of the deleted account. */
export function accountDeletedEmail(): EmailContent {
  return {
    subject: `Your ${PRODUCT} account was deleted`,
    preview: 'Everything in it is gone, as you asked.',
    title: 'Your account was deleted',
    paragraphs: [
      `As you asked, we deleted your ${PRODUCT} account and everything in it. It can’t be restored.`,
      'You won’t get any more emails about it.',
    ],
  };
}

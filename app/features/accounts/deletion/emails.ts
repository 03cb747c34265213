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
    subject: `Your ${PRODUCT} account is to be deleted`,
    preview: dueOn === null ? 'Your request is recorded.' : `On ${dueOn}, unless you cancel it.`,
    title: 'Your account is to be deleted',
    paragraphs: [
      `On ${requestedOn}, you asked for your ${PRODUCT} account to be deleted.`,
      dueOn === null
        ? 'The request is recorded. Whoever runs this site carries it out.'
        : `On ${dueOn}, the account and everything in it will be deleted, for good.`,
      'Your public links open nothing from now on, and a paid plan ends with the time that is paid for. Until then you can sign in, take along what you want to keep, and cancel the deletion.',
    ],
    action: { label: 'Cancel the deletion', href },
    afterword: [
      'If it was not you who asked for it: sign in, cancel it and change your password, and tell whoever runs this site.',
    ],
  };
}

/** To the account's address, after the request was withdrawn. */
export function deletionCanceledEmail(): EmailContent {
  return {
    subject: `Your ${PRODUCT} account stays`,
    preview: 'Its deletion was cancelled.',
    title: 'Your account stays',
    paragraphs: [
      `The deletion of your ${PRODUCT} account was cancelled. Everything is as it was, your public links too.`,
    ],
    afterword: ['If this was not you, please change your password.'],
  };
}

/** To the address of the deleted account. */
export function accountDeletedEmail(): EmailContent {
  return {
    subject: `Your ${PRODUCT} account was deleted`,
    preview: 'As you asked. Nothing of it is left.',
    title: 'Your account was deleted',
    paragraphs: [
      `As you asked, your ${PRODUCT} account was deleted, with everything that was in it. Nobody can bring it back.`,
      'This is the last mail about it.',
    ],
  };
}

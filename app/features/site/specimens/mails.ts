import {
  accountDeletedMail,
  backupCodeUsedMail,
  changeEmailMail,
  deletionCanceledMail,
  deletionRequestedMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  twoFactorDisabledMail,
  twoFactorEnabledMail,
  twoFactorResetMail,
  verifyMail,
} from '~/features/accounts';
import {
  packFailedMail,
  paymentFailedMail,
  receiptMail,
  trialEndingMail,
  trialOverMail,
} from '~/features/billing';
import { contactMailContent, replyMailContent } from '~/features/help';
import { exportReadyMail } from '~/features/import-export';
import type { MailContent } from '~/features/email';

const href = 'https://brandwright.example/auth/verify?code=an-example';

/** Every mail that the product sends, with example data. */
export const MAILS: { name: string; content: MailContent }[] = [
  { name: 'After sign-up', content: verifyMail({ href }) },
  { name: 'A new password', content: resetMail({ href }) },
  { name: 'A new email', content: changeEmailMail({ href, email: 'ada@new.example' }) },
  { name: 'The password was changed', content: passwordChangedMail() },
  { name: 'The email was changed', content: emailChangedMail({ newEmail: 'ada@new.example' }) },
  { name: 'Two-factor sign-in is on', content: twoFactorEnabledMail() },
  { name: 'Two-factor sign-in is off', content: twoFactorDisabledMail() },
  { name: 'Two-factor sign-in was reset', content: twoFactorResetMail() },
  { name: 'A backup code was used', content: backupCodeUsedMail({ left: 9 }) },
  {
    name: 'The account is to be deleted',
    content: deletionRequestedMail({
      requestedOn: '21 November 2026',
      dueOn: '21 December 2026',
      href: 'https://brandwright.example/settings?tab=deleteAccount',
    }),
  },
  { name: 'The deletion was cancelled', content: deletionCanceledMail() },
  { name: 'The account was deleted', content: accountDeletedMail() },
  {
    name: 'An export is ready',
    content: exportReadyMail({
      href: 'https://brandwright.example/settings?tab=importexport',
      until: '28 November 2026',
    }),
  },
  {
    name: 'The trial ends in two days',
    content: trialEndingMail({ href, end: 'March 8, 2027', left: 12_400 }),
  },
  { name: 'The trial is over', content: trialOverMail({ href }) },
  { name: 'A plan could not be renewed', content: paymentFailedMail({ href }) },
  { name: 'A pack was not paid', content: packFailedMail({ href }) },
  { name: 'A receipt', content: receiptMail({ href }) },
  {
    name: 'A message of the contact form, to the operator',
    content: contactMailContent({
      kind: 'support',
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      subject: 'The engine stops',
      body: 'It stops after a while.\n\nWhat can I do?',
      accountEmail: 'ada@example.com',
    }),
  },
  {
    name: 'An answer to a message of the contact form',
    content: replyMailContent({
      firstName: 'Ada',
      subject: 'The engine stops',
      message: 'It stops after a while.\n\nWhat can I do?',
      reply: 'Thank you for telling us.\n\nIt goes on when you press the lever.',
      isRead: true,
    }),
  },
];

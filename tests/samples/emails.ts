import {
  accountDeletedEmail,
  deletionCanceledEmail,
  deletionRequestedEmail,
} from '~/features/accounts/deletion/emails';
import {
  confirmNewEmail,
  emailChangedEmail,
  verifyEmail,
} from '~/features/accounts/email-address/emails';
import { identityLinkedEmail, identityUnlinkedEmail } from '~/features/accounts/identities/emails';
import { passkeyAddedEmail, passkeyRemovedEmail } from '~/features/accounts/passkeys/emails';
import { passwordChangedEmail, resetEmail } from '~/features/accounts/passwords/emails';
import { newDeviceEmail } from '~/features/accounts/sessions/emails';
import {
  backupCodeUsedEmail,
  twoFactorDisabledEmail,
  twoFactorEnabledEmail,
  twoFactorResetEmail,
} from '~/features/accounts/two-factor/emails';
import {
  packFailedEmail,
  paymentFailedEmail,
  receiptEmail,
  trialEndingEmail,
  trialOverEmail,
} from '~/features/billing/emails/billing-emails';
import type { EmailContent } from '~/features/email';
import { contactEmailContent } from '~/features/help/contact/contact-email';
import { replyEmailContent } from '~/features/help/inbox/reply-email';
import { exportReadyEmail } from '~/features/import-export/exports/texts';

const href = 'https://brandwright.example/auth/verify?code=an-example';

/** Every email that the product sends, with example data. */
export const EMAILS: { name: string; content: EmailContent }[] = [
  { name: 'After sign-up', content: verifyEmail({ href }) },
  { name: 'A new password', content: resetEmail({ href }) },
  { name: 'A new email', content: confirmNewEmail({ href, email: 'ada@new.example' }) },
  { name: 'The password was changed', content: passwordChangedEmail() },
  { name: 'The email was changed', content: emailChangedEmail({ newEmail: 'ada@new.example' }) },
  { name: 'Two-factor sign-in is on', content: twoFactorEnabledEmail() },
  { name: 'Two-factor sign-in is off', content: twoFactorDisabledEmail() },
  { name: 'Two-factor sign-in was reset', content: twoFactorResetEmail() },
  { name: 'A passkey was added', content: passkeyAddedEmail({ name: 'Safari on iPhone' }) },
  { name: 'A linked account', content: identityLinkedEmail({ name: 'Google' }) },
  { name: 'An unlinked account', content: identityUnlinkedEmail({ name: 'Google' }) },
  { name: 'A passkey was removed', content: passkeyRemovedEmail({ name: 'Safari on iPhone' }) },
  {
    name: 'A sign-in on a new device',
    content: newDeviceEmail({ device: 'Chrome on Windows', at: '2026-11-27T18:05:00.000Z' }),
  },
  { name: 'A backup code was used', content: backupCodeUsedEmail({ left: 9 }) },
  {
    name: 'The account will be deleted',
    content: deletionRequestedEmail({
      requestedOn: 'November 21, 2026',
      dueOn: 'December 21, 2026',
      href: 'https://brandwright.example/settings?tab=deleteAccount',
    }),
  },
  { name: 'The deletion was cancelled', content: deletionCanceledEmail() },
  { name: 'The account was deleted', content: accountDeletedEmail() },
  {
    name: 'An export is ready',
    content: exportReadyEmail({
      href: 'https://brandwright.example/settings?tab=importexport',
      until: 'November 28, 2026',
    }),
  },
  {
    name: 'The trial ends in two days',
    content: trialEndingEmail({ href, end: 'March 8, 2027', left: 12_400 }),
  },
  { name: 'The trial is over', content: trialOverEmail({ href }) },
  { name: 'A plan could not be renewed', content: paymentFailedEmail({ href }) },
  { name: 'A pack was not paid', content: packFailedEmail({ href }) },
  { name: 'A receipt', content: receiptEmail({ href }) },
  {
    name: 'A message of the contact form, to the operator',
    content: contactEmailContent({
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
    content: replyEmailContent({
      firstName: 'Ada',
      subject: 'The engine stops',
      message: 'It stops after a while.\n\nWhat can I do?',
      reply: 'Thank you for telling us.\n\nIt goes on when you press the lever.',
      isRead: true,
    }),
  },
];

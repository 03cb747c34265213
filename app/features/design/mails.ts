import {
  backupCodeUsedMail,
  changeEmailMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  twoFactorDisabledMail,
  twoFactorEnabledMail,
  twoFactorResetMail,
  verifyMail,
} from '~/features/auth';
import { contactMailContent, replyMailContent } from '~/features/help';
import type { MailContent } from '~/features/mail/index';

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

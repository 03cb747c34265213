import {
  changeEmailMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  verifyMail,
} from '~/features/auth';
import {
  packFailedMail,
  paymentFailedMail,
  receiptMail,
  trialEndingMail,
  trialOverMail,
} from '~/features/billing';
import { contactMailContent } from '~/features/help';
import type { MailContent } from '~/features/mail/index';

const href = 'https://brandwright.example/auth/verify?code=an-example';

/** Every mail that the product sends, with example data. */
export const MAILS: { name: string; content: MailContent }[] = [
  { name: 'After sign-up', content: verifyMail({ href }) },
  { name: 'A new password', content: resetMail({ href }) },
  { name: 'A new email', content: changeEmailMail({ href, email: 'ada@new.example' }) },
  { name: 'The password was changed', content: passwordChangedMail() },
  { name: 'The email was changed', content: emailChangedMail({ newEmail: 'ada@new.example' }) },
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
];

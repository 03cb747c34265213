import type { EmailContent } from '~/features/email';

import type { ContactKind } from './contact';

export interface ContactEmailDetails {
  kind: ContactKind;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
  body: string;
  /** The email address of the account that it was sent from; null for a visitor. */
  accountEmail: string | null;
}

const KINDS: Record<ContactKind, string> = {
  suggestion: 'Suggestion',
  support: 'Support request',
};

/** The email to the operator with a message of the contact form. */
export function contactEmailContent(message: ContactEmailDetails): EmailContent {
  const { kind, firstName, lastName, email, subject, body, accountEmail } = message;
  const name = `${firstName} ${lastName}`;
  const sender =
    accountEmail === null
      ? 'Sent by a visitor. This email address hasn’t been verified.'
      : `Sent from the account ${accountEmail}.`;
  return {
    subject: `${KINDS[kind]}: ${subject === '' ? name : subject}`,
    preview: `From ${name}`,
    title: subject === '' ? KINDS[kind] : subject,
    paragraphs: [`${name} <${email}> writes:`, ...body.split(/\n\s*\n/)],
    afterword: ['Reply to this email to answer them.', sender],
  };
}

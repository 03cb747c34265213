import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { limitAddress, limitUse } from '~/http/rate-limit.server';
import type { UserScope } from '~/lib/scope';

import type { ContactKind, ContactProblems, TypedContact } from './contact';
import { cleanContact, contactProblems } from './contact-checks';
import { insertContactMessage } from './contact-data.server';
import { queueContactEmail } from './email-contact.server';
import { helpTexts } from '../texts';

/** A message as it was sent, unchecked. */
export interface SentContact {
  kind: ContactKind;
  typed: TypedContact;
  /** Empty if there is none. */
  subject: string;
  /** The content of the hidden field. */
  trap: string;
}

export interface ContactSender {
  /** Null for a visitor. */
  user: { id: UserScope } | null;
  address: string | undefined;
}

export class ContactInvalid extends AppError {
  readonly problems: ContactProblems;

  constructor(problems: ContactProblems) {
    super('invalid', Object.values(problems).flat()[0] ?? '', { log: 'contact form refused' });
    this.problems = problems;
  }
}

/**
 * Stores a message to the operator, and queues its email. Returns the thanks.
 * @throws AppError `unauthenticated` (a suggestion by a visitor), `too-many-requests`; ContactInvalid
 */
export async function submitContact(
  { kind, typed, subject, trap }: SentContact,
  { user, address }: ContactSender,
): Promise<string> {
  if (kind === 'suggestion' && !user) {
    throw new AppError('unauthenticated', helpTexts.suggestionNeedsLogin);
  }
  const thanks = kind === 'suggestion' ? helpTexts.suggestionSent : helpTexts.supportSent;
  // A refused robot would try something else.
  if (trap !== '') return thanks;
  const problems = contactProblems(kind, typed);
  if (Object.keys(problems).length > 0) throw new ContactInvalid(problems);

  if (user) await limitUse('contact', user.id, address);
  else await limitAddress('contact-address', address);
  const { firstName, lastName, email, details } = cleanContact(typed);
  const id = newId();
  await prismaTransaction(async (tx, sql) => {
    await insertContactMessage(tx, {
      id,
      userId: user?.id ?? null,
      kind,
      firstName,
      lastName,
      email,
      subject,
      body: details,
      createdAt: new Date(),
    });
    await queueContactEmail(id, sql);
  });
  return thanks;
}

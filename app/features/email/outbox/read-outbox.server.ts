import { listOutbox, readOutboxEmail, type OutboxEmail } from '~/gateways/email/index.server';
import { AppError } from '~/lib/errors';

import { hideSecrets, type OutboxEntry, type OutboxPage, type OutboxText } from './outbox';

const PAGE = 50;

/** The emails in the outbox, the newest first. */
export async function readOutbox(before: string | null): Promise<OutboxPage> {
  const emails = await listOutbox({ before, limit: PAGE + 1 });
  const page = emails.slice(0, PAGE);
  return {
    mails: page.map(outboxEntry),
    cursor: emails.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** An email with its plain text, in which links and codes are hidden if it opens an account. @throws AppError `not-found` */
export async function openOutboxEmail(id: string | undefined): Promise<OutboxText> {
  const message = id === undefined ? null : await readOutboxEmail(id);
  if (!message) throw new AppError('not-found', 'This email doesn’t exist, or was deleted.');
  const entry = outboxEntry(message);
  const text = entry.isHidden ? hideSecrets(message.text) : message.text;
  return { ...entry, from: message.from, text };
}

function outboxEntry({ id, to, subject, date, kind }: OutboxEmail): OutboxEntry {
  const isHidden = kind === 'sign-in';
  return {
    id,
    to,
    subject: isHidden ? hideSecrets(subject) : subject,
    date: date.toISOString(),
    isHidden,
  };
}

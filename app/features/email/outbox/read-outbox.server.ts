import { listOutbox, readOutboxMail, type OutboxMail } from '~/gateways/mail/index.server';
import { AppError } from '~/lib/errors';

import { hideSecrets } from './hide-secrets';
import type { OutboxEntry, OutboxPage, OutboxText } from './outbox';

const PAGE = 50;

/** Mails that were written to the outbox, the newest first. */
export async function readOutbox(before: string | null): Promise<OutboxPage> {
  const mails = await listOutbox({ before, limit: PAGE + 1 });
  const page = mails.slice(0, PAGE);
  return {
    mails: page.map(outboxEntry),
    cursor: mails.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** One with its text, as text; what opens an account is hidden in it. @throws AppError `not-found` */
export async function openOutboxMail(id: string | undefined): Promise<OutboxText> {
  const mail = id === undefined ? null : await readOutboxMail(id);
  if (!mail) throw new AppError('not-found', 'There is no such mail, or no more.');
  const entry = outboxEntry(mail);
  const text = entry.isHidden ? hideSecrets(mail.text) : mail.text;
  return { ...entry, from: mail.from, text };
}

function outboxEntry({ id, to, subject, date, kind }: OutboxMail): OutboxEntry {
  const isHidden = kind === 'sign-in';
  return {
    id,
    to,
    subject: isHidden ? hideSecrets(subject) : subject,
    date: date.toISOString(),
    isHidden,
  };
}

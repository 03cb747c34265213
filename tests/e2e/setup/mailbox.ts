import { expect } from 'playwright/test';

import type { PostmarkMessage } from '../../fakes/postmark.ts';
import { HANG_MS } from '../../harness/eventually.ts';
import { readOutbox } from '../../harness/outbox.ts';

interface ReceivedEmail {
  to: string;
  subject: string;
  text: string;
}

/** What the fake of Postmark accepted, or the DATA_DIR with an outbox. */
type Mailbox = readonly PostmarkMessage[] | string;

async function read(mailbox: Mailbox): Promise<ReceivedEmail[]> {
  if (typeof mailbox === 'string') return readOutbox(mailbox);
  return mailbox.map(({ To, Subject, TextBody = '' }) => ({
    to: To,
    subject: Subject,
    text: TextBody,
  }));
}

/** Returns the emails to this address once there are at least `count`. */
export async function emailsTo(
  email: string,
  atLeast = 1,
  mailbox: Mailbox = process.env.E2E_DATA_DIR ?? '',
): Promise<ReceivedEmail[]> {
  let emails: ReceivedEmail[] = [];
  await expect
    .poll(
      async () => {
        emails = (await read(mailbox)).filter(({ to }) => to === email);
        return emails.length;
      },
      { message: `emails to ${email}` },
    )
    .toBeGreaterThanOrEqual(atLeast);
  return emails;
}

/** The path of the link in an email, with its code. */
function linkIn({ text }: ReceivedEmail): string {
  const found = /^http:\/\/localhost:\d+(\/auth\/[\w-]+\?code=[\w-]{43})$/m.exec(text);
  if (!found) throw new Error('this email has no link with a code');
  return found[1]!;
}

/** The link of the newest email with this subject, once there are at least so many. Other emails may come in between. */
export async function linkOf(
  email: string,
  subject: RegExp,
  { atLeast = 1, mailbox }: { atLeast?: number; mailbox?: Mailbox } = {},
): Promise<string> {
  let newest: ReceivedEmail | undefined;
  await expect(async () => {
    const all = await emailsTo(email, atLeast, mailbox);
    const emails = all.filter((message) => subject.test(message.subject));
    expect(emails.length, `emails that say ${subject}`).toBeGreaterThanOrEqual(atLeast);
    newest = emails.at(-1);
  }).toPass({ timeout: HANG_MS });
  return linkIn(newest!);
}

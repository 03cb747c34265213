import { expect } from 'playwright/test';

import { readOutbox, type OutboxEmail } from '../../harness/outbox.ts';

/** Returns the emails to this address once there are at least `count`. */
export async function emailsTo(
  email: string,
  atLeast = 1,
  dataDir = process.env.E2E_DATA_DIR ?? '',
): Promise<OutboxEmail[]> {
  let emails: OutboxEmail[] = [];
  await expect
    .poll(
      async () => {
        emails = (await readOutbox(dataDir)).filter(({ to }) => to === email);
        return emails.length;
      },
      { message: `mails to ${email}` },
    )
    .toBeGreaterThanOrEqual(atLeast);
  return emails;
}

/** The path of the link in an email, with its code. */
function linkIn({ text }: OutboxEmail): string {
  const found = /^http:\/\/localhost:\d+(\/auth\/[\w-]+\?code=[\w-]{43})$/m.exec(text);
  if (!found) throw new Error('this mail has no link with a code');
  return found[1]!;
}

/** The link of the newest email with this subject. */
export async function linkOf(
  email: string,
  subject: RegExp,
  { atLeast = 1, dataDir }: { atLeast?: number; dataDir?: string } = {},
): Promise<string> {
  const emails = (await emailsTo(email, atLeast, dataDir)).filter((message) =>
    subject.test(message.subject),
  );
  const newest = emails.at(-1);
  if (!newest) throw new Error(`no mail says ${subject}`);
  return linkIn(newest);
}

import { expect } from 'playwright/test';

import { readOutbox, type OutboxMail } from '../../harness/outbox.ts';

/** The mails to this address, once there are at least so many. */
export async function mailsTo(
  email: string,
  atLeast = 1,
  dataDir = process.env.E2E_DATA_DIR ?? '',
): Promise<OutboxMail[]> {
  let mails: OutboxMail[] = [];
  await expect
    .poll(
      async () => {
        mails = (await readOutbox(dataDir)).filter(({ to }) => to === email);
        return mails.length;
      },
      { message: `mails to ${email}` },
    )
    .toBeGreaterThanOrEqual(atLeast);
  return mails;
}

/** The path of the link in a mail, with its code. */
function linkIn({ text }: OutboxMail): string {
  const found = /^http:\/\/localhost:\d+(\/auth\/[\w-]+\?code=[\w-]{43})$/m.exec(text);
  if (!found) throw new Error('this mail has no link with a code');
  return found[1]!;
}

/** The link of the newest mail with this subject. */
export async function linkOf(
  email: string,
  subject: RegExp,
  { atLeast = 1, dataDir }: { atLeast?: number; dataDir?: string } = {},
): Promise<string> {
  const mails = (await mailsTo(email, atLeast, dataDir)).filter((mail) =>
    subject.test(mail.subject),
  );
  const newest = mails.at(-1);
  if (!newest) throw new Error(`no mail says ${subject}`);
  return linkIn(newest);
}

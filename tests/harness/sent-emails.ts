import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import { accountEmailJob } from '~/features/accounts/emails/send-account-email.server';
import { env } from '~/settings/env.server';

import { dropAccountEmails, queuedAccountEmails } from './account-emails';
import { readOutbox, type OutboxEmail } from './outbox';

// An outbox for this test file.
const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-mails-'));
Object.assign(env(), { DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Sends the queued emails, like a process that runs jobs, and returns them. */
export async function sendAccountEmails(): Promise<OutboxEmail[]> {
  const before = (await readOutbox(dataDir)).length;
  for (const data of await queuedAccountEmails())
    await accountEmailJob.run(accountEmailJob.parse(data));
  await dropAccountEmails();
  return (await readOutbox(dataDir)).slice(before);
}

/** The path of the link in an email, with its code. */
export function linkIn(email: OutboxEmail | undefined): string {
  const found = /^http:\/\/localhost:3000(\/auth\/[\w-]+\?code=[\w-]{43})$/m.exec(
    email?.text ?? '',
  );
  if (!found) throw new Error('this mail has no link with a code');
  return found[1]!;
}

export function codeIn(email: OutboxEmail | undefined): string {
  return new URL(linkIn(email), 'http://localhost:3000').searchParams.get('code')!;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import { accountMail } from '~/features/accounts/index.server';
import { env } from '~/lib/env.server';

import { dropAccountMails, queuedAccountMails } from './account-mails';
import { readOutbox, type OutboxMail } from './outbox';

// An outbox for this test file.
const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-mails-'));
Object.assign(env(), { DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Sends what is queued, as a process that runs jobs would, and returns those mails. */
export async function sendAccountMails(): Promise<OutboxMail[]> {
  const before = (await readOutbox(dataDir)).length;
  for (const data of await queuedAccountMails()) await accountMail.run(accountMail.parse(data));
  await dropAccountMails();
  return (await readOutbox(dataDir)).slice(before);
}

/** The path of the link in a mail, with its code. */
export function linkIn(mail: OutboxMail | undefined): string {
  const found = /^http:\/\/localhost:3000(\/auth\/[\w-]+\?code=[\w-]{43})$/m.exec(mail?.text ?? '');
  if (!found) throw new Error('this mail has no link with a code');
  return found[1]!;
}

export function codeIn(mail: OutboxMail | undefined): string {
  return new URL(linkIn(mail), 'http://localhost:3000').searchParams.get('code')!;
}

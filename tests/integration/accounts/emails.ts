import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import { deletionEmailJob } from '~/features/accounts/deletion/deletion-email.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';

import { readOutbox, type OutboxEmail } from '../../harness/outbox';

// A data directory for this test file: an outbox, and objects.
const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-account-'));
Object.assign(env(), { DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Sends the queued emails about deletions, as a worker would, and returns them. */
export async function sentDeletionEmails(): Promise<OutboxEmail[]> {
  const before = (await readOutbox(dataDir)).length;
  const queued = await sql.query<{ data: unknown }>(
    `DELETE FROM pgboss.job WHERE name = $1 RETURNING data`,
    [deletionEmailJob.name],
  );
  for (const { data } of queued) await deletionEmailJob.run(deletionEmailJob.parse(data));
  return (await readOutbox(dataDir)).slice(before);
}

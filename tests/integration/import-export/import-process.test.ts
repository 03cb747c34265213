import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import pg from 'pg';
import { expect, test, vi } from 'vitest';

import { importWork } from '~/features/import-export/imports/work/work-import.server';
import * as transfer from './import-export';
import { sql } from '~/lib/db/index.server';
import { currentSequence } from '~/engine/events/index.server';

import { HANG } from '../../harness/eventually.ts';
import { writeExport } from '../../factories/chatgpt/write-export.ts';
import { createUser } from '../../factories/users.ts';

// tests/process tests imports with a build. In development there is none, and the process reads the sources.

test('tabs reload when an import’s event is too large for a notification', async () => {
  const { id: userId } = await createUser();
  const files = Array.from({ length: 50 }, (_, at) => ({
    name: `${at}-${'n'.repeat(240)}.zip`,
    size: 10,
  }));
  const { id } = await transfer.createImport(userId, files);
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await listener.connect();
  const heard: string[] = [];
  listener.on('notification', ({ payload = '' }) => {
    if (payload.includes(userId)) heard.push(payload);
  });
  await listener.query('LISTEN "socket.io#/"');
  const before = await currentSequence(sql, userId);
  await transfer.cancelImport(userId, id);
  // The event of the import's creation may arrive late.
  const after = () => heard.filter((payload) => !payload.includes(`"seq":${before}`));
  await vi.waitUntil(() => after().length > 0, HANG);
  // A sequence number is skipped, from which tabs conclude that they missed an event.
  expect(after()[0]).toContain(`"seq":${before + 2}`);
  await listener.end();
});

test('an import runs in its own process without a build', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'brandwright-export-'));
  const path = join(directory, 'export.zip');
  await writeExport(path, { conversations: 3 });
  const bytes = readFileSync(path);
  rmSync(directory, { recursive: true });
  const { id: userId } = await createUser();
  const file = { name: 'export.zip', size: bytes.length };
  const { id } = await transfer.createImport(userId, [file]);
  const part = { userId, importId: id, file: '0', part: '0', length: bytes.length };
  await transfer.uploadPart({ ...part, body: Readable.from([bytes]) });
  await transfer.readUpload(userId, id);
  await importWork.run({ importId: id });
  expect(await transfer.requireImport(userId, id)).toMatchObject({
    state: 'ready',
    found: { conversations: 3, fresh: 3 },
  });
}, 120_000);

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

// The build's is in tests/process. Development has none: its import reads the sources.

test('what is too large for a notification has the tabs load again', async () => {
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
  // What the import’s creation told may arrive only now.
  const after = () => heard.filter((told) => !told.includes(`"seq":${before}`));
  await vi.waitUntil(() => after().length > 0, HANG);
  // A number is left out: tabs take that for a missed change.
  expect(after()[0]).toContain(`"seq":${before + 2}`);
  await listener.end();
});

test('an import in its own process works from the sources, without a build', async () => {
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

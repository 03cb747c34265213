import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { writeExport } from '../factories/chatgpt/write-export.ts';
import { watchMemory } from '../harness/tree-memory.ts';
import { importExport, untilState, uploadExport } from '../harness/upload-export.ts';
import { postgresOf, query, start, temporaryDataDir } from '../process/setup.ts';
import { signedUp } from '../process/visitor.ts';
import { HANG } from '../harness/eventually.ts';

const MB = 1024 * 1024;

it('an export of 2 GB is imported completely, within 512 MB of memory', async () => {
  const dataDir = temporaryDataDir();
  const file = join(dataDir, 'export.zip');
  const assets = 40;
  const written = await writeExport(file, {
    ...{ conversations: 400, turns: 10, assets },
    ...{ assetBytes: Math.ceil((2_048 * MB) / assets), compress: false },
  });
  const app = start({ dataDir, settings: { RATE_LIMITS: 'false', STORAGE_QUOTA: '4GB' } });
  const address = await app.ready;
  const person = await signedUp(address);
  const memory = watchMemory(app.pid);
  const done = await importExport(person.fetch, file);
  const peak = memory.stop();
  rmSync(file);
  expect(done.result).toMatchObject({
    imported: written.conversations,
    skipped: 0,
    messages: written.messages,
    files: written.assets,
    missingFiles: 0,
  });
  // Without /proc, nothing is measured.
  expect(peak > 512 * MB).toBe(false);
  const { url } = postgresOf(dataDir);
  const [files] = await query(url, 'SELECT sum(size)::float8 AS bytes FROM attachments');
  expect(Number(files?.bytes)).toBeGreaterThanOrEqual(2_048 * MB);
}, 240_000);

it('an import continues in the next process after kill -9 while it reads or writes, and imports nothing twice', async () => {
  const dataDir = temporaryDataDir();
  const file = join(dataDir, 'export.zip');
  const written = await writeExport(file, { conversations: 4_000, turns: 6, compress: false });
  const settings = { RATE_LIMITS: 'false' };
  const first = start({ dataDir, settings });
  const person = await signedUp(await first.ready);
  const { url } = postgresOf(dataDir);
  const { id } = await uploadExport(person.fetch, file);
  await person.fetch(`/api/imports/${id}/read`, { method: 'POST' });
  await vi.waitFor(async () => {
    const [row] = await query(url, 'SELECT count(*)::int AS count FROM import_candidates');
    expect(row?.count).toBeGreaterThan(0);
  }, HANG);
  first.killGroup('SIGKILL');
  await first.ended;

  const second = start({ dataDir, settings });
  const atSecond = again(await second.ready, person.cookie());
  await untilState(atSecond, id, 'ready');
  await atSecond(`/api/imports/${id}/start`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ all: true, except: [] }),
  });
  await vi.waitFor(async () => {
    const [row] = await query(url, 'SELECT count(*)::int AS count FROM conversations');
    expect(row?.count).toBeGreaterThan(0);
  }, HANG);
  second.killGroup('SIGKILL');
  await second.ended;

  const third = start({ dataDir, settings });
  const done = await untilState(again(await third.ready, person.cookie()), id, 'done');
  expect(done.result).toMatchObject({
    imported: written.conversations,
    updated: 0,
    skipped: 0,
    messages: written.messages,
  });
  const [rows] = await query(
    url,
    `SELECT (SELECT count(*) FROM conversations)::int AS conversations, (SELECT count(*) FROM messages)::int AS messages`,
  );
  expect(rows).toEqual({ conversations: written.conversations, messages: written.messages });
}, 180_000);

/** The same session at another address: the app was started again on another port. */
function again(address: string, cookie: string) {
  return (path: string, init: RequestInit = {}) =>
    fetch(address + path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie, origin: address },
    });
}

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { startFakeOpenAi } from '../fakes/openai.ts';
import { HANG, HANG_MS } from '../harness/eventually.ts';
import { isRoot, postgresOf, query, start } from '../process/setup.ts';
import { signedUp } from '../process/visitor.ts';
import { stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk } from './chatting-user.ts';

const SIZE = '160m';

const mounted: string[] = [];

afterEach(() => {
  for (const directory of mounted.splice(0)) {
    spawnSync('umount', ['--lazy', directory]);
    rmSync(directory, { recursive: true, force: true });
  }
});

/** A disk small enough to fill; undefined if nothing can be mounted. */
function smallDisk(): string | undefined {
  if (!isRoot) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'brandwright-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', directory]);
  mounted.push(directory);
  if (status !== 0) return undefined;
  chmodSync(directory, 0o711);
  return directory;
}

/** Fills the disk; other writers may use some of the room first. */
function fill(directory: string, filler: string): void {
  const { bavail, bsize } = statfsSync(directory);
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

it('a full disk makes the app refuse what it can’t store, with an explanation, until there is room again', async ({
  skip,
}) => {
  const dataDir = smallDisk();
  if (!dataDir) return skip('nothing may be mounted here');
  const openAi = await startFakeOpenAi();
  const app = start({
    dataDir,
    settings: {
      OPENAI_BASE_URL: openAi.url,
      OPENAI_API_KEY: 'sk-test',
      METERING: 'off',
      RATE_LIMITS: 'false',
    },
  });
  const address = await app.ready;
  try {
    const person = await signedUp(address);
    const before = await talk(person, { tokens: 50 });
    openAi.reset();
    const talking = Promise.all(
      Array.from({ length: 3 }, () => talk(person, { tokens: 200, rate: 20 })),
    );
    const streaming = () => openAi.requests.filter(({ sentTokens }) => sentTokens > 10).length;
    await expect.poll(streaming).toBe(3);
    const filler = join(dataDir, 'filler');
    fill(dataDir, filler);

    const file = await person.fetch('/api/attachments', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'list.txt' },
      body: 'flour, water, salt\n'.repeat(2_000),
    });
    expect(file.status, await file.clone().text()).toBe(503);
    expect((await file.json()) as { error: string }).toEqual({
      error: expect.stringMatching(
        /^The disk is full, (?!.*(ENOSPC|No space left|at .*js)).*Ask your admin/,
      ),
    });
    // The person reads what to do, the operator the cause.
    await expect.poll(() => app.stdout(), HANG).toContain('ENOSPC');
    // Free space is used up first; then writing is retried repeatedly.
    await expect.poll(() => app.stdout()).toMatch(/No space left on device/);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);

    rmSync(filler);
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
    const during = await talking;
    expect(during.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    const after = await talk(person, { tokens: 50 });
    expect(after.state).toBe('done');
    await expectSound(postgresOf(dataDir).url);
    await expectStored(postgresOf(dataDir).url, [before, ...during, after]);
  } finally {
    await openAi.close();
  }
  await stop(app);
});

it('a disk too full for the write-ahead log loses no word that was read, and the app says why it waits', async ({
  skip,
}) => {
  const dataDir = smallDisk();
  if (!dataDir) return skip('nothing may be mounted here');
  const openAi = await startFakeOpenAi();
  const app = start({
    dataDir,
    settings: {
      OPENAI_BASE_URL: openAi.url,
      OPENAI_API_KEY: 'sk-test',
      METERING: 'off',
      RATE_LIMITS: 'false',
    },
  });
  const address = await app.ready;
  const readyz = async () => (await fetch(`${address}/readyz`)).status;
  try {
    const person = await signedUp(address);
    openAi.reset();
    const tokens = 400;
    const talking = Promise.all(
      Array.from({ length: 3 }, () => talk(person, { tokens, rate: 20 }, { patienceMs: HANG_MS })),
    );
    talking.catch(() => {
      // It is awaited below.
    });
    const sent = (enough: number) =>
      openAi.requests.filter(({ sentTokens }) => sentTokens >= enough).length;
    await expect.poll(() => sent(10), HANG).toBe(3);
    const filler = join(dataDir, 'filler');
    fill(dataDir, filler);
    // The log's next segment doesn't fit, and PostgreSQL panics.
    for (let time = 0; time < 3; time += 1) {
      await query(postgresOf(dataDir).url, 'SELECT pg_switch_wal()').catch(() => {});
    }
    await expect.poll(readyz, HANG).toBe(503);
    await expect.poll(() => app.stderr(), HANG).toMatch(/PostgreSQL: the disk .*is full/);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);

    const refused = await person.fetch('/api/chat/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        conversationId: null,
        content: 'Is anyone there?',
        attachmentIds: [],
        clientKey: crypto.randomUUID(),
      }),
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/^The disk is full/) });
    // Answers are still streamed while nothing can be stored.
    await expect.poll(() => sent(tokens), HANG).toBe(3);
    expect(await readyz()).toBe(503);

    rmSync(filler);
    await expect.poll(readyz, HANG).toBe(200);
    const told = await talking;
    expect(told.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect((await talk(person, { tokens: 20 })).state).toBe('done');
    await expectSound(postgresOf(dataDir).url);
    await expectStored(postgresOf(dataDir).url, told);
  } finally {
    await openAi.close();
  }
  await stop(app);
});

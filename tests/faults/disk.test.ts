import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { startFakeOpenAi } from '../fakes/openai.ts';
import { isRoot, postgresOf, start } from '../process/setup.ts';
import { signedUp } from '../process/visitor.ts';
import { stop } from './house.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk } from './talker.ts';

const SIZE = '160m';

const mounted: string[] = [];

afterEach(() => {
  for (const directory of mounted.splice(0)) {
    spawnSync('umount', ['--lazy', directory]);
    rmSync(directory, { recursive: true, force: true });
  }
});

/** A disk so small that it can be filled; undefined where nothing may be mounted. */
function smallDisk(): string | undefined {
  if (!isRoot) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'brandwright-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', directory]);
  mounted.push(directory);
  if (status !== 0) return undefined;
  chmodSync(directory, 0o711);
  return directory;
}

it('the disk is full: what cannot be kept is refused in words, and all goes on once there is room', async ({
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
    await expect.poll(streaming, { timeout: 20_000 }).toBe(3);
    const filler = join(dataDir, 'filler');
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));

    const file = await person.fetch('/api/attachments', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'list.txt' },
      body: 'flour, water, salt\n'.repeat(2_000),
    });
    expect(file.status, await file.clone().text()).toBeGreaterThanOrEqual(500);
    expect((await file.json()) as { error: string }).toEqual({
      error: expect.not.stringMatching(/ENOSPC|space|at .*js/),
    });
    // The person is told what to do; the operator is told why.
    expect(app.stdout()).toContain('ENOSPC');
    // What is there is written to until nothing of it is left; then it is tried again, and again.
    await expect.poll(() => app.stdout(), { timeout: 60_000 }).toMatch(/No space left on device/);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);

    rmSync(filler);
    await expect
      .poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 })
      .toBe(200);
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

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { start } from '~/lifecycle.server';
import { pool } from '~/lib/db/index.server';
import { inTemporary } from '~/lib/files/temporary.server';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'brandwright-test-'));
  vi.stubEnv('TMPDIR', parent);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(parent, { recursive: true });
});

test('startup removes the temporary files of a killed process', async () => {
  const own = await inTemporary((directory) => Promise.resolve(basename(directory)));
  // No system gives a process this number.
  const left = join(parent, own.replace(`-${process.pid}-`, `-${2 ** 30}-`));
  mkdirSync(left);
  writeFileSync(join(left, 'input'), 'half a video');
  const running = await start({ soleProcess: true, jobs: false });
  await vi.waitFor(() => expect(readdirSync(parent)).toEqual([]));
  // The test's own setup closes the connections.
  vi.spyOn(pool, 'end').mockResolvedValue();
  await running.stop();
});

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { inTemporary, purgeTemporaryFiles } from './temporary.server';
import { HOUR_MS } from '../time';

/** Process ids that no system assigns, so that no process gets one of them during the test. */
const DEAD = 2 ** 30;

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

/** Makes a directory as the process with this id would; returns its name. */
async function madeBy(pid: number, { elsewhere = false, hoursAgo = 0 } = {}): Promise<string> {
  const own = await inTemporary((directory) => Promise.resolve(basename(directory)));
  const named = own.replace(`-${process.pid}-`, `-${pid}-`);
  const name = elsewhere ? named.replace(/-[\da-f]{8}-/, '-00000000-') : named;
  await mkdir(join(parent, name));
  await writeFile(join(parent, name, 'input'), 'half a video');
  await age(name, hoursAgo);
  return name;
}

async function age(name: string, hoursAgo: number): Promise<void> {
  const then = new Date(Date.now() - hoursAgo * HOUR_MS);
  await utimes(join(parent, name), then, then);
}

describe('a temporary directory', () => {
  test('exists during the work and is removed afterwards, however the work ends', async () => {
    await inTemporary(async (directory) => {
      expect(dirname(directory)).toBe(parent);
      await writeFile(join(directory, 'input'), 'a video');
    });
    await expect(inTemporary(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readdir(parent)).toEqual([]);
  });

  test('is removed at the next start if its process was killed', async () => {
    await madeBy(DEAD);
    await purgeTemporaryFiles();
    expect(await readdir(parent)).toEqual([]);
  });

  test('is removed if an earlier process had the same id', async () => {
    await madeBy(process.pid, { hoursAgo: 1 });
    await purgeTemporaryFiles();
    expect(await readdir(parent)).toEqual([]);
  });

  test("stays while its process is alive, whether that's this one or another", async () => {
    const other = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
    try {
      const theirs = await madeBy(other.pid!, { hoursAgo: 1 });
      await inTemporary(async (directory) => {
        await purgeTemporaryFiles();
        expect((await readdir(parent)).sort()).toEqual([theirs, basename(directory)].sort());
      });
    } finally {
      other.kill();
    }
  });

  test('from another machine stays for a day, whatever its process id', async () => {
    const recent = await madeBy(DEAD, { elsewhere: true, hoursAgo: 23 });
    await madeBy(DEAD, { elsewhere: true, hoursAgo: 25 });
    await purgeTemporaryFiles();
    expect(await readdir(parent)).toEqual([recent]);
  });

  test('of another user stays', async () => {
    const name = await madeBy(DEAD, { hoursAgo: 25 });
    vi.spyOn(process, 'getuid').mockReturnValue(process.getuid!() + 1);
    await purgeTemporaryFiles();
    expect(await readdir(parent)).toEqual([name]);
  });
});

test('stays if it only looks like one of ours', async () => {
  const name = await madeBy(DEAD);
  const others = ['brandwright-work', 'brandwright-work-of-mine', `${name}-copy`, `my-${name}`];
  for (const other of others) {
    await mkdir(join(parent, other));
    await age(other, 25);
  }
  const link = name.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  await symlink(join(parent, 'brandwright-work'), join(parent, link));
  await purgeTemporaryFiles();
  expect((await readdir(parent)).sort()).toEqual([...others, link].sort());
});

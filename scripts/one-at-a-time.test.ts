import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { oneAtATime, untilReleased } from './one-at-a-time.mjs';

let directory: string;
let lock: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'brandwright-lock-'));
  lock = join(directory, 'lock.sock');
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

it('runs work for the same file one after the other', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all([oneAtATime(lock, work), oneAtATime(lock, work), oneAtATime(lock, work)]);
  expect(most).toBe(1);
});

it('releases the lock when the work fails', async () => {
  await expect(oneAtATime(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await oneAtATime(lock, async () => {});
});

it('takes over from a process that was killed', async () => {
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `const { oneAtATime } = await import(${JSON.stringify(join(import.meta.dirname, 'one-at-a-time.mjs'))});
     setInterval(() => {}, 1000);
     await oneAtATime(${JSON.stringify(lock)}, () => { console.log('held'); return new Promise(() => {}); });`,
  ]);
  await once(holder.stdout, 'data');
  const order: string[] = [];
  const next = oneAtATime(lock, async () => void order.push('next'));
  holder.once('exit', () => order.push('killed'));
  holder.kill('SIGKILL');
  await next;
  expect(order).toContain('next');
});

it('doesn’t wait for a process that ended before it asked', async () => {
  await untilReleased(process.platform === 'linux' ? `\0${lock}` : lock);
});

import {
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { provideSessionSecret } from './session-secret.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'brandwright-secret-'));
  vi.stubEnv('SESSION_SECRET', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

async function provided(): Promise<string | undefined> {
  delete process.env.SESSION_SECRET;
  await provideSessionSecret({ DATA_DIR, SESSION_SECRET: undefined });
  return process.env.SESSION_SECRET;
}

test('is made once, for its owner alone, and found again', async () => {
  const secret = await provided();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(DATA_DIR)).toEqual(['session-secret']);
  expect(statSync(join(DATA_DIR, 'session-secret')).mode & 0o777).toBe(0o600);
  expect(await provided()).toBe(secret);
});

test.skipIf(process.getuid?.() !== 0)('made by root it is the directory’s owner’s', async () => {
  chownSync(DATA_DIR, 65_534, 65_534);
  await provided();
  expect(statSync(join(DATA_DIR, 'session-secret'))).toMatchObject({ uid: 65_534, gid: 65_534 });
});

test('is the same for all that start at once', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await provideSessionSecret({ DATA_DIR, SESSION_SECRET: undefined });
      // What was set is what lies there, whoever made it.
      expect(process.env.SESSION_SECRET).toBe(
        readFileSync(join(DATA_DIR, 'session-secret'), 'utf8'),
      );
    }),
  );
  expect(readdirSync(DATA_DIR)).toEqual(['session-secret']);
});

test("is not made where the operator's is set", async () => {
  await provideSessionSecret({ DATA_DIR, SESSION_SECRET: 's'.repeat(32) });
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test('a damaged one, and a directory that cannot be written, are told in a sentence', async () => {
  writeFileSync(join(DATA_DIR, 'session-secret'), 'short');
  await expect(provided()).rejects.toThrow(/^The secret in \S+ is damaged: /);
  await expect(
    provideSessionSecret({ DATA_DIR: join(DATA_DIR, 'gone'), SESSION_SECRET: undefined }),
  ).rejects.toThrow(/^The secret in \S+ can be neither read nor made \(ENOENT\): /);
});

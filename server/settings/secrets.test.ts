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

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { provideSecrets } from './secrets.ts';

const UNSET = { SESSION_SECRET: undefined, ENCRYPTION_KEY: undefined };

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'brandwright-secret-'));
  vi.stubEnv('SESSION_SECRET', undefined);
  vi.stubEnv('ENCRYPTION_KEY', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

describe.each([
  ['SESSION_SECRET', 'session-secret'],
  ['ENCRYPTION_KEY', 'encryption-key'],
] as const)('%s', (name, file) => {
  async function provided(): Promise<string | undefined> {
    delete process.env[name];
    await provideSecrets({ DATA_DIR, ...UNSET });
    return process.env[name];
  }

  test('is created once, readable only by its owner, and found again', async () => {
    const secret = await provided();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(DATA_DIR, file)).mode & 0o777).toBe(0o600);
    expect(await provided()).toBe(secret);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'belongs to the directory’s owner when root creates it',
    async () => {
      chownSync(DATA_DIR, 65_534, 65_534);
      await provided();
      expect(statSync(join(DATA_DIR, file))).toMatchObject({ uid: 65_534, gid: 65_534 });
    },
  );

  test('is the same for all processes that start at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await provideSecrets({ DATA_DIR, ...UNSET });
        // Each sees the stored one, no matter which process created it.
        expect(process.env[name]).toBe(readFileSync(join(DATA_DIR, file), 'utf8'));
      }),
    );
    expect(readdirSync(DATA_DIR).sort()).toEqual(['encryption-key', 'session-secret']);
  });

  test('is not created when the operator has set one', async () => {
    await provideSecrets({ DATA_DIR, ...UNSET, [name]: 's'.repeat(32) });
    expect(readdirSync(DATA_DIR)).not.toContain(file);
  });

  test('is reported in one sentence when it’s damaged or can’t be written', async () => {
    writeFileSync(join(DATA_DIR, file), 'short');
    await expect(provided()).rejects.toThrow(/^The secret in \S+ is damaged: /);
    await expect(provideSecrets({ DATA_DIR: join(DATA_DIR, 'gone'), ...UNSET })).rejects.toThrow(
      /^The secret in \S+ can't be read or created \(ENOENT\): /,
    );
  });
});

test('the two secrets differ', async () => {
  await provideSecrets({ DATA_DIR, ...UNSET });
  expect(process.env.SESSION_SECRET).not.toBe(process.env.ENCRYPTION_KEY);
});

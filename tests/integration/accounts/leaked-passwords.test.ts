import { createHash } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { newPasswordProblems } from '~/features/accounts/index.server';
import { FIELD_TEXTS } from '~/features/accounts/texts';
import { log } from '~/lib/log.server';
import { env, readEnv } from '~/settings/env.server';

import {
  type FakeLeakedPasswords,
  startFakeLeakedPasswords,
} from '../../fakes/leaked-passwords.ts';

const LEAKED = 'a leaked password';
const OTHER = 'correct horse battery';

let service: FakeLeakedPasswords;
beforeAll(async () => {
  service = await startFakeLeakedPasswords();
  service.leaked = [LEAKED];
});
afterAll(() => service.close());

beforeEach(() => {
  service.asked = [];
  service.fault = null;
  env().LEAKED_PASSWORDS_URL = service.url;
});
afterEach(() => {
  env().LEAKED_PASSWORDS_URL = undefined;
  vi.restoreAllMocks();
});

describe('a service of leaked passwords', () => {
  test('is told five digits of a hash, and refuses what it knows', async () => {
    expect(await newPasswordProblems(LEAKED)).toEqual([FIELD_TEXTS.passwordLeaked]);
    expect(await newPasswordProblems(OTHER)).toEqual([]);
    const prefix = createHash('sha1').update(LEAKED).digest('hex').slice(0, 5).toUpperCase();
    expect(service.asked[0]).toEqual({ path: `/range/${prefix}`, padding: 'true' });
    expect(service.asked).toHaveLength(2);
  });

  test('isn’t asked about a password that is refused anyway, or without the setting', async () => {
    await newPasswordProblems('12345');
    await newPasswordProblems('letmein');
    env().LEAKED_PASSWORDS_URL = undefined;
    expect(await newPasswordProblems(LEAKED)).toEqual([]);
    expect(service.asked).toEqual([]);
  });

  test.each(['status', 'hang', 'endless', 'elsewhere'] as const)(
    'refuses nothing when it fails (%s), and the log says so without the password or its hash',
    async (fault) => {
      service.fault = fault;
      const warn = vi.spyOn(log, 'warn');
      expect(await newPasswordProblems(LEAKED)).toEqual([]);
      expect(service.asked).toHaveLength(1);
      expect(warn).toHaveBeenCalledOnce();
      const hash = createHash('sha1').update(LEAKED).digest('hex').slice(0, 5);
      const logged = JSON.stringify(warn.mock.calls);
      expect(logged).toContain('the leaked-password service did not answer');
      expect(logged.toLowerCase()).not.toContain(hash);
      expect(logged).not.toContain(LEAKED);
    },
  );

  test('may be set with or without a slash at the end', () => {
    for (const LEAKED_PASSWORDS_URL of [
      'https://example.com/range',
      'https://example.com/range/',
    ]) {
      expect(readEnv({ NODE_ENV: 'test', LEAKED_PASSWORDS_URL })).toMatchObject({
        env: { LEAKED_PASSWORDS_URL: 'https://example.com/range/' },
      });
    }
  });
});

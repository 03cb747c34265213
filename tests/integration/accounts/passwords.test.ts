import argon2 from 'argon2';
import { afterEach, describe, expect, test, vi } from 'vitest';

import {
  generatePassword,
  newPasswordProblems,
  passwordPolicy,
} from '~/features/accounts/index.server';
import {
  hashPassword,
  isOutdated,
  verifyPassword,
} from '~/features/accounts/passwords/passwords.server';
import { FIELD_TEXTS } from '~/features/accounts/texts';
import { env, readEnv } from '~/settings/env.server';

const before = { PASSWORD_MAX: undefined, ...env() };
afterEach(() => {
  Object.assign(env(), before);
  vi.restoreAllMocks();
});

describe('a password hash', () => {
  test('is argon2id with at least the parameters that OWASP recommends', async () => {
    const hash = await hashPassword('secret');
    const [, kind, , parameters] = hash.split('$');
    expect(kind).toBe('argon2id');
    const { m, t, p } = Object.fromEntries(
      parameters!.split(',').map((pair) => pair.split('=')),
    ) as Record<string, string>;
    expect(Number(m)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(t)).toBeGreaterThanOrEqual(2);
    expect(Number(p)).toBe(1);
    expect(isOutdated(hash)).toBe(false);
  });

  test('matches the password no matter how its characters are composed', async () => {
    const hash = await hashPassword('cafe\u0301 ﬁne');
    expect(await verifyPassword(hash, 'caf\u00e9 fine')).toBe(true);
    expect(await verifyPassword(hash, 'cafe fine')).toBe(false);
  });

  test('of an unknown account takes exactly the same work, and never matches', async () => {
    const hash = await hashPassword('secret');
    const verify = vi.spyOn(argon2, 'verify');
    expect(await verifyPassword(hash, 'wrong')).toBe(false);
    expect(await verifyPassword(undefined, 'wrong')).toBe(false);
    const [known, unknown] = verify.mock.calls.map(([digest]) => digest);
    expect(known).toBe(hash);
    const costs = (digest: string) => digest.split('$')[3]!.split(',').sort();
    expect(costs(unknown!)).toEqual(costs(hash));
    expect(isOutdated(unknown!)).toBe(false);
  });

  test('never takes more than its share of cores, no matter how many are requested at once', async () => {
    let running = 0;
    let maxRunning = 0;
    const real = argon2.hash.bind(argon2);
    vi.spyOn(argon2, 'hash').mockImplementation((async (...args: Parameters<typeof real>) => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      const hash = await real(...args);
      running -= 1;
      return hash;
    }) as typeof argon2.hash);
    await Promise.all(Array.from({ length: 12 }, (_, index) => hashPassword(`secret ${index}`)));
    expect(maxRunning).toBeGreaterThan(0);
    expect(maxRunning).toBeLessThanOrEqual(2);
  });
});

describe('the operator’s policy', () => {
  test('is six characters by default', async () => {
    expect(passwordPolicy()).toEqual({ min: 6, max: 1024, require: [] });
    expect(await newPasswordProblems('12345')).toEqual(['Use at least 6 characters']);
  });

  test.each(['123456', 'letmein', 'Password', 'PASSWORD123', 'ｐａｓｓｗｏｒｄ'])(
    'refuses the common password %s',
    async (password) => {
      expect(await newPasswordProblems(password)).toEqual([FIELD_TEXTS.passwordCommon]);
    },
  );

  test.each(['correct horse battery', 'password password', 'letmein\n123456', 'Permission is'])(
    'accepts %j, which is not one of the common passwords',
    async (password) => {
      expect(await newPasswordProblems(password)).toEqual([]);
    },
  );

  test.each([
    { PASSWORD_MIN: 6, PASSWORD_MAX: undefined, PASSWORD_REQUIRE: [] },
    { PASSWORD_MIN: 40, PASSWORD_MAX: undefined, PASSWORD_REQUIRE: [] },
    { PASSWORD_MIN: 4, PASSWORD_MAX: 8, PASSWORD_REQUIRE: ['special', 'upper'] },
    { PASSWORD_MIN: 6, PASSWORD_MAX: 20, PASSWORD_REQUIRE: ['lower', 'upper', 'digit', 'special'] },
  ] as const)('is met by generated passwords, which are all different: %o', async (settings) => {
    Object.assign(env(), settings);
    const generated = Array.from({ length: 50 }, generatePassword);
    for (const password of generated) expect(await newPasswordProblems(password)).toEqual([]);
    expect(new Set(generated).size).toBe(50);
  });

  test('is refused at startup if no one could meet it', () => {
    expect(readEnv({ NODE_ENV: 'test', PASSWORD_MAX: '5' })).toEqual({
      ok: false,
      problems: ['PASSWORD_MAX: must not be below PASSWORD_MIN (6 unless set)'],
    });
    expect(readEnv({ NODE_ENV: 'test', PASSWORD_MIN: '5', PASSWORD_MAX: '5' })).toMatchObject({
      ok: true,
    });
  });
});

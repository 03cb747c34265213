import { afterEach, expect, test, vi } from 'vitest';

import { env, isSecretVariable, VARIABLE_NAMES } from '~/settings/env.server';

import { readConfiguration } from './read-configuration.server';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What says by its name that it is a secret, but only sets a rule or counts something. */
const HARMLESS = ['PASSWORD_MIN', 'PASSWORD_MAX', 'PASSWORD_REQUIRE', 'AI_HOUSE_DAILY_TOKENS'];

test('whatever says that it is a secret is none of anybody’s business', () => {
  const named = VARIABLE_NAMES.filter((name) => /KEY|SECRET|TOKEN|PASSWORD/.test(name));
  expect(named.filter((name) => !isSecretVariable(name)).sort()).toEqual(HARMLESS.sort());
  expect(isSecretVariable('SOME_NEW_API_KEY')).toBe(true);
  for (const name of ['DATABASE_URL', 'SMTP_URL']) expect(isSecretVariable(name), name).toBe(true);
});

test('no secret and no password in an address is shown, and every variable is', () => {
  const secret = 'a-secret-that-is-long-enough-for-all';
  const all: Record<string, unknown> = env();
  const before = { ...all };
  for (const name of VARIABLE_NAMES) {
    const isAddress = name.endsWith('_URL');
    if (isSecretVariable(name)) all[name] = secret;
    else if (isAddress) all[name] = `https://user:${secret}@host.example/v1`;
  }
  vi.stubEnv('AI_MODEL', 'some/model');
  vi.stubEnv('SESSION_SECRET', secret);
  vi.stubEnv('ADMIN_EMAIL', '');
  const shown = readConfiguration();
  Object.assign(all, before);
  expect(shown.map(({ name }) => name)).toEqual(VARIABLE_NAMES);
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(shown.find(({ name }) => name === 'SESSION_SECRET')).toMatchObject({
    isSet: true,
    isSecret: true,
    value: '',
  });
  expect(shown.find(({ name }) => name === 'AI_MODEL')?.isSet).toBe(true);
  expect(shown.find(({ name }) => name === 'ADMIN_EMAIL')?.isSet).toBe(false);
  expect(shown.find(({ name }) => name === 'OPENAI_BASE_URL')?.value).toBe(
    'https://•••@host.example/v1',
  );
});

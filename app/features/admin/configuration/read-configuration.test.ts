import { afterEach, expect, test, vi } from 'vitest';

import { env, isSecretVariable, VARIABLE_NAMES } from '~/settings/env.server';

import { readConfiguration, settingText } from './read-configuration.server';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Not secrets, despite their names. */
const HARMLESS = [
  'PASSWORD_MIN',
  'PASSWORD_MAX',
  'PASSWORD_REQUIRE',
  'LEAKED_PASSWORDS_URL',
  'AI_HOUSE_DAILY_TOKENS',
  'SEARCH_TOKENS',
];

test('every variable whose name suggests a secret counts as one', () => {
  const named = VARIABLE_NAMES.filter((name) => /KEY|SECRET|TOKEN|PASSWORD/.test(name));
  expect(named.filter((name) => !isSecretVariable(name)).sort()).toEqual(HARMLESS.sort());
  expect(isSecretVariable('SOME_NEW_API_KEY')).toBe(true);
  for (const name of ['DATABASE_URL', 'SMTP_URL']) expect(isSecretVariable(name), name).toBe(true);
});

test('the configuration shows every variable, but no secret and no password in a URL', () => {
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

test.each([
  [undefined, ''],
  ['gpt', 'gpt'],
  [5, '5'],
  [false, 'false'],
  [new Date('2026-11-21T12:00:00Z'), '2026-11-21T12:00:00.000Z'],
  [new Map([['a/b', 2]]), 'a/b=2'],
  [['lower', 'digit'], 'lower, digit'],
  [{ kind: 'open' }, '{"kind":"open"}'],
  ['https://ai.example/v1', 'https://ai.example/v1'],
  ['https://ada:pass@ai.example/v1', 'https://•••@ai.example/v1'],
  ['https://pass@ai.example/v1?key=pass', 'https://•••@ai.example/v1?•••'],
])('the setting %j is shown as %j', (value, text) => {
  expect(settingText(value)).toBe(text);
});

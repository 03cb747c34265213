import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { readEnv, VARIABLE_NAMES } from '../app/lib/env.server.ts';

/** Each command sets this one itself. */
const OPERATORS = VARIABLE_NAMES.filter((name) => name !== 'NODE_ENV').sort();
const COMPOSE_ONLY = ['MINIO_PASSWORD', 'POSTGRES_PASSWORD'];

const example = readFileSync('.env.example', 'utf8');
/** Name and default of each variable in .env.example. */
const listed = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({ name, value }),
);
/** Name and default of each row of the operators' table. */
const rows = [
  ...readFileSync('docs/operating.md', 'utf8').matchAll(
    /^\| `([A-Z][A-Z0-9_]*)`\s*\| (.*?)\s*\|/gm,
  ),
].map(([, name = '', value = '']) => ({ name, value }));
const compose = readFileSync('docker-compose.yml', 'utf8');

function read(settings: Record<string, string>): Record<string, unknown> {
  const reading = readEnv(settings as unknown as NodeJS.ProcessEnv);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.env;
}

describe.each(['SESSION_SECRET', 'ENCRYPTION_KEY'])('%s', (name) => {
  const DATABASE_URL = 'postgres://user@host/database';
  const secrets = { SESSION_SECRET: 's'.repeat(32), ENCRYPTION_KEY: 'e'.repeat(32) };
  const production = { NODE_ENV: 'production', DATABASE_URL };

  it('is needed in production with a database of one’s own, and there only', () => {
    expect(() => read({ ...production, ...secrets, [name]: '' })).toThrow(
      new RegExp(`^${name}: is needed with DATABASE_URL`),
    );
    expect(read({ ...production, ...secrets })).toMatchObject(secrets);
    expect(read({ NODE_ENV: 'production' })[name]).toBeUndefined();
    expect(read({ DATABASE_URL })[name]).toBeUndefined();
  });

  it('is not short', () => {
    expect(() => read({ [name]: 's'.repeat(31) })).toThrow(
      `${name}: must have at least 32 characters`,
    );
  });
});

describe('.env.example', () => {
  it('lists each variable, once', () => {
    expect(listed.map(({ name }) => name).sort()).toEqual(OPERATORS);
  });

  it.each(listed)('tells the default of $name', ({ name, value }) => {
    const unset = read({})[name];
    if (value === '') expect([undefined, []]).toContainEqual(unset);
    else expect(read({ [name]: value })[name]).toEqual(unset);
  });

  it('asks for what docker-compose.yml needs besides', () => {
    const asked = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=$/gm)].map(([, name]) => name);
    expect(asked.sort()).toEqual([...COMPOSE_ONLY, 'SESSION_SECRET', 'ENCRYPTION_KEY'].sort());
  });
});

describe('docs/operating.md', () => {
  it('has a row for each variable', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(OPERATORS);
  });

  it.each(rows)('tells the default of $name', ({ name, value }) => {
    const given = listed.find((variable) => variable.name === name)?.value;
    if (given) expect(value).toBe(`\`${given}\``);
    else expect(value).not.toMatch(/^`/);
  });
});

describe('docker-compose.yml', () => {
  it('knows no variable that nobody reads', () => {
    const used = [...compose.matchAll(/(?<!\$)\$\{([A-Z][A-Z0-9_]*)/g)].map(
      ([, name = '']) => name,
    );
    expect(used.filter((name) => ![...OPERATORS, ...COMPOSE_ONLY].includes(name))).toEqual([]);
  });

  it('gives the app settings that it takes, with the passwords in their places', () => {
    const { app } = (
      parse(compose) as { services: { app: { environment: Record<string, string> } } }
    ).services;
    const settings = Object.entries(app.environment).map(([name, value]) => [
      name,
      interpolate(value, {
        POSTGRES_PASSWORD: 'p',
        MINIO_PASSWORD: 'm',
        SESSION_SECRET: 's'.repeat(32),
        ENCRYPTION_KEY: 'e'.repeat(32),
      }),
    ]);
    expect(read(Object.fromEntries(settings))).toMatchObject({
      DATABASE_URL: 'postgres://brandwright:p@postgres:5432/brandwright',
      S3_SECRET_ACCESS_KEY: 'm',
      SMTP_URL: 'smtp://mail:1025',
      APP_URL: 'http://localhost:3000',
    });
  });

  it('lets .env choose other services', () => {
    expect(interpolate('${SMTP_URL-smtp://mail:1025}', { SMTP_URL: '' })).toBe('');
    expect(interpolate('${A:-${B:-c}}', { A: '', B: 'b' })).toBe('b');
  });
});

/** Compose's `${NAME}`, `${NAME-default}`, `${NAME:-default}`, whose default may hold another, and `${NAME:?missing}`. */
function interpolate(text: string, values: Record<string, string>): string {
  const innermost = /\$\{(\w+)(?:(:?)-([^${}]*)|:\?[^${}]*)?\}/;
  let result = text;
  for (let found = innermost.exec(result); found; found = innermost.exec(result)) {
    const [whole, name = '', colon, otherwise = ''] = found;
    const given = values[name];
    result = result.replace(whole, () => (colon ? given || otherwise : (given ?? otherwise)));
  }
  return result;
}

import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { findMisspelledNames, readEnv, VARIABLE_NAMES } from '../../app/settings/env.server.ts';

/** The settings that operators set; the commands set NODE_ENV themselves. */
const OPERATORS = VARIABLE_NAMES.filter((name) => name !== 'NODE_ENV').sort();
const COMPOSE_ONLY = [
  'MINIO_PASSWORD',
  'POSTGRES_PASSWORD',
  'DOMAIN',
  'COMPOSE_PROFILES',
  'COMPOSE_FILE',
];

const [example = '', forCompose = ''] = readFileSync('.env.example', 'utf8').split(
  '# --- docker-compose.yml only',
);
/** Name and default of each variable in .env.example. */
const listed = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({ name, value }),
);
/** Name and default in each row of the table in docs/operating.md. */
const rows = [
  ...readFileSync('docs/operating.md', 'utf8').matchAll(
    /^\| `([A-Z][A-Z0-9_]*)`\s*\| (.*?)\s*\|/gm,
  ),
].map(([, name = '', value = '']) => ({ name, value }));

function read(settings: Record<string, string>): Record<string, unknown> {
  const reading = readEnv(settings as unknown as NodeJS.ProcessEnv);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.env;
}

describe.each(['SESSION_SECRET', 'ENCRYPTION_KEY'])('%s', (name) => {
  const DATABASE_URL = 'postgres://user@host/database';
  const secrets = { SESSION_SECRET: 's'.repeat(32), ENCRYPTION_KEY: 'e'.repeat(32) };
  const production = { NODE_ENV: 'production', DATABASE_URL };

  it('is required only in production with an external database', () => {
    expect(() => read({ ...production, ...secrets, [name]: '' })).toThrow(
      new RegExp(`^${name}: is needed with DATABASE_URL`),
    );
    expect(read({ ...production, ...secrets })).toMatchObject(secrets);
    expect(read({ NODE_ENV: 'production' })[name]).toBeUndefined();
    expect(read({ DATABASE_URL })[name]).toBeUndefined();
  });

  it('must not be short', () => {
    expect(() => read({ [name]: 's'.repeat(31) })).toThrow(
      `${name}: must have at least 32 characters`,
    );
  });
});

describe('a value', () => {
  it.each(['"', "'"])('may be quoted with %s, as docker run --env-file passes it', (quote) => {
    const quoted = (value: string) => `${quote}${value}${quote}`;
    const settings = read({
      PORT: quoted('8080'),
      SESSION_SECRET: quoted('s'.repeat(32)),
      APP_URL: quoted('https://brand.example.com'),
      MAIL_FROM: quoted('Brand <mail@example.com>'),
      S3_BUCKET: quoted(''),
    });
    expect(settings).toMatchObject({
      PORT: 8080,
      SESSION_SECRET: 's'.repeat(32),
      APP_URL: 'https://brand.example.com',
      MAIL_FROM: 'Brand <mail@example.com>',
    });
    expect(settings.S3_BUCKET).toBeUndefined();
  });

  it('loses one pair of quotes, but no unpaired quote', () => {
    expect(read({ HOST: '""a""' }).HOST).toBe('"a"');
    expect(read({ HOST: '"a' }).HOST).toBe('"a');
    expect(read({ HOST: `"a'` }).HOST).toBe(`"a'`);
    expect(read({ HOST: '"' }).HOST).toBe('"');
  });

  const NUMBERS = {
    PORT: '0 to 65535',
    DATABASE_POOL: '3 to 200',
    MEDIA_JOBS: '1 to 1000',
    PASSWORD_MIN: '1 to 1024',
    PASSWORD_MAX: '1 to 4096',
    ACCOUNT_DELETION_DAYS: '0 to 3650',
    TRUST_PROXY: '0 to 10',
    SHUTDOWN_DELAY: '0 to 60',
  };
  it.each(Object.entries(NUMBERS))('of %s must be a whole number from %s', (name, range) => {
    for (const value of ['eighty', '-1', '1.5', '0x10', '1e1', '999999', '3000/tcp']) {
      expect(() => read({ [name]: value })).toThrow(
        `${name}: must be a whole number from ${range}`,
      );
    }
  });

  it.each(OPERATORS)(
    'of %s that is invalid is explained in plain words and not repeated',
    (name) => {
      for (const value of ['§wrong§', '[{"price":7}]', '[{"id":"","tokens":"§wrong§"}]', '-1']) {
        const reading = readEnv({ [name]: value } as unknown as NodeJS.ProcessEnv);
        for (const problem of reading.ok ? [] : reading.problems) {
          expect(problem).not.toMatch(/expected|received|invalid|\bNaN\b|undefined/i);
          expect(problem).not.toContain('§wrong§');
        }
      }
    },
  );
});

describe.each([
  ['DATABASE_URL', 'postgres', '5432/brand'],
  ['SMTP_URL', 'smtp', '587'],
])('%s', (name, scheme, place) => {
  const readAddress = (address: string) =>
    read({ [name]: address, ...(name === 'SMTP_URL' && { MAIL_FROM: 'mail@example.com' }) });

  it.each([
    'p@ss',
    'p#ss',
    'p/ss',
    'p?ss',
    'p:ss',
    'p%ss',
    'p ss',
    '1@',
    '1#2',
    '5/6',
    '5?6',
    '#',
    'p[s]',
  ])('with the password %s explains how to encode it, and repeats no part of it', (password) => {
    const secret = `qz${password}qz`;
    let problem = '';
    try {
      readAddress(`${scheme}://someone:${secret}@host:${place}`);
    } catch (error) {
      problem = (error as Error).message;
    }
    expect(problem).toMatch(new RegExp(`^${name}: holds a character .* write @ as %40, # as %23`));
    expect(problem).not.toContain('qz');
  });

  it.each([
    `${scheme}://someone:p%40%23%2F%3F%3A%25@host:${place}`,
    `${scheme}://someone@host:${place}`,
    `${scheme}://host:${place}`,
    `${scheme}://someone:secret@[::1]:${place}`,
    `${scheme}://someone:secret@host:${place}${name === 'SMTP_URL' ? '/' : ''}?name=a@b`,
  ])('may be %s', (address) => {
    expect(readAddress(address)[name]).toBe(address);
  });

  it('is explained with an example if it isn’t an address', () => {
    expect(() => readAddress(`${scheme}://host:port`)).toThrow(
      new RegExp(`^${name}: is not an address such as ${scheme}://user:password@host:`),
    );
    expect(() => readAddress('mysql://someone:secret@host')).toThrow(
      new RegExp(`^${name}: must start with ${scheme}://`),
    );
  });
});

describe('APP_URL', () => {
  it.each(['http://localhost:3000', 'https://brand.example.com', 'https://brand.example.com/'])(
    'may be %s',
    (address) => expect(read({ APP_URL: address }).APP_URL).toBe(address),
  );

  it.each(['/app', '/app/'])('is refused with the path %s', (path) => {
    expect(() => read({ APP_URL: `https://brand.example.com${path}` })).toThrow(
      /^APP_URL: must be an address without a path, such as https:\/\/brand\.example\.com:/,
    );
  });

  it.each(['brand.example.com/?a=b', 'brand.example.com/#top', 'someone:secret@brand.example.com'])(
    'is refused as %s, which it does not repeat',
    (rest) => {
      expect(() => read({ APP_URL: `https://${rest}` })).toThrow(
        /^APP_URL: must be an address without a user name, a query, or a fragment, such as https:\/\/brand\.example\.com$/,
      );
    },
  );
});

describe('a name that is close to a setting’s', () => {
  it.each([
    ['OPENAI_API_KYE', 'OPENAI_API_KEY'],
    ['OPEN_AI_API_KEY', 'OPENAI_API_KEY'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['APPURL', 'APP_URL'],
    ['POSTMARK_SERVER_TOKENS', 'POSTMARK_SERVER_TOKEN'],
    ['S3_BUCKETS', 'S3_BUCKET'],
    ['openai_api_key', 'OPENAI_API_KEY'],
  ])('%s leads to %s', (name, meant) => {
    expect(findMisspelledNames([name, 'PATH'])).toEqual([{ name, meant }]);
    // Next to the right name, it belongs to something else.
    expect(findMisspelledNames([name, meant])).toEqual([]);
  });

  it('never includes names that systems, shells, npm, and containers set, or that docker-compose.yml reads', () => {
    const others =
      'PATH HOME HOSTNAME USER PWD SHLVL TERM LANG LC_ALL TZ SHELL LOGNAME MAIL OLDPWD EDITOR PS1 NODE_VERSION YARN_VERSION ' +
      'NODE_OPTIONS NODE_PATH npm_config_cache INIT_CWD COLOR KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_ADDR ' +
      'BRANDWRIGHT_SERVICE_PORT AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN HTTP_PROXY HTTPS_PROXY ' +
      'NO_PROXY INVOCATION_ID JOURNAL_STREAM MALLOC_ARENA_MAX NODE_COMPILE_CACHE PORTS HOSTS DISPLAY SSH_AUTH_SOCK';
    expect(findMisspelledNames([...others.split(' '), ...COMPOSE_ONLY])).toEqual([]);
  });
});

describe('.env.example', () => {
  it('lists each variable once', () => {
    expect(listed.map(({ name }) => name).sort()).toEqual(OPERATORS);
  });

  it.each(listed)('states the default of $name', ({ name, value }) => {
    const unset = read({})[name];
    if (value === '') expect([undefined, []]).toContainEqual(unset);
    else expect(read({ [name]: value })[name]).toEqual(unset);
  });

  it('lists everything else that docker-compose.yml needs', () => {
    const names = [...forCompose.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=$/gm)].map(([, name]) => name);
    const secrets = ['S3_SECRET_ACCESS_KEY', 'SESSION_SECRET', 'ENCRYPTION_KEY'];
    expect(names.sort()).toEqual([...COMPOSE_ONLY, ...secrets].sort());
  });
});

describe('docs/operating.md', () => {
  it('has a row for each variable', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(OPERATORS);
  });

  it.each(rows)('states the default of $name', ({ name, value }) => {
    const example = listed.find((variable) => variable.name === name)?.value;
    if (example) expect(value).toBe(`\`${example}\``);
    else expect(value).not.toMatch(/^`/);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { readEnv } from '../app/settings/env.server.ts';

interface Service {
  image?: string;
  build?: string;
  user?: string;
  ports?: string[];
  profiles?: string[];
  env_file?: string;
  environment?: Record<string, string>;
  entrypoint?: string[];
  command?: string | string[];
  volumes?: string[];
  tmpfs?: string[];
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  healthcheck?: Record<string, unknown> & { test: string[] };
  labels?: Record<string, string>;
  logging?: { driver: string; options: Record<string, string> };
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  stop_grace_period?: string;
}

interface Project {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const BASE = 'docker-compose.yml';
const OVERRIDES = globSync('compose/*.yml').sort();
const CHOICES = OVERRIDES.map((file) => [BASE, file]);
/** The services of MinIO, which each choice of other storage leaves out. */
const MINIO = ['minio', 'minio-bucket'];
/** Services that finish their work and exit. */
const FINISHING = ['minio-bucket', 'versitygw-bucket'];
const SECRETS = {
  POSTGRES_PASSWORD: 'postgres-password',
  MINIO_PASSWORD: 'minio-password',
  S3_SECRET_ACCESS_KEY: 'key-of-the-app',
  SESSION_SECRET: 's'.repeat(32),
  ENCRYPTION_KEY: 'e'.repeat(32),
};

/** Merges maps; other values of a later file replace those of an earlier one, except lists, to which it adds. */
function merge(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...(one as unknown[]), ...other];
  if (!isMap(one) || !isMap(other)) return other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      key in one && key in other
        ? merge(one[key], other[key])
        : key in other
          ? other[key]
          : one[key],
    ]),
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The project that Compose makes of some files, before it puts in variables. */
function load(...files: string[]): Project {
  return files
    .map((file) => parse(readFileSync(file, 'utf8'), { merge: true }) as unknown)
    .reduce(merge) as Project;
}

/**
 * Compose's `${NAME}`, `${NAME-default}`, `${NAME:-default}`, `${NAME:+replacement}`, each of which may hold another,
 * and `${NAME:?message}`.
 */
function interpolate(text: string, values: Record<string, string>): string {
  const innermost = /(?<!\$)\$\{(\w+)(?:(:?[-+?])([^${}]*))?\}/;
  let result = text;
  for (let found = innermost.exec(result); found; found = innermost.exec(result)) {
    const [whole, name = '', operator, rest = ''] = found;
    const set = values[name];
    if (operator === ':?' && !set) throw new Error(`${name} ${rest}`);
    const value =
      operator === ':-'
        ? set || rest
        : operator === '-'
          ? (set ?? rest)
          : operator === ':+'
            ? set && rest
            : set;
    result = result.replace(whole, () => value ?? '');
  }
  return result;
}

/** What a service gets in its environment. */
function environmentOf(
  files: string[],
  service: string,
  values: Record<string, string> = SECRETS,
): Record<string, string> {
  const { environment = {}, env_file } = load(...files).services[service] ?? {};
  const own = Object.entries(environment).map(([name, value]) => [
    name,
    interpolate(value, values),
  ]);
  return { ...(env_file === '.env' && values), ...(Object.fromEntries(own) as object) };
}

/** The services that start with these profiles. Throws for a dependency that is left out and needed. */
function started(files: string[], ...profiles: string[]): string[] {
  const { services } = load(...files);
  const names = Object.entries(services)
    .filter(
      ([, service]) => !service.profiles || service.profiles.some((p) => profiles.includes(p)),
    )
    .map(([name]) => name);
  for (const name of names) {
    for (const [other, { required = true }] of Object.entries(services[name]?.depends_on ?? {})) {
      if (required && !names.includes(other)) throw new Error(`${name} depends on ${other}`);
    }
  }
  return names.sort();
}

/** The settings that the app reads. */
function settings(files: string[], values: Record<string, string> = SECRETS) {
  const reading = readEnv(environmentOf(files, 'app', values) as unknown as NodeJS.ProcessEnv);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.env;
}

describe('the services that start', () => {
  it('are the app, PostgreSQL, and MinIO', () => {
    expect(started([BASE])).toEqual(['app', 'minio', 'minio-bucket', 'postgres']);
  });

  it.each([
    ['mail', 'mail'],
    ['local-ai', 'ollama'],
    ['https', 'caddy'],
  ])('also include those of the profile %s on request', (profile, service) => {
    expect(started([BASE], profile)).toEqual([...started([BASE]), service].sort());
  });

  it('leave out ours where an override brings other ones', () => {
    expect(OVERRIDES.map((file) => basename(file))).toEqual([
      'disk.yml',
      'own-postgres.yml',
      'own-s3.yml',
      'versitygw.yml',
    ]);
    expect(started([BASE, 'compose/own-postgres.yml'])).toEqual(['app', 'minio', 'minio-bucket']);
    expect(started([BASE, 'compose/own-s3.yml'])).toEqual(['app', 'postgres']);
    expect(started([BASE, 'compose/disk.yml'])).toEqual(['app', 'postgres']);
    expect(started([BASE, 'compose/own-postgres.yml', 'compose/own-s3.yml'])).toEqual(['app']);
    expect(started([BASE, 'compose/versitygw.yml'])).toEqual([
      'app',
      'postgres',
      'versitygw',
      'versitygw-bucket',
    ]);
  });

  it.each(OVERRIDES)('in %s exist in docker-compose.yml, or are complete', (file) => {
    const known = load(BASE).services;
    for (const [name, service] of Object.entries(load(file).services)) {
      if (!(name in known)) expect(service.image, name).toBeDefined();
    }
  });
});

describe.each([[[BASE]], ...CHOICES.map((files) => [files])])('each service of %j', (files) => {
  const project = load(...files);
  const services = Object.entries(project.services);

  it('can’t change its files, has no capabilities it doesn’t need, and gains no rights', () => {
    for (const [name, service] of services) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(service.cap_add ?? [], name).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : []);
      expect(service.privileged, name).toBeUndefined();
      // Programs expect to write there.
      const writable = [...(service.tmpfs ?? []), ...(service.volumes ?? [])].join();
      expect(writable, name).toMatch(/\/tmp\b/);
    }
  });

  it('has a health check that old engines accept, or exits by itself', () => {
    for (const [name, { healthcheck, restart }] of services) {
      if (FINISHING.includes(name)) {
        expect([healthcheck, restart], name).toEqual([undefined, 'no']);
      } else {
        expect(healthcheck?.test[0], name).toBe('CMD');
        expect(Object.keys(healthcheck ?? {}).sort(), name).toEqual(
          ['test', 'interval', 'timeout', 'retries', 'start_period'].sort(),
        );
        expect(restart, name).toBe('unless-stopped');
      }
    }
  });

  it('has a label that says which part it is, and a limited log', () => {
    for (const [name, { labels, logging }] of services) {
      expect(labels?.['brandwright.part'], name).toMatch(/^[a-z-]+$/);
      expect(logging?.options, name).toHaveProperty('max-size');
    }
    expect(Object.values(project.volumes).filter((volume) => volume !== null)).toEqual([]);
  });

  it('waits only for services that get healthy or exit, and names only volumes that exist', () => {
    for (const [name, { depends_on = {}, volumes = [] }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(project.services), name).toContain(other);
        expect(condition, `${name} waits for ${other}`).toBe(
          FINISHING.includes(other) ? 'service_completed_successfully' : 'service_healthy',
        );
      }
      for (const source of volumes.map((volume) => volume.split(':')[0] ?? '')) {
        if (source.startsWith('./')) expect(existsSync(source), source).toBe(true);
        else expect(project.volumes, name).toHaveProperty([source]);
      }
    }
  });

  it('is built here, or comes from a pinned image', () => {
    for (const [name, { image, build }] of services) {
      if (name === 'app') expect(build).toBe('.');
      else expect(image, name).toMatch(/:(?!latest$)[\w.-]*\d[\w.-]*$/);
    }
  });

  it('publishes its ports on this machine only, except for HTTPS', () => {
    const ports = Object.fromEntries(
      services.flatMap(([name, service]) => (service.ports ? [[name, service.ports]] : [])),
    );
    expect(ports).toEqual({
      app: ['${HOST:-127.0.0.1}:${PORT:-3000}:3000'],
      mail: ['127.0.0.1:8025:8025'],
      caddy: ['80:80', '443:443', '443:443/udp'],
    });
  });
});

describe('the secrets', () => {
  /** The secrets of .env that a service can read in its environment, by name. */
  function secretsOf(files: string[], service: string, values: Record<string, string> = SECRETS) {
    const text = JSON.stringify(environmentOf(files, service, values));
    return Object.entries(values)
      .filter(([, value]) => text.includes(value))
      .map(([name]) => name)
      .sort();
  }

  it('reach only the services that need them', () => {
    const held = Object.keys(load(BASE).services).map((name) => [name, secretsOf([BASE], name)]);
    expect(Object.fromEntries(held)).toEqual({
      app: ['ENCRYPTION_KEY', 'POSTGRES_PASSWORD', 'S3_SECRET_ACCESS_KEY', 'SESSION_SECRET'],
      postgres: ['POSTGRES_PASSWORD'],
      minio: ['MINIO_PASSWORD'],
      'minio-bucket': ['MINIO_PASSWORD', 'S3_SECRET_ACCESS_KEY'],
      mail: [],
      ollama: [],
      caddy: [],
    });
  });

  it('of VersityGW are split in the same way', () => {
    const files = [BASE, 'compose/versitygw.yml'];
    expect(secretsOf(files, 'app')).not.toContain('MINIO_PASSWORD');
    expect(secretsOf(files, 'versitygw')).toEqual(['MINIO_PASSWORD']);
    expect(secretsOf(files, 'versitygw-bucket')).toEqual([
      'MINIO_PASSWORD',
      'S3_SECRET_ACCESS_KEY',
    ]);
  });

  it('aren’t in the files, and a missing one is explained', () => {
    for (const file of [BASE, ...OVERRIDES]) {
      for (const [service, { environment = {} }] of Object.entries(load(file).services)) {
        for (const [name, value] of Object.entries(environment)) {
          if (/PASSWORD|SECRET|ENCRYPTION/.test(name)) {
            expect(value, `${file}: ${service}: ${name}`).toMatch(/^(\$\{.*)?$/);
          }
        }
      }
    }
    for (const missing of Object.keys(SECRETS)) {
      const others = Object.fromEntries(
        Object.entries(SECRETS).filter(([name]) => name !== missing),
      );
      expect(() => interpolate(readFileSync(BASE, 'utf8'), others)).toThrow(
        `${missing} is missing in .env`,
      );
    }
  });

  it('give the app a key of its own, which isn’t the administrator’s', () => {
    const app = environmentOf([BASE], 'app');
    const setup = environmentOf([BASE], 'minio-bucket');
    expect(app.S3_ACCESS_KEY_ID).not.toBe(environmentOf([BASE], 'minio').MINIO_ROOT_USER);
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      expect(setup[name], name).toBe(app[name]);
    }
  });
});

describe('the commands that create the bucket', () => {
  it.each([
    [BASE, 'minio-bucket', 'mc'],
    ['compose/versitygw.yml', 'versitygw-bucket', 'versitygw'],
  ])('in %s run again without an error', async (file, name, tool) => {
    const { entrypoint = [], command = [] } = load(file).services[name] ?? {};
    const script = [command].flat().join('').replaceAll('$$', '$');
    // Stands in for the tool: prints its arguments, and lists what exists.
    const fake = `${tool}() {
      echo "${tool} $*" >&2
      case "$*" in
        *"user info"*) test -z "$EXISTS" || echo 'PolicyName: read-write-files' ;;
        *list-users) test -z "$EXISTS" || echo 'the-key  user' ;;
        *list-buckets) test -z "$EXISTS" || echo 'the-bucket  the-key' ;;
      esac
    }\n`;
    const [shell = '', ...flags] = entrypoint;
    const run = async (EXISTS: string) => {
      const child = spawn(shell, [...flags, fake + script.replace('> /tmp/policy.json', '>&2')], {
        env: {
          NODE_ENV: 'test',
          PATH: process.env.PATH,
          EXISTS,
          MINIO_PASSWORD: 'root',
          S3_BUCKET: 'the-bucket',
          S3_ACCESS_KEY_ID: 'the-key',
          S3_SECRET_ACCESS_KEY: 'the secret',
        },
      });
      let lines = '';
      child.stderr.on('data', (chunk: Buffer) => (lines += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number];
      expect(code, lines).toBe(0);
      return lines;
    };
    const first = await run('');
    const again = await run('yes');
    expect(first).toMatch(/(policy attach|--role user)/);
    expect(again).not.toMatch(/(policy attach|create-)/);
    expect(again).toContain('the secret');
    if (tool === 'mc') {
      const policy = JSON.parse(/^\{.*\}$/m.exec(first)?.[0] ?? '') as {
        Statement: { Action: string[]; Resource: string[] }[];
      };
      expect(policy.Statement.flatMap((statement) => statement.Resource)).toEqual([
        'arn:aws:s3:::the-bucket',
        'arn:aws:s3:::the-bucket/*',
      ]);
      expect(JSON.stringify(policy)).not.toContain('s3:*');
    }
  });
});

describe('the app', () => {
  it('gets valid settings, with the passwords in their places', () => {
    expect(settings([BASE])).toMatchObject({
      DATABASE_URL: 'postgres://brandwright:postgres-password@postgres:5432/brandwright',
      S3_ENDPOINT: 'http://minio:9000',
      S3_ACCESS_KEY_ID: 'brandwright-app',
      S3_SECRET_ACCESS_KEY: 'key-of-the-app',
      APP_URL: 'http://localhost:3000',
      TRUST_PROXY: 0,
    });
    expect(settings([BASE]).SMTP_URL).toBeUndefined();
  });

  it('knows the address and the proxy of HTTPS by DOMAIN, unless .env sets them', () => {
    const DOMAIN = 'brand.example.com';
    expect(settings([BASE], { ...SECRETS, DOMAIN })).toMatchObject({
      APP_URL: 'https://brand.example.com',
      TRUST_PROXY: 1,
    });
    const own = { APP_URL: 'https://other.example.com', TRUST_PROXY: '2' };
    expect(settings([BASE], { ...SECRETS, DOMAIN, ...own })).toMatchObject({
      APP_URL: 'https://other.example.com',
      TRUST_PROXY: 2,
    });
    expect(settings([BASE], { ...SECRETS, PORT: '8080' }).APP_URL).toBe('http://localhost:8080');
  });

  it('sends email to the catcher once .env says so', () => {
    expect(settings([BASE], { ...SECRETS, SMTP_URL: 'smtp://mail:1025' })).toMatchObject({
      SMTP_URL: 'smtp://mail:1025',
      MAIL_FROM: 'Brandwright <brandwright@example.com>',
    });
  });

  it('uses other services in place of ours', () => {
    expect(settings([BASE, 'compose/versitygw.yml'])).toMatchObject({
      S3_ENDPOINT: 'http://versitygw:7070',
      S3_ACCESS_KEY_ID: 'brandwright-app',
    });
    expect(settings([BASE, 'compose/disk.yml']).S3_BUCKET).toBeUndefined();
    const own = [BASE, 'compose/own-s3.yml'];
    const S3_BUCKET = 'files';
    const key = { S3_BUCKET, S3_ACCESS_KEY_ID: 'mine', S3_SECRET_ACCESS_KEY: 'my secret' };
    expect(settings(own, { ...SECRETS, ...key })).toMatchObject(key);
    expect(settings(own, { ...SECRETS, ...key }).S3_ENDPOINT).toBeUndefined();
    expect(settings(own, { ...SECRETS, S3_BUCKET }).S3_SECRET_ACCESS_KEY).toBeUndefined();
    expect(() => settings(own)).toThrow('S3_BUCKET is missing');
    const DATABASE_URL = 'postgres://me:p@db.example.com/b';
    expect(
      settings([BASE, 'compose/own-postgres.yml'], { ...SECRETS, DATABASE_URL }),
    ).toMatchObject({ DATABASE_URL });
    expect(() => settings([BASE, 'compose/own-postgres.yml'])).toThrow('DATABASE_URL is missing');
  });

  it('has more time to stop than it takes itself', () => {
    const drain = Number(
      /DRAIN_MS = ([\d_]+)/.exec(readFileSync('server/lifetime.ts', 'utf8'))?.[1]?.replace('_', ''),
    );
    const grace = /^(\d+)s$/.exec(load(BASE).services.app?.stop_grace_period ?? '')?.[1];
    expect(Number(grace) * 1000).toBeGreaterThan(drain);
  });
});

describe('the documentation', () => {
  it('.env.example has every variable that the files read', () => {
    const example = readFileSync('.env.example', 'utf8');
    for (const file of [BASE, ...OVERRIDES]) {
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?<!\$)\$\{([A-Z]\w*)/g)) {
        expect(example, `${name} of ${file}`).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
      }
    }
  });

  it('docs/operating.md names each override and each profile', () => {
    const page = readFileSync('docs/operating.md', 'utf8');
    for (const file of OVERRIDES) expect(page).toContain(file);
    const profiles = Object.values(load(BASE).services).flatMap(({ profiles = [] }) => profiles);
    for (const profile of profiles) expect(page).toContain(`--profile ${profile}`);
    for (const name of MINIO) expect(load(BASE).services).toHaveProperty([name]);
  });
});

describe('reading the files', () => {
  it('puts variables in as Compose does', () => {
    expect(interpolate('${A-b}', { A: '' })).toBe('');
    expect(interpolate('${A:-b}', { A: '' })).toBe('b');
    expect(interpolate('${A:-${B:-c}}', { A: '', B: 'b' })).toBe('b');
    expect(interpolate('${A:+x}${B:+y}', { A: 'a', B: '' })).toBe('x');
    expect(() => interpolate('${A:?is missing}', { A: '' })).toThrow('A is missing');
  });

  it('merges files as Compose does', () => {
    expect(merge({ a: { b: 1, c: [1] } }, { a: { c: [2], d: 3 } })).toEqual({
      a: { b: 1, c: [1, 2], d: 3 },
    });
  });
});

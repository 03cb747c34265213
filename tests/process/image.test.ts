import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { S3_CREDENTIALS, startFakeS3, type FakeS3 } from '../fakes/s3.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/embedded.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import {
  all,
  copyOf,
  environmentOf,
  execForm,
  last,
  readDockerfile,
  type Stage,
} from '../harness/dockerfile.ts';
import { readDockerignore } from '../harness/dockerignore.ts';
import { buildImage, type Image } from '../harness/image.ts';
import { SERVING } from '../../scripts/run.mjs';
import {
  freePort,
  isRoot,
  query,
  run,
  runningPostgres,
  temporaryDataDir,
  type AppProcess,
} from './setup.ts';

const BUILD_MS = 5 * 60_000;
/** Anybody but root: the image's own user 1000 need not exist on this machine. */
const NOBODY = { uid: 65534, gid: 65534 };

const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'));
const isIgnored = readDockerignore(readFileSync('.dockerignore', 'utf8'));
const final = stages.at(-1) as Stage;

describe('.dockerignore', () => {
  it.each(['.env', 'data/postgres/PG_VERSION', '.git/config', 'node_modules/pg/package.json'])(
    'keeps %s out',
    (path) => expect(isIgnored(path)).toBe(true),
  );

  it.each(['app/lib/prisma/client.ts', 'server/app.test.ts', 'app/routes/.env.test.ts'])(
    'keeps %s out of what is copied',
    (path) => expect(isIgnored(path)).toBe(true),
  );

  it('decides by the last line that matches a path or a directory above it', () => {
    const ignores = readDockerignore('*\n!src\nsrc/**/*.log\n!src/keep/a.log\n# src\n');
    expect(
      ['src/a.ts', 'src/keep/a.log', 'src/x.log', 'src/keep/b.log', 'other'].map(ignores),
    ).toEqual([false, false, true, true, true]);
  });
});

describe('Dockerfile', () => {
  it('copies from the context only what is there and let in', () => {
    const sources = stages.flatMap((stage) =>
      all(stage, 'COPY')
        .map(copyOf)
        .filter(({ from }) => from === undefined)
        .flatMap((copy) => copy.sources),
    );
    expect(sources).not.toEqual([]);
    expect(sources.filter((source) => !existsSync(source) || isIgnored(source))).toEqual([]);
  });

  it('takes from earlier stages only', () => {
    stages.forEach((stage, index) => {
      const earlier = stages.slice(0, index).map(({ name }) => name);
      for (const from of all(stage, 'COPY').flatMap((copy) => copyOf(copy).from ?? [])) {
        expect(earlier).toContain(from);
      }
      if (!earlier.includes(stage.base)) expect(stage.base).toBe('node:24-slim');
    });
  });

  it('runs as an ordinary user, by number, who owns the volume', () => {
    const { text } = last(final, 'USER');
    expect(text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const [uid, gid] = text.split(':');
    const volume = last(final, 'VOLUME').text;
    expect(all(final, 'RUN').map((instruction) => instruction.text)).toContain(
      `install -d -o ${uid} -g ${gid} -m 700 ${volume}`,
    );
    const environment = Object.assign({}, ...all(final, 'ENV').map(environmentOf));
    expect(environment).toMatchObject({
      DATA_DIR: volume,
      HOST: '0.0.0.0',
      ...SERVING.environment,
    });
  });

  it('starts Node itself, so that signals reach it', () => {
    expect(execForm(last(final, 'CMD'))).toEqual(['node', ...SERVING.options, 'server/index.ts']);
    expect(last(final, 'STOPSIGNAL').text).toBe('SIGTERM');
  });

  it('refuses what its reader here would pass over', () => {
    expect(() => readDockerfile('FROM a\nADD b c')).toThrow('line 2 (ADD)');
    expect(() => readDockerfile('RUN b')).toThrow('FROM has to come first');
    expect(() => readDockerfile('FROM a\nRUN b \\\n')).toThrow('does not end');
  });
});

interface Service {
  image?: string;
  build?: string;
  ports?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  restart?: string;
  volumes?: string[];
  stop_grace_period?: string;
  profiles?: string[];
  logging?: { driver: string; options: Record<string, string> };
}

describe('docker-compose.yml', () => {
  const source = readFileSync('docker-compose.yml', 'utf8');
  const file = parse(source, { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const services = Object.entries(file.services);

  it('pins each image that it does not build', () => {
    for (const [name, { image, build }] of services) {
      if (!build) expect(image, name).toMatch(/:(?!latest$)[\w.-]*\d[\w.-]*$/);
    }
    expect(file.services.app?.build).toBe('.');
    expect(file.services.minio?.image).toMatch(/^quay\.io\/minio\/minio:RELEASE\./);
  });

  it('publishes nothing beyond this machine by default, and neither the database nor the objects at all', () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    expect(published).toEqual([
      ['app', '${HOST:-127.0.0.1}:${PORT:-3000}:3000'],
      ['mail', '127.0.0.1:8025:8025'],
    ]);
  });

  it('waits for what has a health check, and names no service or volume that is not there', () => {
    for (const [name, { depends_on = {}, volumes = [] }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const service = file.services[other];
        expect(service, `${name} waits for ${other}`).toBeDefined();
        if (condition === 'service_healthy') expect(service?.healthcheck?.test[0]).toBe('CMD');
        else
          expect([condition, service?.restart]).toEqual(['service_completed_successfully', 'no']);
      }
      for (const volume of volumes)
        expect(file.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
    }
  });

  it('gives the app longer to end than it takes for itself', () => {
    const drain = Number(
      /DRAIN_MS = ([\d_]+)/.exec(readFileSync('server/lifetime.ts', 'utf8'))?.[1]?.replace('_', ''),
    );
    const grace = /^(\d+)s$/.exec(file.services.app?.stop_grace_period ?? '')?.[1];
    expect(Number(grace) * 1000).toBeGreaterThan(drain);
  });

  it('starts what serves again, and keeps all logs short', () => {
    for (const [name, { restart, logging }] of services) {
      expect(restart, name).toBe(name === 'minio-bucket' ? 'no' : 'unless-stopped');
      expect(logging?.options, name).toHaveProperty('max-size');
    }
  });

  it('holds no password: they come from .env, with a sentence when they are missing', () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|ENCRYPTION/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(2);
    for (const [name, value] of secrets) expect(value, name).toMatch(/^\$\{/);
    for (const name of [
      'POSTGRES_PASSWORD',
      'MINIO_PASSWORD',
      'SESSION_SECRET',
      'ENCRYPTION_KEY',
    ]) {
      expect(source).toMatch(new RegExp(`\\$\\{${name}:\\?is missing in \\.env`));
    }
  });

  it('keeps the local model out unless it is asked for', () => {
    expect(file.services.ollama?.profiles).toEqual(['local-ai']);
    expect(services.filter(([, { profiles }]) => profiles)).toHaveLength(1);
  });
});

describe('the image, carried out in plain directories', () => {
  let workshop: string;
  let image: Image;
  let postgres: EmbeddedPostgres;
  let s3: FakeS3;

  beforeAll(async () => {
    workshop = mkdtempSync(join(tmpdir(), 'brandwright-image-'));
    chmodSync(workshop, 0o711);
    const started = Date.now();
    image = await buildImage({
      stages,
      context: process.cwd(),
      isIgnored,
      workshop,
      owner: isRoot ? NOBODY : undefined,
    });
    console.log(`The image's steps took ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    postgres = await startEmbeddedPostgres({ dataDir: temporaryDataDir(), durable: false });
    s3 = await startFakeS3();
  }, BUILD_MS);

  afterAll(async () => {
    await s3?.close();
    await postgres?.stop();
    rmSync(workshop, { recursive: true, force: true });
    // Two trees of packages are many files.
  }, BUILD_MS);

  /** Starts a container's process: nothing in its environment but the image's own and what the operator sets. */
  function container(command: string[], settings: Record<string, string>): AppProcess {
    const env = { ...image.environment, DATA_DIR: join(image.root, 'data'), ...settings };
    const [file = '', ...args] = command;
    return run([join(workshop, 'bin', file), ...args], {
      cwd: join(image.root, image.directory),
      env,
      dataDir: env.DATA_DIR,
      account: isRoot ? NOBODY : undefined,
    });
  }

  async function databaseOfItsOwn(): Promise<string> {
    const name = `image_${randomUUID().replaceAll('-', '')}`;
    await query(postgres.url, `CREATE DATABASE ${name}`);
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  const objectsElsewhere = () => ({
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  });

  async function signUp(address: string): Promise<void> {
    const response = await fetch(`${address}/auth/signup`, {
      method: 'POST',
      headers: { Origin: address },
      body: new URLSearchParams({
        email: `${randomUUID()}@example.com`,
        password: 'correct horse battery',
        firstName: 'Tina',
        lastName: 'Baker',
      }),
      redirect: 'manual',
    });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/ai-lab']);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const page = await fetch(`${address}/ai-lab`, { headers: { Cookie: cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Tina');
  }

  it('holds what running needs, and neither sources nor tools nor settings', () => {
    const app = join(image.root, image.directory);
    for (const path of ['build/client', 'server/index.ts', 'prisma/migrations', 'package.json']) {
      expect(existsSync(join(app, path)), path).toBe(true);
    }
    for (const path of [
      '.env',
      '.npmrc',
      'app/routes',
      'prisma/schema.prisma',
      'server/vite.ts',
      'node_modules/node',
      'node_modules/vite',
      'node_modules/prisma',
    ]) {
      expect(lstatSync(join(app, path), { throwIfNoEntry: false }), path).toBeUndefined();
    }
  });

  it('serves on services of the operator, is healthy and ready, and ends on SIGTERM', async () => {
    const port = String(await freePort());
    const settings = {
      PORT: port,
      DATABASE_URL: await databaseOfItsOwn(),
      SESSION_SECRET,
      ENCRYPTION_KEY,
      ...objectsElsewhere(),
    };
    const unhealthy = container(image.healthCheck, settings);
    expect(await unhealthy.ended).toEqual({ code: 1, signal: null });

    const app = container(image.command, settings);
    const address = await app.ready;
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    await signUp(address);
    const healthy = container(image.healthCheck, settings);
    expect(await healthy.ended, healthy.stderr()).toEqual({ code: 0, signal: null });

    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    expect(app.stderr()).toBe('');
  });

  it('is healthy but not ready while the objects cannot be reached', async () => {
    const port = String(await freePort());
    const settings = {
      PORT: port,
      DATABASE_URL: await databaseOfItsOwn(),
      SESSION_SECRET,
      ENCRYPTION_KEY,
      ...objectsElsewhere(),
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    };
    const address = await container(image.command, settings).ready;
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', failing: ['objects'] },
    ]);
    const healthy = container(image.healthCheck, settings);
    expect(await healthy.ended).toEqual({ code: 0, signal: null });
  });

  it('without DATABASE_URL it runs the built-in PostgreSQL in its volume', async () => {
    const app = container(image.command, { PORT: '0' });
    const address = await app.ready;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await signUp(address);
    expect(runningPostgres(join(image.root, 'data'))).toBeDefined();
    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    expect(runningPostgres(join(image.root, 'data'))).toBeUndefined();
  });

  it('is also the worker and the admin command', async () => {
    const settings = {
      DATABASE_URL: await databaseOfItsOwn(),
      SESSION_SECRET,
      ENCRYPTION_KEY,
      ...objectsElsewhere(),
    };
    const worker = container(['node', 'server/worker.ts'], settings);
    await expect.poll(() => worker.stdout(), { timeout: 20_000 }).toContain('The worker is ready.');
    const admin = container(['node', 'server/admin.ts', 'create-user', 'a@example.com'], settings);
    expect(await admin.ended, admin.stderr()).toEqual({ code: 0, signal: null });
    expect(await query(settings.DATABASE_URL, 'SELECT email FROM users')).toEqual([
      { email: 'a@example.com' },
    ]);
    worker.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
  });
});

import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { S3_CREDENTIALS, startFakeS3, type FakeS3 } from '../fakes/s3.ts';
import { isBuiltFrom } from '../../scripts/build.mjs';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import { readDockerfile } from '../harness/dockerfile.ts';
import { readDockerignore } from '../harness/dockerignore.ts';
import { buildImage, type Image, type KnownStep } from '../harness/image.ts';
import {
  freePort,
  isRoot,
  query,
  run,
  runningPostgres,
  temporaryDataDir,
  type AppProcess,
} from '../process/setup.ts';

// Builds the image's steps in plain directories. Installing its packages takes a minute on an idle machine.

const BUILD_MS = 15 * 60_000;
/** Any user but root: the image's own user 1000 need not exist on this machine. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 };

/**
 * The build takes more than a minute of processor time, so it isn't repeated for the same files, except before a release.
 * In its place, the image's tools load its configuration.
 */
const BUILD: KnownStep = {
  text: 'node_modules/.bin/remix vite:build',
  result: 'build',
  isFrom: (directory) => !process.env.BUILD_AGAIN && isBuiltFrom(directory),
  instead: 'node_modules/.bin/remix routes --json',
};

const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'));
const isIgnored = readDockerignore(readFileSync('.dockerignore', 'utf8'));

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
    owner: isRoot ? UNPRIVILEGED : undefined,
    known: BUILD,
  });
  console.log(`The image's steps took ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  postgres = await startEmbeddedPostgres({ dataDir: temporaryDataDir(), durable: false });
  s3 = await startFakeS3();
}, BUILD_MS);

afterAll(async () => {
  await s3?.close();
  await postgres?.stop();
  rmSync(workshop, { recursive: true, force: true });
  // Removing two trees of packages takes a while.
}, BUILD_MS);

/** Starts a container's process, with only the image's environment and the operator's settings. */
function container(command: string[], settings: Record<string, string>): AppProcess {
  const env = { ...image.environment, DATA_DIR: join(image.root, 'data'), ...settings };
  const [file = '', ...args] = command;
  return run([join(workshop, 'bin', file), ...args], {
    cwd: join(image.root, image.directory),
    env,
    dataDir: env.DATA_DIR,
    account: isRoot ? UNPRIVILEGED : undefined,
  });
}

async function databaseOfItsOwn(): Promise<string> {
  const name = `image_${randomUUID().replaceAll('-', '')}`;
  await query(postgres.url, `CREATE DATABASE ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  // By its port, like an operator's: the container's user can't open the directory of the socket.
  url.search = '';
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
  expect([response.status, response.headers.get('location')]).toEqual([302, '/welcome']);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const page = await fetch(`${address}/ai-lab`, { headers: { Cookie: cookie } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Tina');
}

it('the image has what running needs, and neither sources nor tools nor settings', () => {
  const app = join(image.root, image.directory);
  for (const path of ['build/client', 'server/index.ts', 'prisma/migrations', 'package.json']) {
    expect(existsSync(join(app, path)), path).toBe(true);
  }
  for (const path of [
    '.env',
    '.npmrc',
    'app/routes.ts',
    'prisma/schema.prisma',
    'server/http/vite.ts',
    'node_modules/node',
    'node_modules/vite',
    'node_modules/prisma',
  ]) {
    expect(lstatSync(join(app, path), { throwIfNoEntry: false }), path).toBeUndefined();
  }
});

it('the image runs on the operator’s services, is healthy and ready, and ends on SIGTERM', async () => {
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

it('the image is healthy but not ready while the object store cannot be reached', async () => {
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

it('the image runs the built-in PostgreSQL in its volume without DATABASE_URL', async () => {
  const app = container(image.command, { PORT: '0' });
  const address = await app.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  await signUp(address);
  expect(runningPostgres(join(image.root, 'data'))).toBeDefined();
  app.kill('SIGTERM');
  expect(await app.ended).toEqual({ code: 0, signal: null });
  expect(runningPostgres(join(image.root, 'data'))).toBeUndefined();
});

it('the image also runs the worker and the admin command', async () => {
  const settings = {
    DATABASE_URL: await databaseOfItsOwn(),
    SESSION_SECRET,
    ENCRYPTION_KEY,
    ...objectsElsewhere(),
  };
  const worker = container(['node', 'server/worker.ts'], settings);
  await expect.poll(() => worker.stdout()).toContain('The worker is ready.');
  const admin = container(['node', 'server/admin.ts', 'create-user', 'a@example.com'], settings);
  expect(await admin.ended, admin.stderr()).toEqual({ code: 0, signal: null });
  expect(await query(settings.DATABASE_URL, 'SELECT email FROM users')).toEqual([
    { email: 'a@example.com' },
  ]);
  worker.kill('SIGTERM');
  expect(await worker.ended).toEqual({ code: 0, signal: null });
});

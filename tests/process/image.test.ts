import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

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
import { SERVING } from '../../scripts/run.mjs';

const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'));
const isIgnored = readDockerignore(readFileSync('.dockerignore', 'utf8'));
const final = stages.at(-1) as Stage;

describe('.dockerignore', () => {
  it.each(['.env', 'data/postgres/PG_VERSION', '.git/config', 'node_modules/pg/package.json'])(
    'excludes %s',
    (path) => expect(isIgnored(path)).toBe(true),
  );

  it.each(['app/lib/prisma/client.ts', 'server/http/app.test.ts', 'app/features/.env.test.ts'])(
    'excludes %s from what is copied',
    (path) => expect(isIgnored(path)).toBe(true),
  );

  it('goes by the last line that matches a path or one of its parent directories', () => {
    const ignores = readDockerignore('*\n!src\nsrc/**/*.log\n!src/keep/a.log\n# src\n');
    expect(
      ['src/a.ts', 'src/keep/a.log', 'src/x.log', 'src/keep/b.log', 'other'].map(ignores),
    ).toEqual([false, false, true, true, true]);
  });
});

describe('Dockerfile', () => {
  it('copies from the context only files that exist and aren’t ignored', () => {
    const sources = stages.flatMap((stage) =>
      all(stage, 'COPY')
        .map(copyOf)
        .filter(({ from }) => from === undefined)
        .flatMap((copy) => copy.sources),
    );
    expect(sources).not.toEqual([]);
    expect(sources.filter((source) => !existsSync(source) || isIgnored(source))).toEqual([]);
  });

  it('copies only from earlier stages', () => {
    stages.forEach((stage, index) => {
      const earlier = stages.slice(0, index).map(({ name }) => name);
      for (const from of all(stage, 'COPY').flatMap((copy) => copyOf(copy).from ?? [])) {
        expect(earlier).toContain(from);
      }
      if (!earlier.includes(stage.base)) expect(stage.base).toBe('node:24-slim');
    });
  });

  it('runs as an unprivileged user, given by number, who owns the volume', () => {
    const { text } = last(final, 'USER');
    expect(text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const [uid] = text.split(':');
    const volume = last(final, 'VOLUME').text;
    const steps = all(final, 'RUN').map((instruction) => instruction.text);
    // Group 0 has the owner's rights, because containers with an arbitrary user id run in it.
    for (const directory of [volume, '/app/.cache']) {
      expect(steps).toContain(`install -d -o ${uid} -g 0 -m 770 ${directory}`);
    }
    expect(steps.join()).toContain('install -y --no-install-recommends libnss-wrapper ');
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

  it('has a health check that Debian 12’s builders understand, also when PORT is quoted', async () => {
    const check = last(final, 'HEALTHCHECK');
    expect(Object.keys(check.flags).sort()).toEqual([
      'interval',
      'retries',
      'start-period',
      'timeout',
    ]);
    const server = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const [, ...args] = execForm(check, check.text.replace(/^CMD\s+/, ''));
    for (const PORT of [String(port), `"${port}"`]) {
      const child = spawn(process.execPath, args, { env: { ...process.env, PORT } });
      const [code] = (await once(child, 'exit')) as [number | null];
      expect(code, PORT).toBe(0);
    }
    server.close();
  });

  it('contains nothing that this test’s parser can’t read', () => {
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

  it('pins every image that it doesn’t build', () => {
    for (const [name, { image, build }] of services) {
      if (!build) expect(image, name).toMatch(/:(?!latest$)[\w.-]*\d[\w.-]*$/);
    }
    expect(file.services.app?.build).toBe('.');
    expect(file.services.minio?.image).toMatch(/^quay\.io\/minio\/minio:RELEASE\./);
  });

  it('publishes ports only on this machine by default, and none for the database and the objects', () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    expect(published).toEqual([
      ['app', '${HOST:-127.0.0.1}:${PORT:-3000}:3000'],
      ['mail', '127.0.0.1:8025:8025'],
    ]);
  });

  it('waits for services with a health check, and names only services and volumes that exist', () => {
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

  it('gives the app more time to stop than it takes itself', () => {
    const drain = Number(
      /DRAIN_MS = ([\d_]+)/.exec(readFileSync('server/lifetime.ts', 'utf8'))?.[1]?.replace('_', ''),
    );
    const grace = /^(\d+)s$/.exec(file.services.app?.stop_grace_period ?? '')?.[1];
    expect(Number(grace) * 1000).toBeGreaterThan(drain);
  });

  it('restarts the services, and limits all logs', () => {
    for (const [name, { restart, logging }] of services) {
      expect(restart, name).toBe(name === 'minio-bucket' ? 'no' : 'unless-stopped');
      expect(logging?.options, name).toHaveProperty('max-size');
    }
  });

  it('contains no passwords: they come from .env, with an explanation if one is missing', () => {
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

  it('starts the local model only on request', () => {
    expect(file.services.ollama?.profiles).toEqual(['local-ai']);
    expect(services.filter(([, { profiles }]) => profiles)).toHaveLength(1);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';

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

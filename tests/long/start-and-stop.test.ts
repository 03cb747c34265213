import { statSync } from 'node:fs';
import { request, Agent } from 'node:http';

import { describe, expect, it } from 'vitest';

import {
  answers,
  expectRefusal,
  installedDataDir,
  NODE,
  postgresOf,
  query,
  run,
  runningPostgres,
  start,
  temporaryDataDir,
  untilGone,
} from '../process/setup.ts';

describe('starting', () => {
  it('creates a database, serves the app, and prints its address; the second start is quick and creates nothing', async () => {
    const dataDir = temporaryDataDir();
    const first = start({ dataDir });
    await answers(await first.ready);
    const { url } = postgresOf(dataDir);
    const settings = await query(
      url,
      `SELECT datlocprovider, datlocale, pg_encoding_to_char(encoding) AS encoding,
         lower('ÄRGER') = 'ärger' AS lowers, current_setting('listen_addresses') AS listens
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual([
      {
        datlocprovider: 'b',
        datlocale: 'C.UTF-8',
        encoding: 'UTF8',
        lowers: true,
        listens: '127.0.0.1',
      },
    ]);
    first.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });

    const built = statSync('build/sources').mtimeMs;
    const second = start({ dataDir });
    await answers(await second.ready);
    await expect
      .poll(() => second.stdout())
      .toMatch(
        /^Brandwright is ready at (http:\/\/localhost:\d+)\nThere's no admin yet\. To create one, open \1\/setup\?code=(?:[a-z2-9]{5}-?){5} .*\n$/,
      );
    expect(statSync('build/sources').mtimeMs).toBe(built);
  });

  it('keeps the secrets of its environment from PostgreSQL', async () => {
    const dataDir = await installedDataDir();
    const app = start({ dataDir, settings: { OPENAI_API_KEY: 'sk-not-for-postgres' } });
    await app.ready;
    const [row] = await query(
      postgresOf(dataDir).url,
      `SELECT pg_read_file('/proc/self/environ') AS environment`,
    ).catch(() => [{ environment: '' }]);
    expect(row?.environment).not.toContain('sk-not-for-postgres');
  });

  it('sends every page with a nonce in its policy, and lets only fingerprinted files be cached', async () => {
    const app = start({ dataDir: await installedDataDir() });
    const address = await app.ready;
    const page = await fetch(`${address}/auth/login`);
    const html = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(nonce).toBeTruthy();
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.has('x-powered-by')).toBe(false);

    const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? '';
    const script = await fetch(address + asset);
    expect(script.status).toBe(200);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await fetch(`${address}/favicon.ico`);
    expect(icon.status).toBe(200);
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
    const missing = await fetch(`${address}/assets/missing.js`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toContain('text/plain');
  });

  it('refuses a change requested by another site', async () => {
    const app = start({ dataDir: await installedDataDir() });
    const address = await app.ready;
    const foreign = await fetch(`${address}/auth/login`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect(await foreign.text()).toMatch(/nothing was changed/);
    const own = await fetch(`${address}/auth/login`, {
      method: 'POST',
      headers: { origin: address },
    });
    expect(own.status).not.toBe(403);
  });
});

describe('stopping', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s ends the app and PostgreSQL cleanly',
    async (signal) => {
      const dataDir = await installedDataDir();
      const app = start({ dataDir });
      await app.ready;
      app.kill(signal);
      expect(await app.ended).toEqual({ code: 0, signal: null });
      expect(runningPostgres(dataDir)).toBeUndefined();
      expect(app.stdout()).toMatch(/\nBrandwright has stopped cleanly\.\n$/);
      expect(app.stderr()).toBe('');
    },
  );

  it('is not held up by a kept-alive connection', async () => {
    const app = start({ dataDir: await installedDataDir() });
    const address = await app.ready;
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      request(`${address}/favicon.ico`, { agent }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end();
    });
    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    agent.destroy();
  });

  it('treats a repeated signal as one', async () => {
    const dataDir = await installedDataDir();
    const app = start({ dataDir });
    await app.ready;
    app.kill('SIGINT');
    app.kill('SIGINT');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    expect(runningPostgres(dataDir)).toBeUndefined();
  });

  it('works while the app is starting', async () => {
    const dataDir = temporaryDataDir();
    const app = start({ dataDir });
    await expect.poll(() => runningPostgres(dataDir), { interval: 5 }).toBeTruthy();
    app.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    expect(runningPostgres(dataDir)).toBeUndefined();
    const again = start({ dataDir });
    await answers(await again.ready);
  });

  it.each([
    ['SIGTERM to npm', 'kill' as const, 'SIGTERM' as const],
    ['Ctrl-C in a terminal', 'killGroup' as const, 'SIGINT' as const],
  ])('under npm start by %s leaves no process behind', async (_name, how, signal) => {
    const dataDir = await installedDataDir();
    const npm = run(['npm', 'start'], { dataDir });
    await npm.ready;
    const { pid } = postgresOf(dataDir);
    npm[how](signal);
    expect((await npm.ended).code).toBe(0);
    await untilGone(pid, dataDir);
    expect(runningPostgres(dataDir)).toBeUndefined();
  });

  it('happens by itself when the process that npm started is gone', async () => {
    const dataDir = await installedDataDir();
    const shell = run(['sh', '-c', `${NODE} scripts/start.mjs serve; exit $?`], {
      dataDir,
      settings: { npm_lifecycle_event: 'start' },
    });
    await shell.ready;
    const { pid } = postgresOf(dataDir);
    shell.kill('SIGKILL');
    await untilGone(pid, dataDir);
  });
});

describe('two apps at once', () => {
  it('on one DATA_DIR, the second says so and exits without disturbing the first', async () => {
    const dataDir = await installedDataDir();
    const first = start({ dataDir });
    const address = await first.ready;
    const second = start({ dataDir });
    await expectRefusal(second, /already running on the data directory .*DATA_DIR and a PORT/);
    await answers(address);
  });

  it('that create the first database at the same time end up with one that serves', async () => {
    const dataDir = temporaryDataDir();
    const both = [start({ dataDir }), start({ dataDir })];
    const outcomes = await Promise.allSettled(both.map((app) => app.ready));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') await answers(outcome.value);
      else await expectRefusal(both[index]!, /already running on the data directory/);
    }
  });
});

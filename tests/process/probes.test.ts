import { spawnSync } from 'node:child_process';
import { Agent, get } from 'node:http';

import { expect, it } from 'vitest';

import { freePort, postgresOf, start, installedDataDir } from './setup.ts';

it('serves no metrics unless a token is set', async () => {
  const app = start({ dataDir: await installedDataDir() });
  const response = await fetch(`${await app.ready}/metrics`);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('METRICS_TOKEN');
});

it('is not ready but still healthy while the database is gone, and logs that once', async () => {
  const dataDir = await installedDataDir();
  const app = start({ dataDir });
  const address = await app.ready;
  const ready = () => fetch(`${address}/readyz`);
  expect(await (await ready()).json()).toEqual({ status: 'ready' });
  // PostgreSQL's processes neither answer nor close their connections; the first one would start others.
  const { pid: first } = postgresOf(dataDir);
  process.kill(first, 'SIGSTOP');
  const listed = spawnSync('pgrep', ['-P', String(first)]).stdout.toString();
  const stopped = [first, ...listed.trim().split('\n').map(Number)];
  try {
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    await expect.poll(async () => (await ready()).status).toBe(503);
    const response = await ready();
    expect(await response.json()).toMatchObject({ status: 'unavailable' });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect(app.stdout().match(/"part":"database".*not ready/g)).toHaveLength(1);
});

it('announces a shutdown while it still accepts requests', async () => {
  const app = start({ dataDir: await installedDataDir(), settings: { SHUTDOWN_DELAY: '2' } });
  const address = await app.ready;
  app.kill('SIGTERM');
  const told = Date.now();
  await expect
    .poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 20 })
    .toBe(503);
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({
    status: 'unavailable',
    failing: ['process'],
  });
  // New requests are still served.
  expect((await fetch(`${address}/auth/login`)).status).toBe(200);
  expect(await app.ended).toEqual({ code: 0, signal: null });
  expect(Date.now() - told).toBeGreaterThan(1_900);
});

it('announces a shutdown on an open connection when no delay is set', async () => {
  const app = start({ dataDir: await installedDataDir() });
  const address = await app.ready;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const status = () =>
    new Promise<number>((resolve, reject) => {
      get(`${address}/readyz`, { agent }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      }).on('error', reject);
    });
  expect(await status()).toBe(200);
  app.kill('SIGTERM');
  const seen = new Set<number>();
  try {
    for (;;) seen.add(await status());
  } catch {
    // The connection was closed, which ends the wait.
  }
  expect([...seen].filter((code) => code !== 200 && code !== 503)).toEqual([]);
  expect(await app.ended).toEqual({ code: 0, signal: null });
});

it('answers probes when only Remix runs, and logs no query strings', async () => {
  const port = String(await freePort());
  const app = start({
    dataDir: await installedDataDir(),
    command: 'serve-web',
    settings: { PORT: port, METRICS_TOKEN: 'a-token-for-these-tests' },
  });
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ready' });
  expect((await fetch(`${address}/metrics`)).status).toBe(401);
  const headers = { authorization: 'Bearer a-token-for-these-tests' };
  expect(await (await fetch(`${address}/metrics`, { headers })).text()).toContain('brandwright_');
  await fetch(`${address}/auth/verify?code=hunter2hunter2`);
  await expect.poll(() => app.stdout()).toContain('/auth/verify');
  expect(app.stdout()).not.toContain('hunter2');
  app.kill('SIGTERM');
  await app.ended;
});

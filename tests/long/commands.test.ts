import { expect, it } from 'vitest';

import {
  answers,
  freePort,
  installedDataDir,
  postgresOf,
  query,
  runningPostgres,
  start,
  temporaryDataDir,
  untilGone,
} from '../process/setup.ts';

it('a command without a running app starts and stops the database', async () => {
  const dataDir = temporaryDataDir();
  const admin = start({ command: 'admin', args: ['no-such-command'], dataDir });
  expect(await admin.ended).toEqual({ code: 2, signal: null });
  expect(admin.stderr()).toContain('no-such-command');
  expect(runningPostgres(dataDir)).toBeUndefined();
});

it('a command run while the app runs uses its database and leaves it running', async () => {
  const dataDir = await installedDataDir();
  const app = start({ dataDir });
  const address = await app.ready;
  const { pid } = postgresOf(dataDir);
  const admin = start({ command: 'admin', args: ['no-such-command'], dataDir });
  expect(await admin.ended).toEqual({ code: 2, signal: null });
  expect(postgresOf(dataDir).pid).toBe(pid);
  await answers(address);
  expect(app.stderr()).toBe('');
});

it('the worker and the app share the database, and the last one to exit stops it', async () => {
  const dataDir = await installedDataDir();
  const worker = start({ command: 'worker', dataDir });
  await expect.poll(() => worker.stdout()).toContain('The worker is ready.');
  const { pid, url } = postgresOf(dataDir);
  const app = start({ dataDir });
  await app.ready;

  app.kill('SIGTERM');
  expect(await app.ended).toEqual({ code: 0, signal: null });
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

  worker.kill('SIGTERM');
  expect(await worker.ended).toEqual({ code: 0, signal: null });
  await untilGone(pid, dataDir);
});

it('db:seed fills the database only once', async () => {
  const dataDir = temporaryDataDir();
  for (let round = 1; round <= 2; round++) {
    const seed = start({ command: 'seed', dataDir });
    expect(await seed.ended, seed.stderr()).toEqual({ code: 0, signal: null });
  }
  const app = start({ dataDir });
  await app.ready;
  const users = await query(postgresOf(dataDir).url, 'SELECT email FROM users');
  expect(users.length).toBeGreaterThan(0);
  expect(new Set(users.map((user) => user.email)).size).toBe(users.length);
});

it("serve:web serves pages with Remix's own server", async () => {
  const dataDir = await installedDataDir();
  const port = await freePort();
  const web = start({ command: 'serve-web', dataDir, settings: { PORT: String(port) } });
  await expect.poll(() => web.stdout()).toMatch(/\[remix-serve\] http/);
  await answers(`http://127.0.0.1:${port}`);
  web.kill('SIGTERM');
  expect(await web.ended).toEqual({ code: 0, signal: null });
  expect(runningPostgres(dataDir)).toBeUndefined();
});

it('dev serves the first page from the sources, with hot updates on the same port', async () => {
  const dataDir = await installedDataDir();
  const dev = start({ command: 'dev', dataDir });
  const address = await dev.ready;
  const page = await fetch(`${address}/auth/login`);
  const html = await page.text();
  expect(page.status).toBeLessThan(500);
  expect(html).toContain('import("/app/entry.client.tsx")');
  const entry = await fetch(`${address}/app/entry.client.tsx`);
  expect(entry.headers.get('content-type')).toContain('javascript');

  const client = await (await fetch(`${address}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  await new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) =>
      resolve(expect(JSON.parse(String(data))).toEqual({ type: 'connected' }));
    socket.onerror = () => reject(new Error('The socket for hot updates was refused.'));
  });
  socket.close();
  dev.kill('SIGTERM');
  expect(await dev.ended).toEqual({ code: 0, signal: null });
  expect(runningPostgres(dataDir)).toBeUndefined();
});

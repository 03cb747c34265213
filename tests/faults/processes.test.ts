import { setTimeout as wait } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';
import { expect, it, vi } from 'vitest';

import { answerOf } from '../fakes/openai.ts';
import { startFakeS3, S3_CREDENTIALS, type FakeS3 } from '../fakes/s3.ts';
import { query, temporaryDataDir, type AppProcess } from '../process/setup.ts';
import { signedUp, signedUpPeople, type SignedUp } from '../process/visitor.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import type { Line } from './line.ts';
import { talk, type Reported } from './chatting-user.ts';

// Several app processes and workers on one database and one object store, behind one address.

const installation = openInstallation();

interface Place {
  app: AppProcess;
  address: string;
  dataDir: string;
}

interface Row {
  url: string;
  line: Line;
  balancer: Balancer;
  apps: Place[];
  /** Adds an app, as a deployment does; with `dataDir`, on the data of one that is gone. */
  more(dataDir?: string): Promise<Place>;
  close(): Promise<void>;
}

interface RowOptions {
  /** Shared by all; without it, each has its own, as on separate machines. */
  dataDir?: string;
  /** Seconds for which a stopping app takes more requests. */
  shutdownDelay?: string;
}

async function openRow(
  count: number,
  workers: number,
  { dataDir, shutdownDelay = '1' }: RowOptions = {},
): Promise<Row> {
  const s3: FakeS3 = await startFakeS3();
  const database = await installation.database();
  const balancer = await startBalancer();
  const settings = {
    APP_URL: balancer.url,
    // Apps are also called directly: the tests choose which process has which socket.
    ALLOWED_HOSTS: 'localhost,127.0.0.1',
    TRUST_PROXY: '1',
    SHUTDOWN_DELAY: shutdownDelay,
    WORKERS: '0',
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  };
  const more = async (place = dataDir ?? temporaryDataDir()) => {
    const started = await installation.app(database, { ...settings, DATA_DIR: place });
    await balancer.add(started.address);
    return { ...started, dataDir: place };
  };
  // All start at the same time on an empty database: the migrations still run once.
  const apps = await Promise.all(Array.from({ length: count }, () => more()));
  // A worker without the journals could end an answer with only what is stored; an app would add the rest later.
  const shared: Record<string, string> = dataDir === undefined ? {} : { DATA_DIR: dataDir };
  const working = await Promise.all(
    Array.from({ length: workers }, () =>
      installation.app(database, { ...settings, ...shared }, 'worker'),
    ),
  );
  return {
    url: database.url,
    line: database.line,
    balancer,
    apps,
    more,
    async close() {
      for (const { app } of working) app.kill('SIGTERM');
      await Promise.all(working.map(({ app }) => app.ended));
      await balancer.close();
      await s3.close();
    },
  };
}

async function connected(address: string, person: SignedUp): Promise<Socket> {
  const socket = io(address, {
    transports: ['websocket'],
    extraHeaders: { cookie: person.cookie(), origin: address },
    reconnection: false,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

it('with two apps and two workers, changes, answers, Stop, and the end of a session reach every process', async () => {
  const row = await openRow(2, 2);
  const [one, two] = row.apps.map(({ address }) => address) as [string, string];
  const [{ count } = { count: 0 }] = (await query(
    row.url,
    'SELECT count(*)::int FROM _prisma_migrations WHERE finished_at IS NOT NULL',
  )) as { count: number }[];
  const [{ names } = { names: 0 }] = (await query(
    row.url,
    'SELECT count(DISTINCT migration_name)::int AS names FROM _prisma_migrations',
  )) as { names: number }[];
  expect(count).toBe(names);

  const person = await signedUp(row.balancer.url);
  const sockets = await Promise.all([one, two].map((address) => connected(address, person)));
  const heard = sockets.map((socket) => {
    const events: unknown[][] = [];
    socket.onAny((...event: unknown[]) => events.push(event));
    return events;
  });

  installation.openAi.reset();
  const talking = talk(person, { tokens: 60, holdAfter: 20, hold: 'until stopped' });
  await expect.poll(() => installation.openAi.requests[0]?.sentTokens).toBe(20);
  for (const events of heard) {
    await expect.poll(() => JSON.stringify(events)).toContain('"answer"');
  }
  // Each process is called in turn: one of the two doesn't write this answer.
  const [answer] = await query(row.url, 'SELECT id FROM generations');
  for (let time = 0; time < 2; time += 1) {
    const stopping = await person.fetch(`/api/generations/${String(answer?.id)}/stop`, {
      method: 'POST',
    });
    expect(stopping.status).toBeLessThan(300);
  }
  const reported = await talking;
  expect(reported).toMatchObject({ state: 'stopped', text: answerOf({ tokens: 20 }) });

  const gone = sockets.map(
    (socket) => new Promise<void>((resolve) => void socket.once('disconnect', () => resolve())),
  );
  const out = await person.fetch('/auth/logout', { method: 'POST' });
  expect(out.status).toBeLessThan(400);
  await Promise.all(gone);
  await expectSound(row.url);
  for (const { app } of row.apps) await stop(app);
  await row.close();
});

it('with two apps, a rename on one reaches both, and disabling a user on one disconnects them on both', async () => {
  const row = await openRow(2, 0);
  const [one, two] = row.apps.map(({ address }) => address) as [string, string];
  // Sign-in uses the shared address; each app is then called by its own.
  const at = (address: string, { cookie }: SignedUp, path: string, init: RequestInit) =>
    fetch(address + path, {
      ...init,
      headers: { cookie: cookie(), origin: row.balancer.url, ...init.headers },
    });
  const person = await signedUp(row.balancer.url);
  const admin = await signedUp(row.balancer.url);
  await query(row.url, `UPDATE users SET is_admin = true WHERE email = '${admin.email}'`);
  const sockets = await Promise.all([one, two].map((address) => connected(address, person)));
  const heard = sockets.map((socket) => {
    const events: unknown[][] = [];
    socket.onAny((...event: unknown[]) => events.push(event));
    return events;
  });

  const json = { 'content-type': 'application/json' };
  const made = await at(one, person, '/api/conversations', {
    method: 'POST',
    headers: json,
    body: '{}',
  });
  const { id } = (await made.json()) as { id: string };
  const renamed = await at(two, person, `/api/conversations/${id}`, {
    method: 'PATCH',
    headers: json,
    body: JSON.stringify({ title: 'Rye on both' }),
  });
  expect(renamed.status).toBe(200);
  for (const events of heard) {
    await expect.poll(() => JSON.stringify(events)).toContain('Rye on both');
  }

  const gone = sockets.map(
    (socket) => new Promise<void>((resolve) => void socket.once('disconnect', () => resolve())),
  );
  const [user] = await query(row.url, `SELECT id FROM users WHERE email = '${person.email}'`);
  const disabled = await at(two, admin, `/admin/users/${String(user?.id)}`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'disable' }),
  });
  expect(disabled.status).toBe(200);
  await Promise.all(gone);
  for (const address of [one, two]) {
    const refused = await at(address, person, '/api/conversations', {});
    expect(refused.status).toBe(401);
  }
  for (const { app } of row.apps) await stop(app);
  await row.close();
});

/** Kills one app while eight people read an answer each; returns what they saw. */
async function killedInMidAnswer(row: Row): Promise<Reported[]> {
  installation.openAi.reset();
  const people = await signedUpPeople(row.balancer.url, 8);
  // However slow the machine is, no answer ends before the app is killed.
  const hold = 'until one is killed';
  const behavior = { tokens: 200, rate: 20, holdAfter: 60, hold };
  const talking = Promise.all(people.map((person) => talk(person, behavior)));
  const beyond = (tokens: number) => () =>
    installation.openAi.requests.filter(({ sentTokens }) => sentTokens > tokens).length;
  await expect.poll(beyond(20)).toBe(8);
  // From here on, nothing can be stored.
  row.line.cut();
  await expect.poll(beyond(35)).toBe(8);
  row.apps[0]?.app.kill('SIGKILL');
  row.line.restore();
  installation.openAi.release(hold);
  const reported = await talking;
  await expectSound(row.url);
  const done = reported.filter(({ state }) => state === 'done');
  const broken = reported.filter(({ state }) => state === 'interrupted');
  expect(done.length).toBeGreaterThan(0);
  expect(broken.length).toBeGreaterThan(0);
  expect(done.length + broken.length).toBe(reported.length);
  await expectStored(row.url, done);
  for (const { text } of done) expect(text).toBe(answerOf({ tokens: 200 }));
  return broken;
}

it('with four apps, no word that was read is lost when one is killed during answers', async () => {
  const row = await openRow(4, 2, { dataDir: temporaryDataDir() });
  const broken = await killedInMidAnswer(row);
  await expectStored(row.url, broken);
  for (const { answerId, text } of broken) {
    expect(answerOf({ tokens: 200 }).startsWith(text)).toBe(true);
    expect(text.split(' ').length).toBeGreaterThan(20);
    const [{ used } = { used: 0 }] = (await query(
      row.url,
      `SELECT used_tokens AS used FROM generations WHERE id = '${answerId}'`,
    )) as { used: number }[];
    expect(used).toBeGreaterThanOrEqual(text.split(' ').length);
  }
  for (const { app } of row.apps.slice(1)) await stop(app);
  await row.close();
});

it('with four apps without a shared disk, words that only the killed app has return when it restarts', async () => {
  const row = await openRow(4, 0);
  const broken = await killedInMidAnswer(row);
  const contentOf = async (answerId: string) => {
    const [{ content } = { content: '' }] = (await query(
      row.url,
      `SELECT content FROM messages WHERE id = '${answerId}'`,
    )) as { content: string }[];
    return content;
  };
  const before = await query(row.url, LEDGER);
  for (const { answerId, text } of broken) {
    const content = await contentOf(answerId);
    expect(text.startsWith(content)).toBe(true);
    expect(content.length).toBeLessThan(text.length);
  }

  const again = await row.more(row.apps[0]?.dataDir);
  for (const { answerId, text } of broken) {
    await expect.poll(() => contentOf(answerId)).toContain(text);
    expect(answerOf({ tokens: 200 }).startsWith(await contentOf(answerId))).toBe(true);
  }
  // No one is charged for words that they didn't get.
  expect(await query(row.url, LEDGER)).toEqual(before);
  await expectSound(row.url);
  for (const { app } of [...row.apps.slice(1), again]) await stop(app);
  await row.close();
});

const LEDGER = 'SELECT count(*)::int, sum(tokens)::int AS tokens FROM ledger_entries';

it('a rolling restart under load drops no request', async () => {
  // Longer than the balancer takes to notice, also on a busy machine.
  const row = await openRow(2, 1, { shutdownDelay: '10' });
  const people = await signedUpPeople(row.balancer.url, 6);
  const over = new AbortController();
  const refused: string[] = [];
  let answered = 0;
  const reading = people.map(async (person) => {
    while (!over.signal.aborted) {
      for (const path of ['/ai-lab', '/api/conversations', '/auth/login']) {
        const response = await person.fetch(path);
        const text = await response.text();
        answered += 1;
        if (response.status >= 500)
          refused.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
      }
      await wait(20);
    }
  });
  const reported: Reported[] = [];
  const talking = people.slice(0, 3).map(async (person) => {
    while (!over.signal.aborted) reported.push(await talk(person, { tokens: 30, rate: 20 }));
  });
  for (const { app } of row.apps) {
    await row.more();
    await stop(app);
  }
  over.abort();
  await Promise.all([...reading, ...talking]);
  expect(refused).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  await expectSound(row.url);
  await expectStored(row.url, reported);
  await vi.waitFor(() => expect(Object.keys(row.balancer.served())).toHaveLength(4));
  await row.close();
});

import { setTimeout as wait } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';
import { expect, it, vi } from 'vitest';

import { answerOf } from '../fakes/openai.ts';
import { startFakeS3, S3_CREDENTIALS, type FakeS3 } from '../fakes/s3.ts';
import { query, type AppProcess } from '../process/setup.ts';
import { signedUp, type SignedUp } from '../process/visitor.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { openHouse, stop } from './house.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk, type Told } from './talker.ts';

// Several app processes and workers on one database and one object store, behind one address.

const house = openHouse();

interface Row {
  url: string;
  balancer: Balancer;
  apps: { app: AppProcess; address: string }[];
  /** One more app, as a deployment adds it. */
  more(): Promise<{ app: AppProcess; address: string }>;
  close(): Promise<void>;
}

async function openRow(count: number, workers: number): Promise<Row> {
  const s3: FakeS3 = await startFakeS3();
  const database = await house.database();
  const balancer = await startBalancer();
  const settings = {
    APP_URL: balancer.url,
    TRUST_PROXY: '1',
    SHUTDOWN_DELAY: '1',
    WORKERS: '0',
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  };
  const more = async () => {
    const started = await house.app(database, settings);
    await balancer.add(started.address);
    return started;
  };
  // All at once, on an empty database: the migrations run once all the same.
  const apps = await Promise.all(Array.from({ length: count }, more));
  const working = await Promise.all(
    Array.from({ length: workers }, () => house.app(database, settings, 'worker')),
  );
  return {
    url: database.url,
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

it('two apps and two workers: changes, answers, Stop and the end of a session reach every process', async () => {
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

  house.openAi.reset();
  const talking = talk(person, { tokens: 60, holdAfter: 20, hold: 'until stopped' });
  await expect.poll(() => house.openAi.requests[0]?.sentTokens).toBe(20);
  for (const events of heard) {
    await expect.poll(() => JSON.stringify(events), { timeout: 5_000 }).toContain('"answer"');
  }
  // Each process is asked in turn: one of the two does not write this answer.
  const [answer] = await query(row.url, 'SELECT id FROM generations');
  for (let time = 0; time < 2; time += 1) {
    const stopping = await person.fetch(`/api/generations/${String(answer?.id)}/stop`, {
      method: 'POST',
    });
    expect(stopping.status).toBeLessThan(300);
  }
  const told = await talking;
  expect(told).toMatchObject({ state: 'stopped', text: answerOf({ tokens: 20 }) });

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

it('four apps: one is killed in mid-answer, and no more is lost than the text of its last half second', async () => {
  const row = await openRow(4, 2);
  house.openAi.reset();
  const people = await Promise.all(Array.from({ length: 8 }, () => signedUp(row.balancer.url)));
  const talking = Promise.all(people.map((person) => talk(person, { tokens: 200, rate: 20 })));
  const streaming = () => house.openAi.requests.filter(({ sentTokens }) => sentTokens > 20).length;
  await expect.poll(streaming, { timeout: 20_000 }).toBe(8);
  const [{ id } = { id: '' }] = (await query(
    row.url,
    'SELECT process_id AS id FROM generations LIMIT 1',
  )) as { id: string }[];
  expect(id).not.toBe('');
  row.apps[0]?.app.kill('SIGKILL');
  const told = await talking;
  await expectSound(row.url);
  const states = told.map(({ state }) => state);
  expect(states.filter((state) => state === 'done').length).toBeGreaterThan(0);
  expect(states.filter((state) => state === 'interrupted').length).toBeGreaterThan(0);
  await expectStored(
    row.url,
    told.filter(({ state }) => state === 'done'),
  );
  for (const { state, text, answerId } of told) {
    if (state === 'done') {
      expect(text).toBe(answerOf({ tokens: 200 }));
      continue;
    }
    const [{ content } = { content: '' }] = (await query(
      row.url,
      `SELECT content FROM messages WHERE id = '${answerId}'`,
    )) as { content: string }[];
    // Chunks are stored twice a second; a busy machine is given as much again.
    expect(text.startsWith(content)).toBe(true);
    expect(text.split(' ').length - content.split(' ').length).toBeLessThanOrEqual(20);
    expect(content.split(' ').length).toBeGreaterThan(5);
  }
  for (const { app } of row.apps.slice(1)) await stop(app);
  await row.close();
});

it('a rolling restart under load drops no request', async () => {
  const row = await openRow(2, 1);
  const people = await Promise.all(Array.from({ length: 6 }, () => signedUp(row.balancer.url)));
  const over = new AbortController();
  const refused: string[] = [];
  let asked = 0;
  const reading = people.map(async (person) => {
    while (!over.signal.aborted) {
      for (const path of ['/ai-lab', '/api/conversations', '/auth/login']) {
        const response = await person.fetch(path);
        await response.text();
        asked += 1;
        if (response.status >= 500) refused.push(`${path}: ${response.status}`);
      }
      await wait(20);
    }
  });
  const told: Told[] = [];
  const talking = people.slice(0, 3).map(async (person) => {
    while (!over.signal.aborted) told.push(await talk(person, { tokens: 30, rate: 20 }));
  });
  for (const { app } of row.apps) {
    await row.more();
    await stop(app);
  }
  over.abort();
  await Promise.all([...reading, ...talking]);
  expect(refused).toEqual([]);
  expect(asked).toBeGreaterThan(100);
  await expectSound(row.url);
  await expectStored(row.url, told);
  await vi.waitFor(() => expect(Object.keys(row.balancer.served())).toHaveLength(4));
  await row.close();
});

import { join } from 'node:path';

import pg from 'pg';
import { expect, it, vi } from 'vitest';

import { writeExport } from '../factories/chatgpt/write-export.ts';
import { untilState, uploadExport, type Send } from '../harness/upload-export.ts';
import { query, temporaryDataDir } from '../process/setup.ts';
import { signedUp, signedUpPeople, type SignedUp } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk } from './chatting-user.ts';
import { HANG } from '../harness/eventually.ts';

const PEOPLE = 4;

/** Durable: nothing that was committed may be missing after a crash. */
const installation = openInstallation({ durable: true });

/** Repeats a request that failed while the database was away, as browsers and people do. */
const again =
  (person: SignedUp): Send =>
  async (path, init) => {
    for (;;) {
      const response = await person.fetch(path, init).catch(() => null);
      if (response && response.status < 500) return response;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };

/** Expects an explanation, in a page or in JSON, without internals. */
function expectExplanation(text: string): void {
  expect(text).toMatch(/<\/html>|^\{"error":"[A-Z].+\."/);
  expect(text).not.toMatch(/ECONN|too many clients|shutting down|timeout exceeded|at .*\.js:\d+/i);
}

it.each([
  ['restart', 'SIGINT'],
  ['crash', 'SIGQUIT'],
] as const)(
  'a PostgreSQL %s during an answer and an import loses and duplicates nothing',
  async (_what, signal) => {
    const database = await installation.database();
    const { url } = database;
    const { app, address } = await installation.app(database);
    const importer = await signedUp(address);
    const send = again(importer);
    const file = join(temporaryDataDir(), 'export.zip');
    const written = await writeExport(file, {
      ...{ conversations: 800, turns: 4, branchEvery: 1_000_000, compress: false },
    });
    const { id } = await uploadExport(importer.fetch, file);
    await importer.fetch(`/api/imports/${id}/read`, { method: 'POST' });
    await untilState(importer.fetch, id, 'ready');

    installation.openAi.reset();
    const people = await signedUpPeople(address, PEOPLE);
    const talking = Promise.all(people.map((person) => talk(person, { tokens: 200, rate: 20 })));
    talking.catch(() => {
      // It is awaited below.
    });
    const streaming = () =>
      installation.openAi.requests.filter(({ sentTokens }) => sentTokens > 5).length;
    await expect.poll(streaming, HANG).toBe(PEOPLE);
    await importer.fetch(`/api/imports/${id}/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ all: true, except: [] }),
    });
    await vi.waitFor(async () => {
      const [row] = await query(url, 'SELECT count(*)::int AS count FROM conversations');
      expect(row?.count).toBeGreaterThan(PEOPLE);
    }, HANG);

    expect(await query(url, 'SELECT state FROM imports')).toEqual([{ state: 'importing' }]);
    const started = 'SELECT pg_postmaster_start_time() AS at';
    const before = await query(url, started);
    installation.signalPostgres(signal);
    const reported = await talking;
    expect(reported.map(({ state }) => state)).toEqual(reported.map(() => 'done'));
    const done = await untilState(send, id, 'done');
    expect(await query(url, started)).not.toEqual(before);
    expect(done.result).toMatchObject({ imported: written.conversations, skipped: 0 });
    const [counts] = await query(
      url,
      `SELECT count(*)::int AS messages FROM messages m JOIN users u ON u.id = m.user_id
        WHERE u.email = '${importer.email}'`,
    );
    expect(counts?.messages).toBe(written.messages);
    await expectSound(url);
    await expectStored(url, reported);
    // Jobs and events between processes work again, too.
    const after = await talk(importer, { tokens: 5 });
    expect(after.state).toBe('done');
    await stop(app);
  },
);

it('an app without free database connections answers with an explanation, and recovers once there are some', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const person = await signedUp(address);
  const others: pg.Client[] = [];
  try {
    // The app stays away until others have all connections.
    database.line.cut();
    for (let full = false; !full;) {
      const client = new pg.Client({ connectionString: database.url });
      client.on('error', () => {
        // They end with the test.
      });
      try {
        await client.connect();
        others.push(client);
      } catch (error) {
        expect((error as { code?: string }).code).toBe('53300');
        // The app's own connections end a moment after they are cut.
        const app = await others[0]!.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> ALL ($1)`,
          [others.map((other) => (other as unknown as { processID: number }).processID)],
        );
        full = app.rows.length === 0;
      }
    }
    database.line.restore();
    const refused = await person.fetch('/ai-lab');
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expectExplanation(await refused.text());
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
  } finally {
    await Promise.all(others.map((client) => client.end()));
  }
  const status = async () => (await person.fetch('/ai-lab')).status;
  await expect.poll(status, HANG).toBe(200);
  const reported = await talk(person, { tokens: 20 });
  expect(reported.state).toBe('done');
  await expectSound(database.url);
  await expectStored(database.url, [reported]);
  await stop(app);
});

it('an app whose pool is full of slow statements refuses new requests in time, and still answers the waiting ones', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database, { DATABASE_POOL: '6' });
  const person = await signedUp(address);
  const locker = new pg.Client({ connectionString: database.url });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE conversations IN ACCESS EXCLUSIVE MODE');
  const requests = Array.from({ length: 30 }, async () => {
    const response = await person.fetch('/api/conversations');
    return { status: response.status, text: await response.text() };
  });
  // Requests without a connection are refused while the table is still locked.
  const refusals = await vi.waitFor(async () => {
    const ended = await Promise.all(
      requests.map((one) => Promise.race([one, Promise.resolve(null)])),
    );
    const refused = ended.filter((one) => one !== null && one.status >= 500);
    expect(refused.length).toBeGreaterThan(20);
    return refused;
  }, HANG);
  for (const one of refusals) expectExplanation(one!.text);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await locker.query('COMMIT');
  await locker.end();
  const answers = await Promise.all(requests);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const reported = await talk(person, { tokens: 20 });
  expect(reported.state).toBe('done');
  await expectSound(database.url);
  await stop(app);
});

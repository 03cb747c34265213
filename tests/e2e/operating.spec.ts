import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { freePort, startApp, type AppProcess } from '../harness/app-process.ts';
import { answers, ask, expect, release, test as journey, untilIdle } from './setup/journey.ts';

interface OwnApp {
  dataDir: string;
  app: AppProcess;
  /** Starts the app again, on the same port and data. */
  restart(): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

/** Each test has an app of its own that it can kill. */
const test = journey.extend<{ own: OwnApp }>({
  own: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-restart-'));
    chmodSync(dataDir, 0o711);
    const port = await freePort();
    const env = {
      OPENAI_BASE_URL: process.env.E2E_PROVIDER_URL ?? '',
      OPENAI_API_KEY: 'test',
      METERING: 'allowance',
    };
    const start = () => startApp({ dataDir, port, env });
    const own: OwnApp = {
      dataDir,
      app: await start(),
      async restart() {
        own.app = await start();
      },
      async query(text) {
        const database = await startEmbeddedPostgres({ dataDir });
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        const { rows } = await client.query(text);
        await client.end();
        await database.stop();
        return rows;
      },
    };
    await use(own);
    await own.app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ own }, use) => use(own.app.url),
});

const TEN = 'one two three four five six seven eight nine ten';

/** Requests an answer that pauses after four words, and waits until those are in the database. */
async function askAndStore(page: Parameters<typeof ask>[0], own: OwnApp, hold: string) {
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold, times: 1 });
  await expect(answers(page)).toContainText('four');
  await expect(page).toHaveURL(/\/chat\//);
  await expect
    .poll(() =>
      own.query(`SELECT string_agg(text, '' ORDER BY "offset") AS text FROM generation_chunks`),
    )
    .toEqual([{ text: 'one two three four' }]);
}

/** Expects every bucket to equal the sum of its entries, and nothing to run or be left over. */
async function expectConsistent(own: OwnApp): Promise<void> {
  const wrong = await own.query(
    `SELECT a.user_id FROM billing_accounts a JOIN ledger_entries e USING (user_id)
      GROUP BY a.user_id HAVING a.trial_token <> sum(e.trial_delta) OR a.token_balance <> sum(e.balance_delta)`,
  );
  expect(wrong).toEqual([]);
  const [left] = await own.query<{ running: string; chunks: string; open: string }>(
    `SELECT (SELECT count(*) FROM generations WHERE state IN ('queued', 'streaming')) AS running,
            (SELECT count(*) FROM generation_chunks) AS chunks,
            (SELECT count(*) FROM ledger_entries r WHERE r.kind = 'reserve' AND NOT EXISTS (
               SELECT 1 FROM ledger_entries s WHERE s.kind = 'settle' AND s.reference = r.reference)) AS open`,
  );
  expect(left).toEqual({ running: '0', chunks: '0', open: '0' });
}

test('an answer whose process was killed keeps its text, and can be continued', async ({
  page,
  signUp,
  own,
}) => {
  await signUp();
  const hold = randomUUID();
  await askAndStore(page, own, hold);

  await own.app.kill();
  await own.restart();
  // The open page is updated without a reload.
  await expect(answers(page)).toContainText('This answer was interrupted.');
  await expect(answers(page)).toContainText('one two three four');
  await page.reload();
  await expect(answers(page)).toContainText('one two three four');
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(answers(page)).toContainText(/one two three four.*Lorem/s);
  await untilIdle(page);
  await page.reload();
  await expect(answers(page)).toContainText(/one two three four.*Lorem/s);
  await expectConsistent(own);
});

test('an answer whose process was shut down keeps its text', async ({ page, signUp, own }) => {
  await signUp();
  await askAndStore(page, own, randomUUID());
  await own.app.stop();
  await own.restart();
  await expect(answers(page)).toContainText('This answer was interrupted.');
  await page.reload();
  await expect(answers(page)).toContainText('one two three four');
  await expectConsistent(own);
});

test.describe('during a database outage', () => {
  test.use({ provoked: /^500: / });

  test('an answer is complete although PostgreSQL was killed while it ran', async ({
    page,
    signUp,
    own,
  }) => {
    await signUp();
    const hold = randomUUID();
    await askAndStore(page, own, hold);
    const [pid] = readFileSync(join(own.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await release(hold);
    await expect(answers(page)).toHaveText(TEN);
    await untilIdle(page);
    await expect(async () => {
      await page.reload();
      await expect(answers(page)).toHaveText(TEN, { timeout: 2_000 });
    }).toPass();
    await expectConsistent(own);
  });
});

test('disabling a user by command signs out every open tab at once', async ({
  page,
  signUp,
  own,
}) => {
  const user = await signUp();
  await ask(page, 'Hello', { text: 'Hello to you.' });
  await untilIdle(page);
  const command = spawn('node_modules/.bin/node', ['server/admin.ts', 'disable', user.email], {
    env: { ...process.env, DATA_DIR: own.dataDir },
    stdio: 'inherit',
  });
  expect(await once(command, 'exit')).toEqual([0, null]);
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByText('User not authenticated')).toBeVisible();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This account is disabled.')).toBeVisible();
});

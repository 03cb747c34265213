import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { freePort, SESSION_SECRET, startApp, type AppProcess } from '../harness/app-process.ts';
import {
  answers,
  ask,
  conversations,
  expect,
  messageField,
  PASSWORD,
  questions,
  release,
  test as journey,
  untilIdle,
} from './setup/journey.ts';

/** Two app processes on one database, as behind a load balancer. Cookies ignore ports, so one sign-in is valid for both. */
const test = journey.extend<{ pair: [AppProcess, AppProcess]; provider: string }>({
  /** What is set on the server; '' for nothing. */
  provider: [process.env.E2E_PROVIDER_URL ?? '', { option: true }],

  pair: async ({ provider }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-pair-'));
    chmodSync(dataDir, 0o711);
    const database = await startEmbeddedPostgres({ dataDir, durable: false });
    const start = async () =>
      startApp({
        dataDir,
        port: await freePort(),
        env: {
          DATABASE_URL: database.url,
          SESSION_SECRET,
          OPENAI_BASE_URL: provider,
          OPENAI_API_KEY: provider === '' ? '' : 'test',
        },
      });
    const pair: [AppProcess, AppProcess] = [await start(), await start()];
    await use(pair);
    await Promise.all(pair.map((app) => app.stop()));
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ pair }, use) => use(pair[0].url),
});

const TEN = 'one two three four five six seven eight nine ten';

test('a tab on another process shows new messages, follows an answer, and can stop it', async ({
  page,
  context,
  signUp,
  pair,
}) => {
  await signUp();
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${pair[1].url}/ai-lab`);
  await expect(conversations(elsewhere)).toContainText('Start a new conversation');

  const hold = randomUUID();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold });
  await expect(answers(page)).toContainText('four');
  // The list is updated by a live event; the answer is followed from the middle.
  await conversations(elsewhere).getByRole('link').click();
  await expect(answers(elsewhere)).toContainText('one two three four');
  await expect(messageField(elsewhere)).toBeDisabled();
  await release(hold);
  await expect(answers(elsewhere)).toHaveText(TEN);
  await untilIdle(elsewhere);

  await ask(page, 'Again', { text: TEN, holdAfter: 4, hold: randomUUID() });
  await expect(questions(elsewhere)).toHaveCount(2);
  await expect(answers(elsewhere).last()).toContainText('four');
  await elsewhere.getByRole('button', { name: 'Stop' }).click();
  await expect(answers(page).last()).toContainText('You stopped this answer.');
  await expect(answers(elsewhere).last()).toContainText('You stopped this answer.');
});

test('an answer of a killed process is ended by the other process, whose tab can continue it', async ({
  page,
  context,
  signUp,
  pair,
}) => {
  test.slow();
  await signUp();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold: randomUUID(), times: 1 });
  await expect(answers(page)).toContainText('four');
  await expect(page).toHaveURL(/\/chat\//);
  const elsewhere = await context.newPage();
  await elsewhere.goto(pair[1].url + new URL(page.url()).pathname);
  await expect(answers(elsewhere)).toContainText('four');
  await pair[0].kill();
  // After three missed heartbeats.
  await expect(answers(elsewhere)).toContainText('This answer was interrupted.');
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await expect(answers(elsewhere)).toContainText(/one two three four.*Lorem/s);
});

test.describe('without a provider on the server', () => {
  test.use({ provider: '' });

  test('a provider that an admin connects on one process answers on the other, too', async ({
    page,
    context,
    pair,
  }) => {
    // The newest link counts.
    const link = () => /http:\/\/localhost:\d+(\/setup\?code=\S+)/.exec(pair[1].log())?.[1];
    await expect.poll(link).toBeDefined();
    await page.goto(link() ?? '');
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create admin account' }).click();
    await expect(page.getByRole('heading', { name: 'Connect a provider' })).toBeVisible();
    const elsewhere = await context.newPage();
    await elsewhere.goto(`${pair[1].url}/ai-lab`);
    const label = elsewhere.getByRole('link', { name: 'Demo mode: what is this?' });
    await expect(label).toBeVisible();

    const response = await page.request.put('/api/admin/providers/chat', {
      data: {
        settings: {
          address: process.env.E2E_PROVIDER_URL,
          models: [{ id: 'openai/gpt-4o', weight: 1 }],
        },
        key: 'sk-of-the-admin',
      },
      headers: { origin: pair[0].url },
    });
    expect(response.status()).toBe(200);
    // Without a reload.
    await expect(label).toBeHidden();
    await ask(elsewhere, 'Hello', { text: 'From the connected provider.' });
    await expect(answers(elsewhere)).toContainText('From the connected provider.');
  });
});

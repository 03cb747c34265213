import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { expect, it, vi } from 'vitest';

import { startFakeImages } from '../fakes/images.ts';
import { answerOf } from '../fakes/openai.ts';
import { environment, NODE, query, temporaryDataDir } from '../process/setup.ts';
import { signedUp, signedUpPeople, visitor } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { talk } from './chatting-user.ts';
import { HANG } from '../harness/eventually.ts';
import { DAY_MS, HOUR_MS } from '../../app/lib/time.ts';

// The clock of the app's machine is changed while it works. Processes compare PostgreSQL's time only.

/** Longer than the pause between two heartbeats of answers and jobs. */
const BEAT_MS = 6_000;

const installation = openInstallation();

/** An app whose clock can be set. */
async function clocked(
  database: Awaited<ReturnType<typeof installation.database>>,
  settings: Record<string, string> = {},
) {
  const file = join(temporaryDataDir(), 'clock');
  writeFileSync(file, '0.');
  const started = await installation.app(database, {
    ...settings,
    CLOCK_FILE: file,
    NODE_OPTIONS: `--import ${pathToFileURL('tests/faults/shift-clock.ts').href}`,
  });
  return {
    ...started,
    /** Sets the clock `shiftMs` away from the right time. */
    async setClock(shiftMs: number) {
      writeFileSync(file, String(shiftMs));
      started.app.kill('SIGUSR2');
      await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe(`${shiftMs}.`), HANG);
    },
  };
}

it('a changed clock during answers reaps nothing, repeats no request, and keeps the order of messages', async () => {
  const database = await installation.database();
  const one = await clocked(database);
  // A second process, which could mistake the first one for dead.
  const other = await installation.app(database);
  const people = await signedUpPeople(one.address, 3);
  installation.openAi.reset();
  const talking = Promise.all(people.map((person) => talk(person, { tokens: 360, rate: 20 })));
  const streaming = () =>
    installation.openAi.requests.filter(({ sentTokens }) => sentTokens > 10).length;
  await expect.poll(streaming, HANG).toBe(people.length);
  await one.setClock(DAY_MS);
  await wait(BEAT_MS);
  await one.setClock(-HOUR_MS);
  const told = await talking;
  for (const { state, text, breaks } of told) {
    expect({ state, text, breaks }).toEqual({
      state: 'done',
      text: answerOf({ tokens: 360 }),
      breaks: 0,
    });
  }
  expect(installation.openAi.requests.filter(({ body }) => body.stream)).toHaveLength(
    people.length,
  );
  await expectSound(database.url);
  await expectStored(database.url, told);

  const [tina] = people as [(typeof people)[0]];
  const conversationId = told[0]?.conversationId ?? '';
  const turns = [told[0]?.question];
  for (const shift of [DAY_MS, -HOUR_MS, 0]) {
    await one.setClock(shift);
    const { question } = await talk(tina, { tokens: 5 }, { conversationId });
    turns.push(question);
  }
  const exported = await tina.fetch(`/api/conversations/${conversationId}/export?format=json`);
  expect(exported.status).toBe(200);
  const text = await exported.text();
  const shown = turns.map((question) => text.indexOf(question ?? ''));
  expect(shown).not.toContain(-1);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  await expectSound(database.url);
  await stop(one.app);
  await stop(other.app);
});

it('a changed clock during an image job causes no takeover, no second request, and no second charge', async () => {
  const images = await startFakeImages();
  try {
    const database = await installation.database();
    const settings = {
      IMAGE_BASE_URL: `${images.url}/v1`,
      IMAGE_API_KEY: 'sk-test',
      MEDIA_MODELS: JSON.stringify([{ id: 'gpt-image-2', tokens: 50 }]),
    };
    const one = await clocked(database, settings);
    const other = await clocked(database, settings);
    const person = await signedUp(one.address);
    images.script({ hold: 'after' });
    const response = await person.fetch('/api/media/images', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        clientKey: randomUUID(),
        prompt: 'A loaf of rye',
        model: 'gpt-image-2',
        size: '1024x1024',
        count: 1,
      }),
    });
    expect(response.status).toBe(201);
    await vi.waitFor(() => expect(images.requests).toHaveLength(1), HANG);
    // Either process may have the job: one clock is a day ahead, the other an hour behind.
    await one.setClock(DAY_MS);
    await other.setClock(-HOUR_MS);
    await wait(BEAT_MS);
    await one.setClock(-HOUR_MS);
    await other.setClock(DAY_MS);
    await wait(BEAT_MS);
    images.release('after');
    const job = () =>
      query(
        database.url,
        `SELECT state, attempt,
                (SELECT count(*)::int FROM media_items WHERE job_id = j.id) AS items,
                (SELECT -sum(trial_delta + allowance_delta + balance_delta)::int FROM ledger_entries
                  WHERE reference = 'media:' || j.id) AS paid
           FROM media_jobs j`,
      );
    await vi.waitFor(
      async () =>
        expect(await job()).toEqual([{ state: 'succeeded', attempt: 1, items: 1, paid: 50 }]),
      HANG,
    );
    expect(images.requests).toHaveLength(1);
    await expectSound(database.url);
    await stop(one.app);
    await stop(other.app);
  } finally {
    await images.close();
  }
});

it('a changed clock ends no session, and a limit reached while it was ahead doesn’t last for a day', async () => {
  const database = await installation.database();
  const { app, address, setClock } = await clocked(database, { RATE_LIMITS: 'true' });
  const person = await signedUp(address);
  const signIn = async (password: string) => {
    const browser = visitor(address);
    const response = await browser.fetch('/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ email: person.email, password }),
    });
    return response.status;
  };
  for (const shift of [DAY_MS, -HOUR_MS, 0, DAY_MS]) {
    await setClock(shift);
    expect((await person.fetch('/ai-lab')).status, `${shift} ms`).toBe(200);
  }
  const refused = async () => (await signIn('wrong horse battery')) === 429;
  await vi.waitFor(async () => expect(await refused()).toBe(true), HANG);
  await setClock(0);
  expect(await signIn(person.password)).toBe(302);
  expect((await person.fetch('/ai-lab')).status).toBe(200);
  await stop(app);
});

it('the jobs that grant and expire tokens grant nothing twice, whatever date the clock shows', async () => {
  const database = await installation.database();
  const { app, address, settings } = await installation.app(database);
  const person = await signedUp(address);
  const [user] = await query(database.url, 'SELECT id FROM users WHERE email = $1', [person.email]);
  // The second month begins within a day.
  await query(
    database.url,
    `INSERT INTO monthly_allowances (user_id, tokens, began_at, granted_until)
     VALUES ($1, 1000, now() - interval '27 days 20 hours', now() - interval '27 days 20 hours')`,
    [user?.id],
  );
  const run = async (shiftMs: number) => {
    await promisify(execFile)(
      NODE,
      ['tests/faults/run-jobs.ts', String(shiftMs), '^(grant|lapse)-'],
      { env: environment({ NODE_ENV: 'production', ...settings }) },
    );
    return query(
      database.url,
      `SELECT reference, sum(allowance_delta)::int AS tokens FROM ledger_entries
        WHERE kind = 'grant' AND allowance_delta > 0 GROUP BY reference ORDER BY reference`,
    );
  };
  const first = await run(0);
  expect(first).toHaveLength(1);
  const ahead = await run(5 * DAY_MS);
  expect(ahead.length).toBeLessThanOrEqual(2);
  for (const shift of [-HOUR_MS, 0, 5 * DAY_MS, 0]) expect(await run(shift)).toEqual(ahead);
  expect(ahead.every(({ tokens }) => tokens === 1_000)).toBe(true);
  await expectSound(database.url);
  await stop(app);
});

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { expect, it, vi } from 'vitest';

import { startFakeImages, type ImageBehavior } from '../fakes/images.ts';
import { postgresOf, query, start, temporaryDataDir } from '../process/setup.ts';
import { signedUp, type SignedUp } from '../process/visitor.ts';
import { HANG } from '../harness/eventually.ts';

const OPENAI = 'gpt-image-2';
const REPLICATE = 'drawn/on-replicate';

interface Job {
  state: string;
  reason: string | null;
  items: number;
  calls: number;
  paid: number;
  settlements: number;
}

it('after kill -9 in every state of an image, nothing is requested or charged twice, and every job ends', async () => {
  const images = await startFakeImages();
  const dataDir = temporaryDataDir();
  const settings = {
    METERING: 'allowance',
    RATE_LIMITS: 'false',
    MEDIA_JOBS: '20',
    IMAGE_BASE_URL: `${images.url}/v1`,
    IMAGE_API_KEY: 'sk-test',
    REPLICATE_API_TOKEN: 'r8-test',
    REPLICATE_BASE_URL: `${images.url}/replicate`,
    MEDIA_MODELS: JSON.stringify([
      { id: OPENAI, tokens: 4_000 },
      { id: REPLICATE, provider: 'replicate', tokens: 1_000 },
    ]),
  };
  const app = start({ dataDir, settings });
  const address = await app.ready;
  const { url } = postgresOf(dataDir);
  const lock = new pg.Client({ connectionString: url });
  lock.on('error', () => {
    // PostgreSQL stops while this is open if the test fails.
  });
  await lock.connect();
  try {
    /** Requests one image, and waits until its provider has the request. */
    async function ask(model: string, behavior: ImageBehavior, person?: SignedUp) {
      const browser = person ?? (await signedUp(address));
      const before = images.requests.length;
      images.script(behavior);
      const id = await post(browser, model);
      await vi.waitFor(() => expect(images.requests).toHaveLength(before + 1), HANG);
      return id;
    }
    /** Waits until the provider's id is stored, by which the request can be found again. */
    function untilKnown(id: string) {
      return vi.waitFor(async () => {
        const [call] = await query(
          url,
          `SELECT provider_ref AS ref FROM media_calls WHERE job_id = '${id}'`,
        );
        expect(call?.ref).toMatch(/^prediction/);
      }, HANG);
    }

    const tina = await signedUp(address);
    const requested = [
      await ask(OPENAI, { hold: 'after' }, tina),
      // The response has begun, but isn't complete.
      await ask(OPENAI, { link: 'good', holdOutput: 'after' }, tina),
    ];
    // Her third one waits for its turn.
    const queued = await post(tina, OPENAI);
    await vi.waitFor(() => expect(images.fetched).toHaveLength(1), HANG);

    const known = await ask(REPLICATE, { hold: 'after' });
    await untilKnown(known);
    const fetching = await ask(REPLICATE, { holdOutput: 'after' });
    await vi.waitFor(() => expect(images.fetched).toHaveLength(2), HANG);
    const written = await ask(REPLICATE, { hold: 'now' });
    await untilKnown(written);
    // The lock on the row keeps the worker from recording in the database what it has stored.
    await lock.query('BEGIN');
    await lock.query(`SELECT 1 FROM media_jobs WHERE id = '${written}' FOR UPDATE`);
    images.release('now');
    // The image, and its three smaller versions.
    await vi.waitFor(
      () => expect(filesBelow(join(dataDir, 'objects', 'media'))).toHaveLength(4),
      HANG,
    );

    const stateOf = async (id: string) => (await jobOf(url, id)).state;
    expect(await stateOf(queued)).toBe('queued');
    for (const id of [...requested, known, fetching, written])
      expect(await stateOf(id)).toBe('running');
    const requests = images.requests.length;
    expect(requests).toBe(5);

    app.kill('SIGKILL');
    await app.ended;
    await lock.query('ROLLBACK');
    await lock.end();
    images.release('after');
    const next = start({ dataDir, settings });
    await next.ready;

    const over = (id: string) =>
      vi.waitFor(async () => {
        const job = await jobOf(url, id);
        expect(['succeeded', 'failed']).toContain(job.state);
        return job;
      }, HANG);
    // What a provider may have made and billed isn't requested again automatically, and isn't charged.
    for (const id of requested) {
      expect(await over(id)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('server restarted'),
        items: 0,
        calls: 1,
        paid: 0,
        settlements: 1,
      });
    }
    for (const id of [known, fetching, written]) {
      expect(await over(id)).toEqual({
        state: 'succeeded',
        reason: null,
        items: 1,
        calls: 1,
        paid: 1_000,
        settlements: 1,
      });
    }
    expect(await over(queued)).toMatchObject({
      state: 'succeeded',
      items: 1,
      calls: 1,
      paid: 4_000,
    });
    expect(images.requests).toHaveLength(requests + 1);
    expect(images.cancelled).toEqual([]);
    next.kill('SIGTERM');
    expect(await next.ended).toEqual({ code: 0, signal: null });
  } finally {
    await images.close();
  }
});

async function post(browser: SignedUp, model: string): Promise<string> {
  const response = await browser.fetch('/api/media/images', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      clientKey: randomUUID(),
      prompt: 'A loaf of rye',
      model,
      size: '1024x1024',
      count: 1,
    }),
  });
  const job = (await response.json()) as { id: string };
  expect(response.status, JSON.stringify(job)).toBe(201);
  return job.id;
}

async function jobOf(url: string, id: string): Promise<Job> {
  const [job] = await query(
    url,
    `SELECT state, reason,
            (SELECT count(*)::int FROM media_items WHERE job_id = j.id) AS items,
            (SELECT count(*)::int FROM media_calls WHERE job_id = j.id) AS calls,
            (SELECT -sum(trial_delta + allowance_delta + balance_delta)::int FROM ledger_entries
              WHERE user_id = j.user_id AND reference = 'media:' || j.id) AS paid,
            (SELECT count(*)::int FROM ledger_entries
              WHERE user_id = j.user_id AND reference = 'media:' || j.id AND kind = 'settle') AS settlements
       FROM media_jobs j WHERE id = '${id}'`,
  );
  return job as unknown as Job;
}

function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

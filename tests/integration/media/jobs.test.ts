import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import '../setup/outbox.ts';
import type { UserScope } from '~/lib/scope';

import { fakeImages } from '../setup/fake-images.ts';

process.env.METERING = 'allowance';

const { createUser, removeUser } = await import('../../factories/users.ts');
const { ask, entriesOf, keysOf, orphan, paid, until, WISH } = await import('./world.ts');
const media = await import('./media');
const { beatJobs, claimNext } = await import('~/features/media/jobs/job-data.server');
const { reapJobs } = await import('~/features/media/jobs/liveness.server');
const { imageRequest } = await import('~/features/media/images/schema');
const { keyedInput } = await import('~/features/media/media-input.server');
const { thisProcessId } = await import('~/engine/leases/index.server');
const { heldJobs, worker } = await import('~/features/media/jobs/worker.server');
const { newId } = await import('~/lib/ids.server');
const { sql, transaction } = await import('~/lib/db/index.server');

const GONE = { code: 'not-found' };
const ON_REPLICATE = { model: 'drawn/on-replicate' };

let user: { id: UserScope };
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
beforeEach(async () => {
  user = await createUser();
  fakeImages.reset();
});
afterEach(async () => {
  fakeImages.release('now');
  worker.works = true;
  await removeUser(user);
});
afterAll(() => media.drainMedia(0));

/** Waits until the provider has got this many requests. */
function requested(times: number) {
  return vi.waitFor(() => expect(fakeImages.requests).toHaveLength(times));
}

describe('a request for images', () => {
  test('that is sent twice creates one job, with all its texts, and is charged once', async () => {
    const key = newId();
    const wish = { ...WISH, count: 2, style: 'watercolour' as const, brandText: 'Warm.' };
    const both = await Promise.all([
      media.requestImages(user.id, key, wish),
      media.requestImages(user.id, key, wish),
    ]);
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    const [{ job }] = both;
    expect(both[1].job.id).toBe(job.id);
    expect(job).toMatchObject({ tokens: 8_000, usedTokens: null, items: [] });

    const done = await until(user.id, job.id, 'succeeded');
    expect(done).toMatchObject({ usedTokens: 8_000, progress: 100, reason: null });
    expect(done.items).toHaveLength(2);
    expect(fakeImages.requests).toHaveLength(2);
    const [first, second] = fakeImages.requests;
    expect(first!.authorization).toBe('Bearer sk-secret-of-the-operator');
    expect(first!.idempotencyKey).not.toBe(second!.idempotencyKey);
    const body = JSON.parse(first!.body) as { prompt: string };
    expect(body).toMatchObject({ model: 'gpt-image-2', size: '1024x1024', n: 1 });
    expect(body.prompt).toMatch(/^A loaf of rye.*\n\nStyle: .*watercolor .*\n\n.*\nWarm\.$/s);
    expect(await entriesOf(user.id, job.id)).toMatchObject([
      { kind: 'reserve', delta: -8_000 },
      { kind: 'settle', delta: 0, tokens: 8_000 },
    ]);
    // Each image has three smaller versions.
    expect(await keysOf(user.id)).toHaveLength(8);
    expect((await media.requestImages(user.id, key, wish)).job.state).toBe('succeeded');
  });

  test('is refused with a sentence when the balance does not cover it, and leaves no job', async () => {
    const estimate = await media.estimateImages(user.id, { ...WISH, count: 4 });
    expect(estimate).toEqual({ tokens: 16_000, available: 25_000 });
    await until(user.id, (await ask(user.id, { count: 4 })).id, 'succeeded');
    const failure = await ask(user.id, { count: 4 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'out-of-tokens',
      userMessage: expect.stringContaining('You have 9,000 tokens left, too few for this.'),
    });
    expect((await media.readOpenJobs(user.id)).map(({ state }) => state)).toEqual(['succeeded']);
    expect(fakeImages.requests).toHaveLength(4);
  });

  test('is refused when the model is not offered, or the reference is another user’s', async () => {
    const stranger = await createUser();
    const made = await until(stranger.id, (await ask(stranger.id)).id, 'succeeded');
    await expect(ask(user.id, { referenceId: made.items[0]!.id })).rejects.toMatchObject(GONE);
    await expect(ask(user.id, { model: 'unknown' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { model: expect.stringContaining('no longer available') },
    });
  });

  test('is refused with the fields that are wrong', () => {
    const readRequest = keyedInput(imageRequest);
    const wrong = { ...WISH, clientKey: newId(), prompt: ' ', brandText: 'x'.repeat(4_001) };
    expect(() => readRequest(wrong)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        fields: {
          prompt: 'Describe your image.',
          brandText: 'Brand details can have up to 4,000 characters.',
        },
      }),
    );
    expect(() => readRequest({ ...wrong, prompt: 1, brandText: '' })).toThrow(
      expect.objectContaining({ code: 'invalid', fields: undefined }),
    );
  });

  test('can start from an image of the user, and can be repeated', async () => {
    const made = await until(user.id, (await ask(user.id)).id, 'succeeded');
    const job = await ask(user.id, { referenceId: made.items[0]!.id, prompt: 'At night' });
    await until(user.id, job.id, 'succeeded');
    const [, edit] = fakeImages.requests;
    expect(edit!.path).toBe('/v1/images/edits');
    expect(edit!.body).toContain('At night');
    expect(edit!.body).toContain('\x89PNG\r\n');
    const again = await media.repeatJob(user.id, job.id, newId());
    expect(again).toMatchObject({ request: { prompt: 'At night' } });
    expect((await until(user.id, again.id, 'succeeded')).id).not.toBe(job.id);
  });

  test('is sent to Replicate with the inputs that its model takes', async () => {
    const wish = {
      ...ON_REPLICATE,
      negativePrompt: 'people',
      seed: 41,
      size: '1536x1024' as const,
    };
    const done = await until(user.id, (await ask(user.id, wish)).id, 'succeeded');
    expect(done.usedTokens).toBe(1_000);
    const [request] = fakeImages.requests;
    expect(request!.path).toBe('/replicate/models/drawn/on-replicate/predictions');
    expect(JSON.parse(request!.body)).toMatchObject({
      input: { prompt: WISH.prompt, negative_prompt: 'people', seed: 41, aspect_ratio: '3:2' },
    });
    expect((await media.readItem(user.id, done.items[0]!.id)).seed).toBe(41);
  });
});

describe('canceling', () => {
  test('a queued job keeps it from starting, and costs nothing', async () => {
    fakeImages.behave({ hold: 'now' });
    const running = [await ask(user.id), await ask(user.id)];
    await requested(2);
    const waiting = await ask(user.id);
    expect(waiting.state).toBe('queued');
    expect(await paid(user.id, waiting.id)).toBe(4_000);
    expect(await media.cancelJob(user.id, waiting.id)).toMatchObject({
      state: 'cancelled',
      usedTokens: 0,
    });
    expect(await paid(user.id, waiting.id)).toBe(0);
    fakeImages.release('now');
    for (const { id } of running) await until(user.id, id, 'succeeded');
    expect(fakeImages.requests).toHaveLength(2);
  });

  test('a running job stops it, and keeps and charges the images that it has made', async () => {
    fakeImages.script({}, { hold: 'now' });
    const { id } = await ask(user.id, { count: 2 });
    await vi.waitFor(async () => expect((await media.readJob(user.id, id)).items).toHaveLength(1));
    expect((await media.readJob(user.id, id)).progress).toBe(50);
    const ended = await media.cancelJob(user.id, id);
    expect(ended).toMatchObject({ state: 'cancelled', usedTokens: 4_000 });
    expect(ended.items).toHaveLength(1);
    expect(await paid(user.id, id)).toBe(4_000);
    await vi.waitFor(() => expect(fakeImages.requests[1]!.abandoned).toBe(true));
    // Canceling an ended job changes nothing.
    expect(await media.cancelJob(user.id, id)).toMatchObject(ended);
  });

  test('a job on Replicate cancels its prediction too', async () => {
    fakeImages.behave({ hold: 'now' });
    const { id } = await ask(user.id, ON_REPLICATE);
    await known(id);
    expect((await media.cancelJob(user.id, id)).state).toBe('cancelled');
    await vi.waitFor(() => expect(fakeImages.cancelled).toHaveLength(1));
    expect(await paid(user.id, id)).toBe(0);
  });

  test('works only on the user’s own jobs', async () => {
    fakeImages.behave({ hold: 'now' });
    const { id } = await ask(user.id);
    const stranger = await createUser();
    await expect(media.cancelJob(stranger.id, id)).rejects.toMatchObject(GONE);
    await expect(media.repeatJob(stranger.id, id, newId())).rejects.toMatchObject(GONE);
    expect(await media.readOpenJobs(stranger.id)).toEqual([]);
    await expect(media.repeatJob(user.id, id, newId())).rejects.toMatchObject({ code: 'conflict' });
    await media.cancelJob(user.id, id);
  });
});

/** Waits until the provider's id of a job's call is stored. */
function known(jobId: string) {
  return vi.waitFor(async () => {
    const [call] = await sql.query(
      `SELECT 1 FROM media_calls WHERE job_id = $1::uuid AND provider_ref IS NOT NULL`,
      [jobId],
    );
    expect(call).toBeDefined();
  });
}

describe('when its process dies', () => {
  test('a job without calls runs again, and is charged once', async () => {
    worker.works = false;
    const { id } = await ask(user.id);
    const taken = await transaction((tx) =>
      claimNext(tx, { processId: newId(), max: 4, kinds: ['image'] }),
    );
    expect(taken).toMatchObject({ id, state: 'running' });
    await orphan(id);
    worker.works = true;
    expect(await reapJobs(15)).toBe(1);
    void media.mediaTurn.run({});
    await until(user.id, id, 'succeeded');
    expect(fakeImages.requests).toHaveLength(1);
    expect(await paid(user.id, id)).toBe(4_000);
  });

  test('a job whose image may have been made fails without a charge or a second request', async () => {
    fakeImages.behave({ hold: 'now' });
    const { id } = await ask(user.id);
    await requested(1);
    await orphan(id);
    expect(await reapJobs(15)).toBe(1);
    const job = await media.readJob(user.id, id);
    expect(job).toMatchObject({ state: 'failed', usedTokens: 0 });
    expect(job.reason).toBe(
      'The server restarted while this was in progress. Nothing was charged. Try again.',
    );
    expect(await paid(user.id, id)).toBe(0);
    // The process wasn't dead and gets its answer now, too late: nothing of it is stored.
    fakeImages.release('now');
    await vi.waitFor(() => expect(heldJobs.held.size).toBe(0));
    expect(await media.readJob(user.id, id)).toEqual(job);
    // A lease that is lost ends the job before its late answer is dropped.
    await vi.waitFor(async () => expect(await keysOf(user.id)).toEqual([]));
    expect(fakeImages.requests).toHaveLength(1);
  });

  test('a job keeps and charges the images that it has made', async () => {
    fakeImages.script({}, { hold: 'now' });
    const { id } = await ask(user.id, { count: 2 });
    await vi.waitFor(async () => expect((await media.readJob(user.id, id)).items).toHaveLength(1));
    await orphan(id);
    await reapJobs(15);
    const job = await media.readJob(user.id, id);
    expect(job).toMatchObject({ state: 'succeeded', usedTokens: 4_000 });
    expect(job.reason).toMatch(/^Created 1 of 2 images\. The server restarted/);
    expect(await paid(user.id, id)).toBe(4_000);
  });

  test('a job continues with its prediction on Replicate', async () => {
    fakeImages.behave({ hold: 'now' });
    const { id } = await ask(user.id, ON_REPLICATE);
    await known(id);
    await orphan(id);
    void heldJobs.cut(id, 'lost');
    await reapJobs(15);
    void media.mediaTurn.run({});
    fakeImages.release('now');
    await until(user.id, id, 'succeeded');
    expect(fakeImages.requests).toHaveLength(1);
    expect(fakeImages.cancelled).toEqual([]);
    expect(await paid(user.id, id)).toBe(1_000);
  });

  test('a job that was canceled in the meantime is canceled', async () => {
    worker.works = false;
    const { id } = await ask(user.id);
    await transaction((tx) => claimNext(tx, { processId: newId(), max: 4, kinds: ['image'] }));
    await orphan(id);
    expect((await media.cancelJob(user.id, id)).state).toBe('running');
    await reapJobs(15);
    expect((await media.readJob(user.id, id)).state).toBe('cancelled');
    expect(await paid(user.id, id)).toBe(0);
  });

  test('a job is kept alive by heartbeats only while it is worked on', async () => {
    fakeImages.behave({ hold: 'now' });
    const { id } = await ask(user.id);
    await requested(1);
    await sql.query(
      `UPDATE media_jobs SET heartbeat_at = now() - interval '1 hour' WHERE id = $1::uuid`,
      [id],
    );
    // This process works on it.
    expect(await reapJobs(15)).toBe(0);
    expect(await beatJobs(sql, thisProcessId, [])).toEqual([]);
    expect(await beatJobs(sql, thisProcessId, [id])).toEqual([
      { id, attempt: 1, stopRequested: false },
    ]);
    // As when its end couldn't be stored: nothing works on it any more.
    heldJobs.held.delete(id);
    expect(await reapJobs(15)).toBe(0);
    expect(await reapJobs(0)).toBe(1);
    expect((await media.readJob(user.id, id)).state).toBe('failed');
  });

  test('a job of an unknown kind is left to a newer version', async () => {
    await sql.query(
      `INSERT INTO media_jobs (id, user_id, kind, client_key, request, tokens)
       VALUES ($1::uuid, $2::uuid, 'hologram', $1::uuid, '{}', 0)`,
      [newId(), user.id],
    );
    await until(user.id, (await ask(user.id)).id, 'succeeded');
  });

  test('a job whose process dies three times is given up', async () => {
    worker.works = false;
    const { id } = await ask(user.id);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(
        (await transaction((tx) => claimNext(tx, { processId: newId(), max: 4, kinds: ['image'] })))
          ?.attempt,
      ).toBe(attempt);
      await orphan(id);
      await reapJobs(15);
    }
    const job = await media.readJob(user.id, id);
    expect(job).toMatchObject({ state: 'failed', usedTokens: 0 });
    expect(job.reason).toMatch(/stopped several times/);
    expect(await paid(user.id, id)).toBe(0);
  });

  test('queued and ended jobs stay as they are', async () => {
    const over = await until(user.id, (await ask(user.id)).id, 'succeeded');
    worker.works = false;
    const { id } = await ask(user.id);
    expect(await reapJobs(0)).toBe(0);
    expect((await media.readJob(user.id, id)).state).toBe('queued');
    expect(await media.readJob(user.id, over.id)).toEqual(over);
    await media.cancelJob(user.id, id);
  });

  test('a shutdown fails jobs whose call cannot be found again, and requeues the others', async () => {
    fakeImages.behave({ hold: 'now' });
    const plain = await ask(user.id);
    const found = await ask(user.id, ON_REPLICATE);
    await requested(2);
    await known(found.id);
    await media.drainMedia(0);
    expect((await media.readJob(user.id, plain.id)).state).toBe('failed');
    expect((await media.readJob(user.id, found.id)).state).toBe('queued');
    expect(fakeImages.cancelled).toEqual([]);
    fakeImages.release('now');
    await media.startMediaWorker({ soleProcess: false });
    await until(user.id, found.id, 'succeeded');
    expect(fakeImages.requests).toHaveLength(2);
  });
});

describe('the next job', () => {
  test('is chosen so that fifty jobs of one user delay another’s by at most one, and no user has more than two running', async () => {
    worker.works = false;
    const many = await createUser();
    const key = 'insert';
    const insert = (userId: UserScope, times: number) =>
      sql.query(
        `INSERT INTO media_jobs (id, user_id, kind, client_key, request, tokens)
         SELECT gen_random_uuid(), $1::uuid, 'image', gen_random_uuid(), '{"count":1}'::jsonb, 0
           FROM generate_series(1, $2::int) WHERE $3 <> ''`,
        [userId, times, key],
      );
    const next = (max: number) =>
      transaction((tx) => claimNext(tx, { processId: newId(), max, kinds: ['image'] }));
    const finish = (id: string) =>
      sql.query(
        `UPDATE media_jobs SET state = 'succeeded', finished_at = now() WHERE id = $1::uuid`,
        [id],
      );
    await insert(many.id, 50);
    const two = [await next(4), await next(4)];
    expect(two.map((job) => job?.userId)).toEqual([many.id, many.id]);
    expect(await next(4)).toBeNull();

    // With room for only two, the other user is next as soon as one job has ended.
    await insert(user.id, 2);
    expect(await next(2)).toBeNull();
    await finish(two[0]!.id);
    const third = await next(2);
    expect(third?.userId).toBe(user.id);
    // Then they take turns, even with room for only one.
    await finish(two[1]!.id);
    await finish(third!.id);
    const order: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const job = await next(1);
      order.push(job?.userId);
      expect(await next(1)).toBeNull();
      await finish(job!.id);
    }
    expect(order).toEqual([many.id, user.id, many.id, many.id]);
    await removeUser(many);
  });
});

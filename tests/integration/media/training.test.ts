import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { dataDir } from '../setup/outbox.ts';
import { fakeImages, fakeReplicateTrainings as fake } from '../setup/fake-images.ts';

process.env.METERING = 'allowance';
process.env.STORAGE_QUOTA = '2MB';

const { createUser, removeUser } = await import('../../factories/users.ts');
const { smallWeights, TRAINER } = await import('../../fakes/trainings.ts');
const { ask, entriesOf, orphan, paid, until } = await import('./world.ts');
const { draft, loraKeys, png, train } = await import('./lora-world.ts');
const media = await import('./media');
const { listCalls } = await import('~/features/media/jobs/call-data.server');
const { reapJobs } = await import('~/features/media/jobs/liveness.server');
const { heldJobs, worker } = await import('~/features/media/jobs/worker.server');
const { weightsKey } = await import('~/features/media/loras/lora-files.server');
const { objects } = await import('~/gateways/objects/index.server');
const { startJobs } = await import('~/engine/queue/index.server');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

const PRICE = 1_100;

let user: { id: UserScope };
let jobs: { stop(): Promise<void> };
beforeAll(async () => {
  await media.startMediaWorker({ soleProcess: false });
  const queued = [media.mediaTurn, media.trainingEnd, media.loraLeftovers];
  jobs = await startJobs({ scheduled: [], queued, work: true });
});
beforeEach(async () => {
  user = await createUser();
  fake.reset();
  fakeImages.reset();
});
afterEach(async () => {
  fake.release('now');
  worker.works = true;
  await removeUser(user);
});
afterAll(async () => {
  await jobs.stop();
  await media.drainMedia(0);
});

/** Waits until this many trainings run at the provider, and the last one's id is stored. */
function started(times: number) {
  return vi.waitFor(
    async () => {
      expect(fake.trainings).toHaveLength(times);
      const [row] = await sql.query(
        `SELECT 1 FROM media_calls WHERE user_id = $1::uuid AND provider_ref = $2`,
        [user.id, fake.trainings.at(-1)!.id],
      );
      expect(row).toBeDefined();
    },
    { interval: 20 },
  );
}

describe('a training', () => {
  test('creates a private model from images and captions, is charged once, and its LoRA makes images', async () => {
    const id = await draft(user.id);
    const [first] = (await media.readLora(user.id, id)).pictures;
    await media.captionLoraImage(user.id, { loraId: id, id: first!.id }, 'A round loaf, süß');
    expect(await media.estimateTraining(user.id, 1_000)).toEqual({
      tokens: PRICE,
      minutes: 24,
      available: 25_000,
    });
    fake.behave({ hold: 'now' });
    const key = newId();
    const { job, isNew } = await media.trainLora(user.id, id, {
      clientKey: key,
      rightsConfirmed: true,
    });
    expect(isNew).toBe(true);
    expect(job).toMatchObject({ kind: 'lora', tokens: PRICE, request: { loraId: id, images: 4 } });
    await started(1);
    const training = fake.trainings[0]!;
    expect(training.trainer).toBe(`${TRAINER}:${'v1'.padEnd(64, '0')}`);
    expect(training.destination).toBe(`the-operator/brandwright-${id}`);
    expect(fake.models.get(training.destination)).toMatchObject({ visibility: 'private' });
    expect(training.input).toMatchObject({
      trigger_word: 'RYE',
      steps: 1_000,
      lora_rank: 16,
      autocaption: true,
    });
    const [archive] = [...fake.files.values()];
    expect(archive!.includes('PK')).toBe(true);
    for (const name of ['001.jpg', '001.txt', '004.jpg'])
      expect(archive!.includes(name)).toBe(true);
    expect(archive!.includes('A round loaf, süß')).toBe(true);
    expect(archive!.includes('002.txt')).toBe(false);

    await vi.waitFor(async () => {
      const lora = await media.readLora(user.id, id);
      expect(lora).toMatchObject({ state: 'training', job: { state: 'running', progress: 38 } });
      expect(lora.logTail).toMatch(/40%\|.*400\/1000/);
      expect(lora.logTail).not.toContain('secret');
    });
    await expect(train(user.id, id)).rejects.toMatchObject({ code: 'conflict' });
    fake.release('now');

    const done = await until(user.id, job.id, 'succeeded');
    expect(done).toMatchObject({ progress: 100, usedTokens: PRICE, reason: null });
    expect(
      (await media.trainLora(user.id, id, { clientKey: key, rightsConfirmed: true })).job.id,
    ).toBe(job.id);
    const lora = await media.readLora(user.id, id);
    expect(lora).toMatchObject({ state: 'ready', weightsBytes: smallWeights().length });
    expect(await entriesOf(user.id, job.id)).toMatchObject([
      { kind: 'reserve', delta: -PRICE },
      { kind: 'settle', delta: 0, tokens: PRICE },
    ]);
    expect(fake.trainings).toHaveLength(1);
    await vi.waitFor(() => expect(fake.files.size).toBe(0));
    const file = await media.serveWeights(user.id, id);
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="Our-bread.safetensors"',
    );
    const bytes = await buffer(file.body as unknown as AsyncIterable<Uint8Array>);
    expect(bytes.equals(smallWeights())).toBe(true);

    const image = await ask(user.id, { loraId: id, model: 'gpt-image-2', seed: 7 });
    expect(image.tokens).toBe(500);
    const made = await until(user.id, image.id, 'succeeded');
    const [request] = fakeImages.requests;
    expect(request!.path).toBe('/replicate/predictions');
    expect(JSON.parse(request!.body)).toMatchObject({
      version: expect.stringContaining('versiontraining'),
      input: { prompt: 'RYE, A loaf of rye on a wooden board', lora_scale: 1, seed: 7 },
    });
    expect(made.items[0]).toMatchObject({ model: 'LoRA Our bread' });
    expect((await media.readLora(user.id, id)).samples).toHaveLength(1);

    await expect(media.changeLora(user.id, id, { steps: 500 })).rejects.toMatchObject({
      code: 'conflict',
    });
    const ofImage = () => media.readItem(user.id, made.items[0]!.id);
    expect(await ofImage()).toMatchObject({ madeWith: 'Our bread', tokensEach: 500 });
    expect(await media.changeLora(user.id, id, { name: 'Rye' })).toMatchObject({ name: 'Rye' });
    expect(await ofImage()).toMatchObject({ madeWith: 'Rye', tokensEach: 500 });
    const again = await media.requestImages(user.id, newId(), (await ofImage()).request!);
    await until(user.id, again.job.id, 'succeeded');
    await media.deleteLora(user.id, id);
    expect(await ofImage()).toMatchObject({ madeWith: 'LoRA Our bread', tokensEach: null });
  });

  test('is refused without enough images, a trigger word, or the balance for it', async () => {
    const few = await draft(user.id, { images: 3 });
    await expect(train(user.id, few)).rejects.toMatchObject({
      userMessage: expect.stringContaining('at least 4 images'),
    });
    const id = await draft(user.id);
    await media.changeLora(user.id, id, { triggerWord: '' });
    await expect(train(user.id, id)).rejects.toMatchObject({
      userMessage: expect.stringContaining('trigger word'),
    });
    await media.changeLora(user.id, id, { triggerWord: 'RYE', steps: 4_000 });
    worker.works = false;
    for (let number = 0; number < 6; number += 1) {
      await train(user.id, await draft(user.id, { steps: 4_000 }));
    }
    const refused = train(user.id, id);
    await expect(refused).rejects.toMatchObject({
      code: 'out-of-tokens',
      userMessage: expect.stringContaining('Fewer steps may still fit.'),
    });
    expect(await media.readLora(user.id, id)).toMatchObject({ state: 'draft', job: null });
  });

  test('is not repeated with an image whose rights no one confirmed', async () => {
    const id = await draft(user.id);
    const unconfirmed = { clientKey: newId(), rightsConfirmed: false };
    const refusal = {
      userMessage: expect.stringMatching(/^Confirm that you have the right/),
    };
    await expect(media.trainLora(user.id, id, unconfirmed)).rejects.toMatchObject(refusal);
    fake.script({ fails: 'out of memory' });
    const { id: jobId } = await train(user.id, id);
    await until(user.id, jobId, 'failed');
    expect((await media.readLora(user.id, id)).rightsConfirmedAt).not.toBeNull();
    const body = Readable.from([await png(77)]);
    await media.addLoraImage(id, { userId: user.id, name: 'face.png', body });
    await expect(media.repeatJob(user.id, jobId, newId())).rejects.toMatchObject(refusal);
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
  });

  test('is started once by two requests at the same time', async () => {
    const id = await draft(user.id);
    fake.behave({ hold: 'now' });
    const both = await Promise.allSettled([train(user.id, id), train(user.id, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await started(1);
    fake.release('now');
    const lora = await media.readLora(user.id, id);
    await until(user.id, lora.jobId!, 'succeeded');
    expect(fake.trainings).toHaveLength(1);
  });
});

test('trainings of many users hold up no images, and a user’s third training waits', async () => {
  fake.behave({ hold: 'now' });
  const others = await Promise.all(Array.from({ length: 5 }, () => createUser()));
  for (const other of [...others, user, user]) await train(other.id, await draft(other.id));
  await vi.waitFor(() => expect(fake.trainings).toHaveLength(7));
  const third = await train(user.id, await draft(user.id));
  const image = await ask(others[0]!.id);
  await until(others[0]!.id, image.id, 'succeeded');
  expect((await media.readJob(user.id, third.id)).state).toBe('queued');
  const waiting = (await media.listLoras(user.id)).loras.map((lora) => lora.waiting);
  expect(waiting).toEqual([true, false, false]);
  fake.release('now');
  await until(user.id, third.id, 'succeeded');
});

describe('a training job', () => {
  type Behavior = Parameters<typeof fake.behave>[0];

  test.each<[string, Behavior, RegExp, number]>([
    ['the service is down', { status: 500 }, /has a problem right now/, 0],
    ['the service refuses the key', { status: 401 }, /isn’t set up correctly/, 0],
    ['the service has no credit left', { status: 402 }, /out of credit/, 0],
    ['the service is busy for long', { status: 429, retryAfter: 600 }, /is busy/, 0],
    ['the connection breaks before it starts', { cut: 'before' }, /lost the connection/, 0],
    ['the answer is a web page', { answer: 'page' }, /lost the connection/, 0],
    ['the answer has no id', { answer: 'nothing' }, /couldn’t read/, 0],
    ['the answer never ends', { answer: 'flood' }, /lost the connection|too large/, 0],
    ['the training fails', { fails: 'CUDA out of memory' }, /couldn’t finish/, 1],
    ['the output is gone', { result: 'gone' }, /no longer available/, 1],
    ['there is no output', { result: 'nothing' }, /unusable result/, 1],
    ['the output is a web page', { result: 'page' }, /unusable result/, 1],
    ['the output has a path that leads out', { result: 'leads-out' }, /unusable result/, 1],
    ['the output has no weights', { result: 'no-weights' }, /unusable result/, 1],
    ['the weights are a program', { result: 'lies' }, /unusable result/, 1],
    ['the weights are cut short', { result: 'short' }, /unusable result/, 1],
  ])(
    'fails with a reason and without a charge, and can be repeated, when %s',
    async (_, how, reason, n) => {
      const id = await draft(user.id);
      fake.script(how);
      if (how.status === 500) fake.behave(how);
      const { id: jobId } = await train(user.id, id);
      const job = await until(user.id, jobId, 'failed');
      expect(job.reason).toMatch(reason);
      expect(job.reason).not.toContain('r8-');
      expect(await paid(user.id, jobId)).toBe(0);
      expect(fake.trainings).toHaveLength(n);
      expect(await media.readLora(user.id, id)).toMatchObject({
        state: 'failed',
        weightsBytes: null,
      });
      expect((await loraKeys(user.id)).filter((key) => key.includes('weights'))).toEqual([]);
      await vi.waitFor(() => expect(fake.files.size).toBe(how.result === undefined ? 0 : 1));
      fake.behave({});
      const again = await media.repeatJob(user.id, jobId, newId());
      await until(user.id, again.id, 'succeeded');
      expect(fake.trainings).toHaveLength(n + 1);
      expect(await paid(user.id, again.id)).toBe(PRICE);
    },
  );

  test.each<[string, Behavior]>([
    ['breaks off', { cut: 'after' }],
    ['is a web page', { answer: 'page-though-started' }],
    ['has no id', { answer: 'nothing-though-started' }],
  ])(
    'starts one training when a busy service refuses first, and then its answer %s',
    async (_, how) => {
      fake.script({ status: 429, retryAfter: 0 }, how);
      const { id: jobId } = await train(user.id, await draft(user.id));
      await until(user.id, jobId, 'succeeded');
      expect(fake.trainings).toHaveLength(1);
      expect(await paid(user.id, jobId)).toBe(PRICE);
    },
  );

  test('fetches interrupted weights again, and the next job fetches them without another training', async () => {
    const id = await draft(user.id);
    fake.script({ cutWeights: 4 });
    const { id: jobId } = await train(user.id, id);
    expect((await until(user.id, jobId, 'failed')).reason).toMatch(/won’t be trained twice/);
    expect(fake.fetched).toBe(3);
    expect(await paid(user.id, jobId)).toBe(0);
    const again = await media.repeatJob(user.id, jobId, newId());
    await until(user.id, again.id, 'succeeded');
    expect(fake.trainings).toHaveLength(1);
  });

  test('reads a compressed archive, and stores the time that is billed', async () => {
    fake.behave({ result: 'gzipped', seconds: 123 });
    const id = await draft(user.id);
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
    const [row] = await sql.query(`SELECT training_seconds AS s FROM loras WHERE id = $1::uuid`, [
      id,
    ]);
    expect(row).toEqual({ s: 123 });
  });

  test('fails when the object store is away, and the next job fetches the weights without another training', async () => {
    const id = await draft(user.id);
    fake.behave({ hold: 'now' });
    const { id: jobId } = await train(user.id, id);
    await started(1);
    const incoming = join(dataDir, 'objects', '.incoming');
    renameSync(incoming, `${incoming}.away`);
    writeFileSync(incoming, 'in the way');
    try {
      fake.release('now');
      const job = await until(user.id, jobId, 'failed');
      expect(job.reason).toMatch(/couldn’t be saved.*won’t be trained twice/);
      expect(await paid(user.id, jobId)).toBe(0);
    } finally {
      rmSync(incoming);
      renameSync(`${incoming}.away`, incoming);
    }
    const again = await train(user.id, id);
    await until(user.id, again.id, 'succeeded');
    expect(fake.trainings).toHaveLength(1);
    expect(await paid(user.id, again.id)).toBe(PRICE);
  });

  test('fails when the storage is full, and the next job fetches the weights once there is room', async () => {
    const id = await draft(user.id);
    fake.behave({ hold: 'now' });
    const { id: jobId } = await train(user.id, id);
    await started(1);
    const [image] = await sql.query<{ id: string }>(
      `UPDATE lora_images SET stored_bytes = 2000000 WHERE lora_id = $1::uuid AND name = '0.png' RETURNING id`,
      [id],
    );
    fake.release('now');
    expect((await until(user.id, jobId, 'failed')).reason).toMatch(/storage is full/);
    await expect(train(user.id, id)).rejects.toMatchObject({ code: 'conflict' });
    await sql.query(`UPDATE lora_images SET stored_bytes = 10 WHERE id = $1::uuid`, [image!.id]);
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
    expect(fake.trainings).toHaveLength(1);
  });

  test('uses an existing model only if it is private', async () => {
    const id = await draft(user.id);
    fake.models.set(`the-operator/brandwright-${id}`, { visibility: 'public', versions: [] });
    const refused = await train(user.id, id);
    expect((await until(user.id, refused.id, 'failed')).reason).toMatch(/rejected this request/);
    expect(fake.trainings).toHaveLength(0);
    fake.models.set(`the-operator/brandwright-${id}`, { visibility: 'private', versions: [] });
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
  });
});

describe('when its process dies', () => {
  test('a queued training is started by another', async () => {
    worker.works = false;
    const { id } = await train(user.id, await draft(user.id));
    expect((await media.readJob(user.id, id)).state).toBe('queued');
    worker.works = true;
    await media.mediaTurn.run({});
    await until(user.id, id, 'succeeded');
    expect(fake.trainings).toHaveLength(1);
  });

  test('a running training is continued by another', async () => {
    fake.behave({ hold: 'now' });
    const { id } = await train(user.id, await draft(user.id));
    await started(1);
    await heldJobs.cut(id, 'death');
    await until(user.id, id, 'running');
    fake.release('now');
    expect((await until(user.id, id, 'succeeded')).usedTokens).toBe(PRICE);
    expect(fake.trainings).toHaveLength(1);
    expect(await paid(user.id, id)).toBe(PRICE);
  });

  test('a training that its LoRA has not recorded is recorded by another', async () => {
    fake.behave({ hold: 'now' });
    const loraId = await draft(user.id);
    const { id } = await train(user.id, loraId);
    await started(1);
    await heldJobs.cut(id, 'death');
    await sql.query(`UPDATE loras SET provider_training = 'dataset:x' WHERE id = $1::uuid`, [
      loraId,
    ]);
    fake.release('now');
    await until(user.id, id, 'succeeded');
    const known = await sql.query(
      `SELECT provider_training AS ref FROM loras WHERE id = $1::uuid`,
      [loraId],
    );
    expect(known).toEqual([{ ref: fake.trainings[0]!.id }]);
  });

  test('weights that are being fetched are fetched by another, with one training and one charge', async () => {
    fake.behave({ holdWeights: 'now' });
    const { id } = await train(user.id, await draft(user.id));
    await vi.waitFor(() => expect(fake.fetched).toBe(1));
    await heldJobs.cut(id, 'death');
    fake.release('now');
    await until(user.id, id, 'succeeded');
    expect(fake.fetched).toBeGreaterThan(1);
    expect(fake.trainings).toHaveLength(1);
    expect(await listCalls(user.id, id)).toHaveLength(1);
    expect(await paid(user.id, id)).toBe(PRICE);
  });

  test('a job with stored weights ends without another request', async () => {
    const loraId = await draft(user.id);
    const { id } = await train(user.id, loraId);
    await until(user.id, id, 'succeeded');
    fake.behave({});
    await sql.query(
      `UPDATE media_jobs SET state = 'running', finished_at = NULL, used_tokens = NULL WHERE id = $1::uuid`,
      [id],
    );
    await orphan(id);
    await reapJobs(15);
    await media.mediaTurn.run({});
    await until(user.id, id, 'succeeded');
    expect(fake.fetched).toBe(1);
    expect(fake.trainings).toHaveLength(1);
    expect(await paid(user.id, id)).toBe(PRICE);
    expect(await media.readLora(user.id, loraId)).toMatchObject({ state: 'ready' });
  });

  test('a process that was only thought dead does not remove the weights that another has stored', async () => {
    fake.behave({ holdWeights: 'now' });
    const loraId = await draft(user.id);
    const { id } = await train(user.id, loraId);
    await vi.waitFor(() => expect(fake.fetched).toBe(1));
    const { ended } = heldJobs.held.get(id)!;
    await sql.query(
      `UPDATE media_jobs SET worker_id = $2::uuid, attempt = attempt + 1, heartbeat_at = now() WHERE id = $1::uuid`,
      [id, newId()],
    );
    const key = weightsKey(user.id, loraId);
    await (await objects()).put(key, smallWeights(), { type: 'application/octet-stream' });
    fake.release('now');
    await ended;
    expect(await loraKeys(user.id)).toContain(key);
    expect((await media.readJob(user.id, id)).state).toBe('running');
  });

  test.each([true, false])(
    'a training without an answer (it had arrived: %s) is started once',
    async (arrived) => {
      fake.behave({ hold: 'now' });
      const { id } = await train(user.id, await draft(user.id));
      await started(1);
      worker.works = false;
      // As before the answer arrived.
      const { input } = fake.trainings[0]!;
      if (!arrived) fake.trainings.length = 0;
      const [call] = await listCalls(user.id, id);
      const running = heldJobs.held.get(id)!;
      running.cutBy = 'lost';
      running.abort.abort('lost');
      await running.ended;
      await sql.query(`UPDATE media_calls SET provider_ref = $2 WHERE id = $1::uuid`, [
        call!.id,
        `dataset:${String(input.input_images)}`,
      ]);
      await orphan(id);
      expect(await reapJobs(15)).toBe(1);
      fake.release('now');
      worker.works = true;
      await media.mediaTurn.run({});
      await until(user.id, id, 'succeeded');
      expect(fake.trainings).toHaveLength(1);
      expect(await listCalls(user.id, id)).toHaveLength(1);
    },
  );

  test('a training without an answer for hours fails without another request', async () => {
    fake.behave({ hold: 'now' });
    const { id } = await train(user.id, await draft(user.id));
    await started(1);
    worker.works = false;
    const running = heldJobs.held.get(id)!;
    running.cutBy = 'lost';
    running.abort.abort('lost');
    await running.ended;
    fake.trainings.length = 0;
    await sql.query(
      `UPDATE media_calls SET provider_ref = 'dataset:gone', asked_at = now() - interval '2 hours' WHERE job_id = $1::uuid`,
      [id],
    );
    await orphan(id);
    await reapJobs(15);
    worker.works = true;
    await media.mediaTurn.run({});
    expect((await until(user.id, id, 'failed')).reason).toMatch(/restarted/);
    expect(fake.trainings).toHaveLength(0);
    expect(await paid(user.id, id)).toBe(0);
  });
});

describe('canceling a training', () => {
  test('keeps a queued one from starting, and costs nothing', async () => {
    worker.works = false;
    const id = await draft(user.id);
    const { id: jobId } = await train(user.id, id);
    expect(await media.cancelJob(user.id, jobId)).toMatchObject({
      state: 'cancelled',
      usedTokens: 0,
    });
    expect(await media.readLora(user.id, id)).toMatchObject({ state: 'cancelled' });
    expect(fake.trainings).toHaveLength(0);
  });

  test('cancels a running one at the provider, and charges its completed part', async () => {
    fake.behave({ hold: 'now' });
    const id = await draft(user.id);
    const { id: jobId } = await train(user.id, id);
    await vi.waitFor(async () => {
      expect((await media.readJob(user.id, jobId)).progress).toBe(38);
    });
    const job = await media.cancelJob(user.id, jobId);
    expect(job).toMatchObject({ state: 'cancelled', usedTokens: Math.round(PRICE * 0.38) });
    await vi.waitFor(() => expect(fake.trainings[0]!.cancelled).toBe(true));
    await vi.waitFor(() => expect(fake.files.size).toBe(0));
    // It can be trained again, from the start.
    fake.behave({});
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
    expect(fake.trainings).toHaveLength(2);
  });

  test('cancels the training of a requeued job too', async () => {
    fake.behave({ hold: 'now' });
    const { id } = await train(user.id, await draft(user.id));
    await started(1);
    worker.works = false;
    await heldJobs.cut(id, 'death');
    await until(user.id, id, 'queued');
    await media.cancelJob(user.id, id);
    await vi.waitFor(() => expect(fake.trainings[0]!.cancelled).toBe(true));
  });
});

describe('deleting a LoRA', () => {
  const left = () => sql.query(`SELECT id FROM lora_leftovers WHERE user_id = $1::uuid`, [user.id]);

  test('removes its images, its weights, and the provider’s model, and repeats what fails', async () => {
    const id = await draft(user.id);
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
    expect(await loraKeys(user.id)).toHaveLength(5);
    fake.refuseDeletions(1);
    await media.deleteLora(user.id, id);
    await expect(media.readLora(user.id, id)).rejects.toMatchObject({ code: 'not-found' });
    await vi.waitFor(() =>
      expect([...fake.models.values()]).toEqual([{ visibility: 'private', versions: [] }]),
    );
    expect(await loraKeys(user.id)).toEqual([]);
    expect(await left()).toHaveLength(1);
    await vi.waitFor(async () => {
      // The first try may still be noting when the next one is.
      await sql.query(`UPDATE lora_leftovers SET next_try_at = now()`);
      await media.purgeLoras(new Date());
      expect(fake.models.size).toBe(0);
      expect(await left()).toEqual([]);
    });
  });

  test('cancels its training first', async () => {
    fake.behave({ hold: 'now' });
    const id = await draft(user.id);
    const { id: jobId } = await train(user.id, id);
    await started(1);
    await media.deleteLora(user.id, id);
    expect(await media.readJob(user.id, jobId)).toMatchObject({ state: 'cancelled' });
    await vi.waitFor(async () => {
      expect(fake.trainings[0]!.cancelled).toBe(true);
      expect(fake.models.size).toBe(0);
      expect(await left()).toEqual([]);
    });
  });

  test('happens with its account too, even during its training', async () => {
    const id = await draft(user.id);
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
    fake.behave({ hold: 'now' });
    await train(user.id, await draft(user.id));
    await started(2);
    await removeUser(user);
    await media.purgeLoras(new Date());
    expect(await loraKeys(user.id)).toEqual([]);
    expect(fake.models.size).toBe(0);
    expect(fake.trainings[1]!.cancelled).toBe(true);
  });

  test('leaves no objects: those without a LoRA are purged after a day', async () => {
    const id = await draft(user.id);
    await until(user.id, (await train(user.id, id)).id, 'succeeded');
    const kept = await loraKeys(user.id);
    const unknown = newId();
    mkdirSync(join(dataDir, 'objects/loras', user.id, unknown, 'weights'), { recursive: true });
    const key = `loras/${user.id}/${unknown}/weights/file`;
    await (await objects()).put(key, Buffer.from('x'), { type: 'application/octet-stream' });
    await media.purgeLoras(new Date());
    expect(await loraKeys(user.id)).toHaveLength(kept.length + 1);
    await media.purgeLoras(new Date(Date.now() + 2 * 86_400_000));
    expect((await loraKeys(user.id)).sort()).toEqual(kept.sort());
  });
});

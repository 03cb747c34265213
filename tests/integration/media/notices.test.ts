import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { readOutbox } from '../../harness/outbox.ts';
import { dataDir } from '../setup/outbox.ts';
import { fakeImages } from '../setup/fake-images.ts';

/** Emails are in the outbox, where the tests read them, but count as sent by a service. */
const service = vi.hoisted(() => ({ isSet: true }));
vi.mock('~/gateways/email/index.server', async (original) => ({
  ...(await original<object>()),
  isOutboxUsed: () => !service.isSet,
}));

const { createUser } = await import('../../factories/users.ts');
const { ask, orphan, until } = await import('./world.ts');
const media = await import('./media');
const { insertJob } = await import('~/features/media/jobs/job-data.server');
const { hasEndedSince } = await import('~/features/media/notices/job-end');
const { reapJobs } = await import('~/features/media/jobs/liveness.server');
const { heldJobs, worker } = await import('~/features/media/jobs/worker.server');
const { newId } = await import('~/lib/ids.server');
const { prisma, sql } = await import('~/lib/db/index.server');

let user: { id: UserScope; email: string };
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
beforeEach(async () => {
  service.isSet = true;
  fakeImages.reset();
  user = await createUser({ emailVerified: true });
});
afterAll(() => media.drainMedia(0));

const run = (jobId: string) => media.mediaJobMail.run({ userId: user.id, jobId });

async function emails() {
  return (await readOutbox(dataDir)).filter(({ to }) => to === user.email);
}

/** The queued emails about a job's end. */
function queued(jobId: string) {
  return sql.query<{ seconds: number }>(
    `SELECT round(extract(epoch FROM start_after - created_on))::int AS seconds FROM pgboss.job
      WHERE name = 'media-job-mail' AND data->>'jobId' = $1`,
    [jobId],
  );
}

/** A job that runs until `now` is released, with an email wanted about its end. */
async function askWithEmail(wish: Parameters<typeof ask>[1] = {}, more: object = {}) {
  fakeImages.behave({ hold: 'now', ...more });
  const before = fakeImages.requests.length;
  const job = await ask(user.id, wish);
  await until(user.id, job.id, 'running');
  // Before that, the job may run again, and the provider's behavior may change.
  await vi.waitFor(() => expect(fakeImages.requests.length).toBeGreaterThan(before));
  expect(job.mail).toBe(false);
  expect(await media.markJob(user.id, job.id, { mail: true })).toMatchObject({ mail: true });
  return job;
}

describe('the email about the end of a job', () => {
  test('is sent once, however often its job runs, and links to the images', async () => {
    const job = await askWithEmail({ count: 2 });
    fakeImages.release('now');
    await until(user.id, job.id, 'succeeded');
    expect(await queued(job.id)).toEqual([{ seconds: 15 }]);

    await Promise.all([run(job.id), run(job.id)]);
    await run(job.id);
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ subject: 'Your images are ready', kind: 'notice' });
    expect(email!.text).toContain('“A loaf of rye on a wooden board”');
    expect(email!.text).toContain('/media-creator?mode=generate');
  });

  test('is not sent when a tab has announced the end', async () => {
    const job = await askWithEmail();
    await expect(media.markJob(user.id, job.id, { seen: true })).rejects.toMatchObject({
      code: 'conflict',
    });
    fakeImages.release('now');
    await until(user.id, job.id, 'succeeded');
    await media.markJob(user.id, job.id, { seen: true });
    await run(job.id);
    expect(await emails()).toEqual([]);
  });

  test('is not wanted by default for images, but for anything slower', async () => {
    const job = await ask(user.id);
    await until(user.id, job.id, 'succeeded');
    expect(await queued(job.id)).toEqual([]);
    await run(job.id);
    expect(await emails()).toEqual([]);
    for (const kind of ['video', 'lora'] as const) {
      const row = await insertJob(prisma, {
        id: newId(),
        userId: user.id,
        kind,
        clientKey: newId(),
        request: {},
        referenceId: null,
        tokens: 1,
      });
      expect(row).toMatchObject({ mailWanted: true });
      await sql.query(`DELETE FROM media_jobs WHERE id = $1::uuid`, [row!.id]);
    }
  });

  test('is neither offered nor written without an email service', async () => {
    const job = await askWithEmail();
    service.isSet = false;
    const [shown] = await media.readOpenJobs(user.id);
    expect(shown).not.toHaveProperty('mail');
    await expect(media.markJob(user.id, job.id, { mail: true })).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('Email isn’t set up'),
    });
    fakeImages.release('now');
    await until(user.id, job.id, 'succeeded');
    expect(await queued(job.id)).toEqual([]);
  });

  test('gives the reason of a failure, and is not sent about a canceled job', async () => {
    const failed = await askWithEmail({ model: 'drawn/on-replicate' }, { fails: 'NSFW' });
    const canceled = await askWithEmail();
    await media.cancelJob(user.id, canceled.id);
    expect(await queued(canceled.id)).toEqual([]);
    fakeImages.release('now');
    await until(user.id, failed.id, 'failed');
    await run(failed.id);
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email!.subject).toBe('Your image couldn’t be created');
    expect(email!.text).toMatch(/content rules/);
  });

  test('is queued once when the job’s process died and another one ended the job', async () => {
    const job = await askWithEmail();
    worker.works = false;
    try {
      await orphan(job.id);
      await heldJobs.cut(job.id, 'lost');
      await Promise.all([reapJobs(15), reapJobs(15)]);
      await reapJobs(15);
    } finally {
      worker.works = true;
    }
    await until(user.id, job.id, 'failed');
    expect(await queued(job.id)).toHaveLength(1);
  });

  test('is sent by the next attempt when the first one failed', async () => {
    const job = await askWithEmail();
    fakeImages.release('now');
    await until(user.id, job.id, 'succeeded');
    const outbox = join(dataDir, 'outbox');
    const away = existsSync(outbox);
    if (away) renameSync(outbox, `${outbox}-away`);
    writeFileSync(outbox, 'a file where the directory was');
    try {
      await expect(run(job.id)).rejects.toThrow();
    } finally {
      rmSync(outbox);
      if (away) renameSync(`${outbox}-away`, outbox);
    }
    await run(job.id);
    expect(await emails()).toHaveLength(1);
  });

  test('is sent only to confirmed addresses of people who may sign in', async () => {
    const job = await askWithEmail();
    fakeImages.release('now');
    await until(user.id, job.id, 'succeeded');
    await sql.query(`UPDATE users SET email_verified = false WHERE id = $1::uuid`, [user.id]);
    await run(job.id);
    await sql.query(
      `UPDATE users SET email_verified = true, disabled_at = now() WHERE id = $1::uuid`,
      [user.id],
    );
    await run(job.id);
    expect(await emails()).toEqual([]);
  });

  test('can be requested only for the user’s own jobs, until they end', async () => {
    const job = await askWithEmail();
    expect(await media.markJob(user.id, job.id, { mail: false })).toMatchObject({ mail: false });
    const stranger = await createUser({ emailVerified: true });
    for (const mark of [{ mail: true }, { seen: true }] as const) {
      const gone = { code: 'not-found' };
      await expect(media.markJob(stranger.id, job.id, mark)).rejects.toMatchObject(gone);
      await expect(media.markJob(user.id, newId(), mark)).rejects.toMatchObject(gone);
      await expect(media.markJob(user.id, '\0', mark)).rejects.toMatchObject(gone);
    }
    fakeImages.release('now');
    await until(user.id, job.id, 'succeeded');
    await expect(media.markJob(user.id, job.id, { mail: true })).rejects.toMatchObject({
      code: 'conflict',
    });
    const unverified = await createUser();
    fakeImages.behave({ hold: 'later' });
    const theirs = await ask(unverified.id);
    await expect(media.markJob(unverified.id, theirs.id, { mail: true })).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('Confirm your email'),
    });
    await media.cancelJob(unverified.id, theirs.id);
  });
});

test('the start of a page tells jobs that ended since from those that had ended before', async () => {
  const endedSince = async (start: Awaited<ReturnType<typeof media.readJobsStart>>) => {
    const jobs = await media.readOpenJobs(user.id);
    return jobs.filter((job) => hasEndedSince(job, start)).map(({ id }) => id);
  };
  const before = await ask(user.id);
  await until(user.id, before.id, 'succeeded');
  // Two of the user's jobs run, and the third waits.
  const jobs = [await askWithEmail(), await ask(user.id), await ask(user.id)];
  const ids = jobs.map(({ id }) => id).sort();
  const start = await media.readJobsStart(user.id);
  expect(start.goingOn.sort()).toEqual(ids);
  expect(await endedSince(start)).toEqual([]);

  fakeImages.release('now');
  for (const id of ids) await until(user.id, id, 'succeeded');
  expect(await endedSince(start)).toEqual(ids);
  const later = await media.readJobsStart(user.id);
  expect(later.seq).toBeGreaterThan(start.seq);
  expect(await endedSince(later)).toEqual([]);
});

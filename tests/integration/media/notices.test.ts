import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { readOutbox } from '../../harness/outbox.ts';
import { dataDir } from '../setup/outbox.ts';
import { fakeImages } from '../setup/fake-images.ts';

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
  fakeImages.reset();
  user = await createUser({ emailVerified: true });
});
afterAll(() => media.drainMedia(0));

const run = (jobId: string) => media.mediaJobMail.run({ userId: user.id, jobId });

async function emails() {
  return (await readOutbox(dataDir)).filter(({ to }) => to === user.email);
}

/** The emails that wait in the queue for a job's end. */
function queued(jobId: string) {
  return sql.query<{ seconds: number }>(
    `SELECT round(extract(epoch FROM start_after - created_on))::int AS seconds FROM pgboss.job
      WHERE name = 'media-job-mail' AND data->>'jobId' = $1`,
    [jobId],
  );
}

/** A job that goes on until `now` is released, with an email wished for. */
async function askForEmail(wish: Parameters<typeof ask>[1] = {}, more: object = {}) {
  fakeImages.behave({ hold: 'now', ...more });
  const before = fakeImages.requests.length;
  const job = await ask(user.id, wish);
  await until(user.id, job.id, 'running');
  // Until then it may be begun anew, and the provider may be told to behave in another way.
  await vi.waitFor(() => expect(fakeImages.requests.length).toBeGreaterThan(before));
  expect(job.mail).toBe(false);
  expect(await media.markJob(user.id, job.id, { mail: true })).toMatchObject({ mail: true });
  return job;
}

describe('the mail about a job that ended', () => {
  test('is sent once, however often it is tried, and says where the images are', async () => {
    const job = await askForEmail({ count: 2 });
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

  test('is not sent where a tab told of it', async () => {
    const job = await askForEmail();
    await expect(media.markJob(user.id, job.id, { seen: true })).rejects.toMatchObject({
      code: 'conflict',
    });
    fakeImages.release('now');
    await until(user.id, job.id, 'succeeded');
    await media.markJob(user.id, job.id, { seen: true });
    await run(job.id);
    expect(await emails()).toEqual([]);
  });

  test('is nobody’s wish for pictures, and everybody’s for what takes longer', async () => {
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

  test('says why it could not be made, and nothing of what the person cancelled', async () => {
    const failed = await askForEmail({ model: 'drawn/on-replicate' }, { fails: 'NSFW' });
    const canceled = await askForEmail();
    await media.cancelJob(user.id, canceled.id);
    expect(await queued(canceled.id)).toEqual([]);
    fakeImages.release('now');
    await until(user.id, failed.id, 'failed');
    await run(failed.id);
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email!.subject).toBe('Your image could not be made');
    expect(email!.text).toMatch(/content rules/);
  });

  test('waits once when the process that made it died, and its end was found by another', async () => {
    const job = await askForEmail();
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

  test('that cannot be sent is sent by another try', async () => {
    const job = await askForEmail();
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

  test('goes to confirmed addresses only, of people who may sign in', async () => {
    const job = await askForEmail();
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

  test('can be wished for of one’s own jobs, while they go on', async () => {
    const job = await askForEmail();
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
      userMessage: expect.stringContaining('confirm your email'),
    });
    await media.cancelJob(unverified.id, theirs.id);
  });
});

test('what a page begins with tells what ended since from what had ended before', async () => {
  const endedSince = async (start: Awaited<ReturnType<typeof media.readJobsStart>>) => {
    const jobs = await media.readOpenJobs(user.id);
    return jobs.filter((job) => hasEndedSince(job, start)).map(({ id }) => id);
  };
  const before = await ask(user.id);
  await until(user.id, before.id, 'succeeded');
  // Two of one person run, and the third waits.
  const jobs = [await askForEmail(), await ask(user.id), await ask(user.id)];
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

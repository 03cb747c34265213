import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { readJobs, retryJob } from '~/features/admin/jobs/job-actions.server';
import { readLog } from '~/features/admin/audit/read-log.server';
import { enqueue, purgeFailedJobs, startJobs, type QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { createUser, type TestUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const read = (search = '') => readJobs(new URLSearchParams(search));

let broken = true;
const ran: number[] = [];
const shaky: QueuedJob<{ number: number }> = {
  name: 'shaky-work',
  retries: 0,
  parse: (data) => z.object({ number: z.number() }).parse(data),
  run({ number }) {
    if (broken) {
      const error = new Error('the mailbox of ada@example.com is full');
      return Promise.reject(Object.assign(error, { code: 'mailbox-full' }));
    }
    ran.push(number);
    return Promise.resolve();
  },
};
/** Fails with an error that says not to retry. */
const final: QueuedJob<object> = {
  name: 'final-work',
  retries: 5,
  parse: () => ({}),
  run: () => Promise.reject(Object.assign(new Error('no'), { retryable: false })),
};

let running: { stop(): Promise<void> } | undefined;
let user: TestUser;
let admin: { id: UserScope; address: string };
beforeEach(async () => {
  await emptyTables('users', 'audit_entries', 'failed_jobs');
  user = await createUser({ email: 'ada@example.com' });
  const { id } = await createUser({ email: 'admin@example.com', isAdmin: true });
  admin = { id, address: '192.0.2.1' };
  broken = true;
  ran.length = 0;
  running = await startJobs({ scheduled: [], queued: [shaky, final], work: true });
});
afterEach(() => running?.stop());

const untilFailed = (count: number) =>
  vi.waitFor(async () => {
    const { work } = await read();
    expect(work).toHaveLength(count);
    return work;
  });

describe('a job that was given up', () => {
  test('is listed with names and codes only, and two retries at once run it once', async () => {
    await enqueue(shaky, { number: 7 });
    const [failed] = await untilFailed(1);
    expect(failed).toMatchObject({ name: 'shaky-work', cause: 'Error mailbox-full' });
    expect(JSON.stringify(await read())).not.toContain('ada@');
    broken = false;
    const tries = await Promise.allSettled([
      retryJob(admin, failed!.id),
      retryJob(admin, failed!.id),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await vi.waitFor(() => expect(ran).toEqual([7]));
    expect((await read()).work).toEqual([]);
    const { acts } = await readLog(new URLSearchParams());
    expect(acts).toEqual([
      expect.objectContaining({
        action: 'retry-job',
        actor: 'admin@example.com',
        after: { job: 'shaky-work' },
        address: '192.0.2.1',
      }),
    ]);
  });

  test('is listed again when its retry fails', async () => {
    await enqueue(final, {});
    const [failed] = await untilFailed(1);
    await retryJob(admin, failed!.id);
    await vi.waitFor(async () => {
      const { work } = await read();
      expect(work).toHaveLength(1);
      expect(work[0]!.id).not.toBe(failed!.id);
    });
  });

  test('is not retried if it is unknown, or of a kind that this version does not know', async () => {
    const id = newId();
    await sql.query(
      `INSERT INTO failed_jobs (id, queue_id, name, data, cause, failed_at)
       VALUES ($1::uuid, $1::uuid, 'of-an-older-version', '{}', 'Error', now() - interval '15 days')`,
      [id],
    );
    for (const one of [undefined, 'x', newId(), id]) {
      await expect(retryJob(admin, one)).rejects.toMatchObject({ code: 'not-found' });
    }
    expect((await read()).work).toHaveLength(1);
    await purgeFailedJobs(new Date());
    expect((await read()).work).toEqual([]);
  });
});

test('failed media jobs are listed with their user and reason, but not the request', async () => {
  await sql.query(
    `INSERT INTO media_jobs (id, user_id, kind, state, client_key, request, tokens, reason, finished_at)
     SELECT gen_random_uuid(), $1::uuid, 'image', CASE WHEN n <= 60 THEN 'failed' ELSE 'succeeded' END::media_job_state,
            gen_random_uuid(), '{"prompt":"a secret wish"}', 1, 'The provider is busy.', now()
       FROM generate_series(1, 20000) n`,
    [user.id],
  );
  await sql.query('ANALYZE media_jobs');
  const first = await read();
  expect(first.media).toHaveLength(25);
  expect(first.media[0]).toMatchObject({
    kind: 'image',
    email: 'ada@example.com',
    userId: user.id,
    reason: 'The provider is busy.',
  });
  expect(JSON.stringify(first)).not.toContain('secret');
  const second = await read(`media=${first.mediaCursor}`);
  const third = await read(`media=${second.mediaCursor}`);
  expect([second.media.length, third.media.length, third.mediaCursor]).toEqual([25, 10, null]);
  const plan = JSON.stringify(
    await sql.query(
      `EXPLAIN (FORMAT JSON) SELECT id FROM media_jobs j WHERE j.state = 'failed' ORDER BY j.id DESC LIMIT 26`,
    ),
  );
  expect(plan).toContain('media_jobs_failed_idx');
});

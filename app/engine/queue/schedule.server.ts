import type { PgBoss } from 'pg-boss';

import { sql } from '~/lib/db/index.server';
import { withLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { countJob } from '~/lib/metrics.server';

import { causeOf } from './cause-of';
import { removeFailedJobsOf, recordFailedJob } from './failed-job-data.server';

/** Work that comes round by the clock; once for all processes, whichever takes it. */
export interface ScheduledJob {
  name: string;
  /** Five fields, UTC. */
  cron: string;
  run(now: Date): Promise<void>;
}

/** What is due is looked for this often; no one waits for these jobs. */
const POLL_SECONDS = 30;

/** How long after its process died a job is taken for abandoned: until then no other one of the kind runs. */
const HEARTBEAT_SECONDS = 30;

async function prepareQueue(boss: PgBoss, name: string): Promise<void> {
  const options = { retryLimit: 2, retryBackoff: true, heartbeatSeconds: HEARTBEAT_SECONDS };
  const queue = await boss.getQueue(name);
  // A second one of the kind would only find the work done.
  if (!queue) await boss.createQueue(name, { policy: 'singleton', ...options });
  else if (queue.heartbeatSeconds !== HEARTBEAT_SECONDS) await boss.updateQueue(name, options);
}

/** Runs the job in this process whenever it is due, until the boss stops. */
export async function workOnSchedule(boss: PgBoss, job: ScheduledJob): Promise<void> {
  await prepareQueue(boss, job.name);
  await boss.schedule(job.name, job.cron);
  await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, async ([entry]) => {
    try {
      await withLogContext({ job: job.name, run: entry?.id }, () => job.run(new Date()));
      countJob(job.name, 'done');
      await removeFailedJobsOf(sql, job.name);
    } catch (err) {
      countJob(job.name, 'failed');
      log.error({ err, job: job.name }, 'job failed');
      if (entry) {
        const failed = { queueId: entry.id, name: job.name, data: null, cause: causeOf(err) };
        await recordFailedJob(sql, failed, new Date());
      }
      throw err;
    }
  });
}

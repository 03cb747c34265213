import type { PgBoss } from 'pg-boss';

import { withLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { countJob } from '~/lib/metrics.server';

import { causeOf } from './cause-of';
import { recordFailedJob, removeFailedJobsOf } from './job-data.server';

/** Work that runs by the clock, each time in one of all processes. */
export interface ScheduledJob {
  name: string;
  /** Five fields, UTC. */
  cron: string;
  run(now: Date): Promise<void>;
}

/** How often due jobs are looked for; no one waits for them. */
const POLL_SECONDS = 30;

/** How long after its process died a job counts as abandoned. Until then, it doesn't run again. */
const HEARTBEAT_SECONDS = 30;

async function prepareQueue(boss: PgBoss, name: string): Promise<void> {
  const options = { retryLimit: 2, retryBackoff: true, heartbeatSeconds: HEARTBEAT_SECONDS };
  const queue = await boss.getQueue(name);
  // A second run would only find the work done.
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
      await removeFailedJobsOf(job.name);
    } catch (err) {
      countJob(job.name, 'failed');
      log.error({ err, job: job.name }, 'job failed');
      if (entry) {
        const failed = { queueId: entry.id, name: job.name, data: null, cause: causeOf(err) };
        await recordFailedJob(failed, new Date());
      }
      throw err;
    }
  });
}

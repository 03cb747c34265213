import type { PgBoss } from 'pg-boss';

import { sql } from '~/lib/db/index.server';
import { withLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { countJob } from '~/lib/metrics.server';

import { causeOf } from './cause-of';
import { forgetFailuresOf, keepFailure } from './failed-job-table.server';

/** Work that comes round by the clock; once for all processes, whichever takes it. */
export interface ScheduledJob {
  name: string;
  /** Five fields, UTC. */
  cron: string;
  run(now: Date): Promise<void>;
}

/** What is due is looked for this often; nobody waits for these jobs. */
const POLL_SECONDS = 30;

/** Runs the job in this process whenever it is due, until the boss stops. */
export async function workOnSchedule(boss: PgBoss, job: ScheduledJob): Promise<void> {
  // A second one of the kind would only find the work done.
  await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 2, retryBackoff: true });
  await boss.schedule(job.name, job.cron);
  await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, async ([entry]) => {
    try {
      await withLogContext({ job: job.name, run: entry?.id }, () => job.run(new Date()));
      countJob(job.name, 'done');
      await forgetFailuresOf(sql, job.name);
    } catch (err) {
      countJob(job.name, 'failed');
      log.error({ err, job: job.name }, 'job failed');
      if (entry) {
        const failed = { queueId: entry.id, name: job.name, data: null, cause: causeOf(err) };
        await keepFailure(sql, failed, new Date());
      }
      throw err;
    }
  });
}

import { PgBoss } from 'pg-boss';

import { pool } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

/** Work that comes round by the clock; once for all processes, whichever takes it. */
export interface ScheduledJob {
  name: string;
  /** Five fields, UTC. */
  cron: string;
  run(now: Date): Promise<void>;
}

/** What is due is looked for this often; nobody waits for these jobs. */
const POLL_SECONDS = 30;

/** Runs the jobs in this process, from the queue in the database. */
export async function startSchedule(
  jobs: readonly ScheduledJob[],
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
  });
  boss.on('error', (err) => log.warn({ err }, 'job queue failed, it goes on by itself'));
  await boss.start();
  for (const job of jobs) {
    // A second one of the kind would only find the work done.
    await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 2, retryBackoff: true });
    await boss.schedule(job.name, job.cron);
    await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
      try {
        await job.run(new Date());
      } catch (err) {
        log.error({ err, job: job.name }, 'job failed');
        throw err;
      }
    });
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 3_000, close: false }) };
}

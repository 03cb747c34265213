import { sql } from '~/lib/db/index.server';

import {
  deleteFailuresBefore,
  selectFailedJobs,
  type FailedJobRow,
} from './failed-job-data.server';

export { enqueue, refillQueue, retryFailed, startJobs } from './boss.server';
export { readWaiting, type WaitingWork } from './carried-queue.server';
export { removeAddressFromJobs } from './forget-in-jobs.server';
export { listen } from './listen.server';
export type { QueuedJob } from './queued-job.server';
export type { ScheduledJob } from './schedule.server';

/** What is kept of a job that was given up may hold an address: not for long. */
const KEEP_MS = 14 * 24 * 60 * 60 * 1_000;

/** Work that was given up, the newest first. */
export function listFailedJobs(page: {
  before: string | null;
  limit: number;
}): Promise<FailedJobRow[]> {
  return selectFailedJobs(sql, page);
}

/** Forgets what was given up two weeks ago. */
export async function purgeFailedJobs(now: Date): Promise<void> {
  await deleteFailuresBefore(sql, new Date(now.getTime() - KEEP_MS));
}

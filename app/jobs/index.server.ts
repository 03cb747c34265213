export { enqueue, startJobs, type JobsOptions } from './boss.server';
export type { QueuedJob } from './queued-job.server';
export type { ScheduledJob } from './schedule.server';

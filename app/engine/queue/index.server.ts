export { enqueue, refillQueue, retryFailed, startJobs } from './boss.server';
export {
  listFailedJobs,
  purgeFailedJobs,
  readBacklog,
  readWaiting,
  removeAddressFromJobs,
  type WaitingWork,
} from './job-data.server';
export { listen } from './listen.server';
export type { QueuedJob } from './queued-job.server';
export type { ScheduledJob } from './schedule.server';
export type { BackgroundWork } from './background-work';

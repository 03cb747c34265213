import type { QueuedJob } from './queued-job.server';
import type { ScheduledJob } from './schedule.server';

/** What a feature does apart from requests. */
export interface BackgroundWork {
  scheduled: readonly ScheduledJob[];
  queued: readonly QueuedJob<object>[];
  /**
   * Continues what other processes left, where jobs run. `soleProcess`: no other process can exist, so nothing is waited
   * for.
   */
  start?(options: { soleProcess: boolean }): Promise<void>;
  /** Ends the work of this process within that time, or leaves it to another process. */
  stop?(graceMs: number): Promise<void>;
}

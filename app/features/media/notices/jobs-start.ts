import { isOver, type JobView } from '../media';

/** How things stood when the page was rendered. */
export interface JobsStart {
  /** The newest change there was. */
  seq: number;
  /** By the database's clock, ISO 8601. */
  at: string;
  /** The jobs that went on. */
  goingOn: string[];
}

/**
 * Whether the job has ended since. One whose end was being stored right then carries an earlier time, but is among those
 * that went on.
 */
export function hasEndedSince(job: JobView, { at, goingOn }: JobsStart): boolean {
  if (!isOver(job.state)) return false;
  return goingOn.includes(job.id) || (job.finishedAt !== null && job.finishedAt >= at);
}

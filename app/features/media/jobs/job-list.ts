import { isOver, type JobView } from '../media';

/** The list with a changed or new job, newest first. */
export function mergeJob(jobs: readonly JobView[], job: JobView): JobView[] {
  const known = jobs.find(({ id }) => id === job.id);
  // Events may arrive out of order: an ended job stays ended.
  if (known && isOver(known.state) && !isOver(job.state)) return [...jobs];
  const progress = known?.state === job.state ? larger(known.progress, job.progress) : job.progress;
  const others = jobs.filter(({ id }) => id !== job.id);
  return [...others, { ...job, progress }].sort(newestFirst);
}

/**
 * The list with a job that was just created. Its live events may have arrived first: they are newer, but have only the
 * beginnings of its texts.
 */
export function addJob(jobs: readonly JobView[], job: JobView): JobView[] {
  const isKnown = jobs.some(({ id }) => id === job.id);
  if (!isKnown) return mergeJob(jobs, job);
  return jobs.map((known) =>
    known.id === job.id ? ({ ...known, request: job.request } as JobView) : known,
  );
}

function larger(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (b ?? a) : Math.max(a, b);
}

function newestFirst(a: JobView, b: JobView): number {
  const byTime = Date.parse(b.createdAt) - Date.parse(a.createdAt);
  return byTime === 0 ? (a.id < b.id ? 1 : -1) : byTime;
}

/**
 * The jobs that have a card: those that wait or run, and those that failed, in whole or in part. Results are in the
 * gallery, and a person who cancels a job knows it.
 */
export function jobsWithCard(jobs: readonly JobView[], dismissed: ReadonlySet<string>): JobView[] {
  return jobs.filter(
    ({ id, state, reason }) =>
      !isOver(state) ||
      (!dismissed.has(id) && (state === 'failed' || (state === 'succeeded' && reason !== null))),
  );
}

export function countRunning(jobs: readonly JobView[]): number {
  return jobs.filter(({ state }) => !isOver(state)).length;
}

/** A job's state for people. */
export function stateText({ state, progress }: JobView): string {
  if (state === 'queued') return 'Waiting…';
  if (state === 'running') return progress === null ? 'Creating…' : `Creating… ${progress}%`;
  if (state === 'succeeded') return 'Done';
  return state === 'failed' ? 'Failed' : 'Canceled';
}

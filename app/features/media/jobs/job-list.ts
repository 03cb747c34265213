import { isOver, type JobView } from '../media';

/** The list after news of one of them, or of a new one; the newest first. */
export function mergeJob(jobs: readonly JobView[], job: JobView): JobView[] {
  const known = jobs.find(({ id }) => id === job.id);
  // News may overtake each other: what has ended stays ended.
  if (known && isOver(known.state) && !isOver(job.state)) return [...jobs];
  const progress = known?.state === job.state ? larger(known.progress, job.progress) : job.progress;
  const others = jobs.filter(({ id }) => id !== job.id);
  return [...others, { ...job, progress }].sort(newestFirst);
}

/**
 * The list after the answer to a request for a job. News of it may be here before: they are newer, but have only the
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
 * Those that have a card: what goes on, and what ended otherwise than it should have. Images that came are in the gallery,
 * and who cancelled a job knows it.
 */
export function jobsWithCard(jobs: readonly JobView[], dismissed: ReadonlySet<string>): JobView[] {
  return jobs.filter(
    ({ id, state, reason }) =>
      !isOver(state) ||
      (!dismissed.has(id) && (state === 'failed' || (state === 'succeeded' && reason !== null))),
  );
}

export function goingOn(jobs: readonly JobView[]): number {
  return jobs.filter(({ state }) => !isOver(state)).length;
}

/** How a job stands, in words. */
export function stateText({ state, progress }: JobView): string {
  if (state === 'queued') return 'Waiting for its turn';
  if (state === 'running') return progress === null ? 'Being made' : `Being made, ${progress} %`;
  if (state === 'succeeded') return 'Done';
  return state === 'failed' ? 'Failed' : 'Cancelled';
}

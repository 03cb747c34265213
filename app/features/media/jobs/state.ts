import type { JobState } from '../media';

export type JobEvent =
  /** A worker takes it up. */
  | 'start'
  /** A part of it is done. */
  | 'progress'
  | 'succeed'
  | 'fail'
  /** A person cancels it. */
  | 'cancel'
  /** Its process ended before any provider was asked. */
  | 'death-unasked'
  /** Its process ended while a provider worked that can be asked how far it is. */
  | 'death-resumable'
  /** Its process ended while a provider worked that knows nothing of it afterwards. */
  | 'death-asked';

/** `ignored`: a late or repeated event that changes nothing. `refused`: the caller made a mistake. */
export type Transition = { to: JobState } | 'ignored' | 'refused';

const OVER: Record<JobEvent, Transition> = {
  start: 'refused',
  progress: 'ignored',
  succeed: 'ignored',
  fail: 'ignored',
  cancel: 'ignored',
  'death-unasked': 'ignored',
  'death-resumable': 'ignored',
  'death-asked': 'ignored',
};

const TABLE: Record<JobState, Record<JobEvent, Transition>> = {
  queued: {
    start: { to: 'running' },
    progress: 'refused',
    succeed: 'refused',
    fail: { to: 'failed' },
    cancel: { to: 'cancelled' },
    // It was no one's, so no one's death touches it.
    'death-unasked': 'ignored',
    'death-resumable': 'ignored',
    'death-asked': 'ignored',
  },
  running: {
    start: 'refused',
    progress: { to: 'running' },
    succeed: { to: 'succeeded' },
    fail: { to: 'failed' },
    cancel: { to: 'cancelled' },
    'death-unasked': { to: 'queued' },
    'death-resumable': { to: 'queued' },
    // What was asked for may have been made and billed: it is never asked for again by itself.
    'death-asked': { to: 'failed' },
  },
  succeeded: OVER,
  failed: OVER,
  cancelled: OVER,
};

/** What `event` does to a job in `state`. */
export function transition(state: JobState, event: JobEvent): Transition {
  return TABLE[state][event];
}

/** How a call to a provider stands whose process is gone. */
export interface OpenCall {
  providerRef: string | null;
}

/** What the end of its process means for a job with these unanswered calls. */
export function deathOf(open: readonly OpenCall[]): JobEvent {
  if (open.length === 0) return 'death-unasked';
  return open.every(({ providerRef }) => providerRef !== null) ? 'death-resumable' : 'death-asked';
}

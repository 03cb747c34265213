import type { JobState } from '../media';

export type JobEvent =
  /** A worker claims it. */
  | 'start'
  /** Part of it is done. */
  | 'progress'
  | 'succeed'
  | 'fail'
  /** A person cancels it. */
  | 'cancel'
  /** Its process died before any provider was called. */
  | 'death-without-calls'
  /** Its process died during calls that can be found again at the provider. */
  | 'death-resumable'
  /** Its process died during a call that can't be found again. */
  | 'death-unresumable';

/** `ignored`: a late or repeated event, which changes nothing. `refused`: a mistake of the caller. */
export type Transition = { to: JobState } | 'ignored' | 'refused';

const OVER: Record<JobEvent, Transition> = {
  start: 'refused',
  progress: 'ignored',
  succeed: 'ignored',
  fail: 'ignored',
  cancel: 'ignored',
  'death-without-calls': 'ignored',
  'death-resumable': 'ignored',
  'death-unresumable': 'ignored',
};

const TABLE: Record<JobState, Record<JobEvent, Transition>> = {
  queued: {
    start: { to: 'running' },
    progress: 'refused',
    succeed: 'refused',
    fail: { to: 'failed' },
    cancel: { to: 'cancelled' },
    // No process holds it, so no death affects it.
    'death-without-calls': 'ignored',
    'death-resumable': 'ignored',
    'death-unresumable': 'ignored',
  },
  running: {
    start: 'refused',
    progress: { to: 'running' },
    succeed: { to: 'succeeded' },
    fail: { to: 'failed' },
    cancel: { to: 'cancelled' },
    'death-without-calls': { to: 'queued' },
    'death-resumable': { to: 'queued' },
    // The result may have been made and billed: only a person may request it again.
    'death-unresumable': { to: 'failed' },
  },
  succeeded: OVER,
  failed: OVER,
  cancelled: OVER,
};

/** What an event does to a job in this state. */
export function transition(state: JobState, event: JobEvent): Transition {
  return TABLE[state][event];
}

/** An unanswered call of a process that is gone. */
export interface OpenCall {
  providerRef: string | null;
}

/** What the death of its process means for a job with these unanswered calls. */
export function deathOf(open: readonly OpenCall[]): JobEvent {
  if (open.length === 0) return 'death-without-calls';
  return open.every(({ providerRef }) => providerRef !== null)
    ? 'death-resumable'
    : 'death-unresumable';
}

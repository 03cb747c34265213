import type { LiveEvent } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';
import { singleton } from '~/lib/singleton.server';

import type { JobKind, JobView } from '../media';
import type { CallRow } from './call-data.server';
import type { JobRow } from './job-data.server';

/** What a kind of job works with while it runs. */
export interface JobWork {
  job: JobRow;
  /** Ends the work: cancelled, taken away, or the process goes. */
  signal: AbortSignal;
  /** Calls of earlier attempts and of this one. */
  calls(): Promise<CallRow[]>;
  /** Writes down that a provider is about to be asked, and `ref`, if it is found by that before. @throws LeaseLost */
  intend(call: {
    position: number;
    provider: string;
    model: string;
    ref?: string;
  }): Promise<string>;
  /** The provider calls it so: it can be found again. */
  known(callId: string, ref: string): Promise<void>;
  /**
   * Tells how far it is, if that has changed, and stores with it what `store` does. @throws LeaseLost
   */
  progress(progress: number | null, store?: (tx: Sql) => Promise<void>): Promise<void>;
  /** The provider did not deliver. */
  failed(callId: string): Promise<void>;
  /**
   * Stores what came, in one transaction with the end of its call and the job's progress; `store` returns what tabs
   * are told besides. @throws LeaseLost
   */
  deliver(
    callId: string,
    progress: number,
    store: (tx: Sql) => Promise<LiveEvent[]>,
  ): Promise<void>;
}

/** What one kind of job adds to the engine. */
export interface MediaKind {
  /** Does the work. What it throws as JobFailed is told to the person. */
  run(work: JobWork): Promise<void>;
  /** How many results the job has by now, of how many, and what they cost. */
  made(tx: Sql, job: JobRow): Promise<{ made: number; wanted: number; tokens: number }>;
  view(sql: Sql, jobs: readonly JobRow[]): Promise<JobView[]>;
  /** What tabs are told of whenever they are told of the job. */
  along?(tx: Sql, job: JobRow): Promise<LiveEvent[]>;
  /** In the transaction in which the job is cancelled: sees to it that the provider hears of it. */
  cancelled?(tx: Sql, job: JobRow): Promise<void>;
}

/** The work cannot be done, for a reason that a person can read. */
export class JobFailed extends Error {
  readonly reason: string;

  constructor(reason: string, options?: { cause?: unknown }) {
    super('a job failed', options);
    this.name = 'JobFailed';
    this.reason = reason;
  }
}

const kinds = singleton('media-kinds', () => new Map<JobKind, MediaKind>());

export function registerMediaKind(name: JobKind, kind: MediaKind): void {
  kinds.set(name, kind);
}

export function mediaKind(name: JobKind): MediaKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`nothing can do a job of kind ${name}`);
  return kind;
}

/** What this version can do: jobs of a newer version are left to processes that know them. */
export function registeredKinds(): JobKind[] {
  return [...kinds.keys()];
}

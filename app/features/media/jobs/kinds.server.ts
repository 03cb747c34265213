import type { LiveEvent } from '~/engine/events/index.server';
import type { PrismaTx, Sql } from '~/lib/db/index.server';
import { singleton } from '~/lib/singleton.server';

import type { JobKind, JobView } from '../media';
import type { CallRow, NewCall } from './call-data.server';
import type { JobRow } from './job-data.server';

/** One open transaction, for Prisma Client and for SQL. */
export interface OpenTransaction {
  tx: PrismaTx;
  sql: Sql;
}

/** What a kind of job works with while it runs. */
export interface JobWork {
  job: JobRow;
  /** Aborted when the job is canceled, its lease is lost, or the process ends. */
  signal: AbortSignal;
  /** Calls of earlier attempts and of this one. */
  calls(): Promise<CallRow[]>;
  /** Records a call before it is sent. @throws LeaseLost */
  intend(call: Omit<NewCall, 'id' | 'userId' | 'jobId'>): Promise<string>;
  /** Stores the provider's id of a call, by which it is found again. */
  known(callId: string, providerRef: string): Promise<void>;
  /** Publishes the progress if it has changed; `store` joins the transaction. @throws LeaseLost */
  progress(progress: number | null, store?: (tx: PrismaTx) => Promise<void>): Promise<void>;
  /** The provider did not deliver. */
  failed(callId: string): Promise<void>;
  /**
   * Stores a result in one transaction with the end of its call and the job's progress; `store` returns more live events
   * to publish. @throws LeaseLost
   */
  deliver(
    callId: string,
    progress: number,
    store: (db: OpenTransaction) => Promise<LiveEvent[]>,
  ): Promise<void>;
}

/** What one kind of job adds to the engine. */
export interface MediaKind {
  /** Does the work. People read the reason of a JobFailed that it throws. */
  run(work: JobWork): Promise<void>;
  /** How many results the job has by now, of how many, and what they cost in tokens. */
  made(db: OpenTransaction, job: JobRow): Promise<{ made: number; wanted: number; tokens: number }>;
  view(sql: Sql, jobs: readonly JobRow[]): Promise<JobView[]>;
  /** Live events that go with each event of the job. */
  along?(sql: Sql, job: JobRow): Promise<LiveEvent[]>;
  /** Has the provider's work canceled, in the transaction that cancels the job. */
  cancelled?(db: OpenTransaction, job: JobRow): Promise<void>;
}

/** The work can't be done, for a reason that a person can read. */
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
  if (!kind) throw new Error(`no code for media jobs of kind ${name}`);
  return kind;
}

/** What this version can do: jobs of a newer version are left to processes that know them. */
export function registeredKinds(): JobKind[] {
  return [...kinds.keys()];
}

/** What identifies one attempt at a row: every write of the work is fenced by it. */
export interface Claim {
  id: string;
  attempt: number;
}

/** The same, of a row that names the process which holds it. */
export interface ProcessClaim extends Claim {
  processId: string;
}

/** The row is no longer this claim's: it was canceled, deleted, or taken by another process that found this one dead. */
export class LeaseLost extends Error {}

/** Why work is cut short: a person ends it, its process goes, or its lease is lost. */
export type Cut = 'stop' | 'death' | 'lost';

/** A claimed row that this process works on. */
export interface Lease<C extends Claim = Claim, End = unknown> {
  claim: C;
  /** Ends the work, with the cut as its reason. */
  abort: AbortController;
  /** The first reason wins. */
  cutBy: Cut | null;
  /** False while another process beats for it, and once its end is about to be stored. */
  beats: boolean;
  /** Settles when its end is in the database, or was found to be another process's. */
  ended: Promise<End>;
}

export function leaseOn<C extends Claim, End>(claim: C): Lease<C, End> {
  const { promise: ended } = Promise.withResolvers<End>();
  return { claim, abort: new AbortController(), cutBy: null, beats: true, ended };
}

/** Tells the work to end; what drives it then stores the end. */
export function cut(lease: Lease, reason: Cut): void {
  if (lease.cutBy) return;
  lease.cutBy = reason;
  lease.abort.abort(reason);
}

/** What `work` comes to; null once it is cut: a client that doesn't return from an abort must not hold the row. */
export function untilCut<T>({ abort: { signal } }: Lease, work: Promise<T>): Promise<T | null> {
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  work.catch(() => {
    // The race has it, unless the abort was first: then it is the abort's echo.
  });
  return Promise.race([work, aborted]);
}

/** Work is given up when so many attempts at it have ended without a word: it may be what its processes die of. */
export const MAX_DEATHS = 3;

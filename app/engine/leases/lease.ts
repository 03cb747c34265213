/** Identifies one attempt at a row, and fences every write of its work. */
export interface Claim {
  id: string;
  attempt: number;
}

/** The claim of a row that names the process that holds it. */
export interface ProcessClaim extends Claim {
  processId: string;
}

/** The claim is void: the row was canceled, deleted, or claimed by another process that took this one for dead. */
export class LeaseLost extends Error {}

/** Why work is cut: a person stops it, its process exits (`death`), or its lease is lost. */
export type Cut = 'stop' | 'death' | 'lost';

/** A claimed row that this process works on. */
export interface Lease<C extends Claim = Claim, End = unknown> {
  claim: C;
  /** Its signal ends the work, with the cut as its reason. */
  abort: AbortController;
  /** The first cut wins. */
  cutBy: Cut | null;
  /** False while a child process beats for it, and once its end is about to be stored. */
  beats: boolean;
  /** Settles when its end is stored, or turns out to be another process's. */
  ended: Promise<End>;
}

export function leaseOn<C extends Claim, End>(claim: C): Lease<C, End> {
  const { promise: ended } = Promise.withResolvers<End>();
  return { claim, abort: new AbortController(), cutBy: null, beats: true, ended };
}

/** Aborts the work; its driver then stores the end. */
export function cut(lease: Lease, reason: Cut): void {
  if (lease.cutBy) return;
  lease.cutBy = reason;
  lease.abort.abort(reason);
}

/** The result of `work`; null once it is cut, because a client that doesn't return from an abort must not hold the row. */
export function untilCut<T>({ abort: { signal } }: Lease, work: Promise<T>): Promise<T | null> {
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  work.catch(() => {
    // The race rejects with it, unless the abort came first and caused it.
  });
  return Promise.race([work, aborted]);
}

/** Work is given up after this many attempts whose processes died: the work itself may be the cause. */
export const MAX_DEATHS = 3;

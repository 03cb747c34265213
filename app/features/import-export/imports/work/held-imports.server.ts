import { type Lease, leaseOn, Leases } from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { singleton } from '~/lib/singleton.server';

import { publishProgress } from '../import-events.server';
import { renewLease, type Held } from './work-data.server';

/** Progress is published at most this often. */
const PROGRESS_MS = 400;

export interface ImportLease extends Lease<Held, void> {
  /** Progress, from 0 to 1. */
  share: number;
  /** The percentage that was published last. */
  published: number;
  /** On the clock of `performance.now`. */
  beatenAt: number;
}

/** The import that this process works on, or that works in a process of its own. */
export const heldImports = singleton(
  'imports',
  () => new Leases<ImportLease>({ name: 'imports', beatMs: 5_000, beat: beatImports }),
);

export function leaseOnImport(held: Held): ImportLease {
  return { ...leaseOn<Held, void>(held), share: 0, published: -1, beatenAt: 0 };
}

/** Renews the lease and stores the progress, also while a large file is stored. */
async function beatImports(leases: readonly ImportLease[]): Promise<Held[]> {
  const beaten: Held[] = [];
  for (const lease of leases) {
    const { id, userId } = lease.claim;
    lease.beatenAt = performance.now();
    const percent = Math.min(99, Math.floor(lease.share * 100));
    if (!(await renewLease(sql, lease.claim, percent))) continue;
    beaten.push(lease.claim);
    if (percent !== lease.published) await publishProgress(sql, userId, id);
    lease.published = percent;
  }
  return beaten;
}

/** Progress is stored and published with the next beat, or at once if the last one is old enough. */
export function report(lease: ImportLease, share: number): void {
  lease.share = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
  if (performance.now() - lease.beatenAt >= PROGRESS_MS) void heldImports.beat();
}

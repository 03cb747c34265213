import { type Lease, leaseOn, Leases } from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { singleton } from '~/lib/singleton.server';

import { publishProgress } from '../import-events.server';
import { keepHolding, type Held } from './work-data.server';

/** Progress is told at most so often. */
const TOLD_MS = 400;

export interface ImportLease extends Lease<Held, void> {
  /** How far it is, from 0 to 1. */
  share: number;
  /** The percentage that tabs know. */
  told: number;
  /** On the clock of `performance.now`. */
  beatenAt: number;
}

/** The import that this process works on, or that works in a process of its own. */
export const heldImports = singleton(
  'imports',
  () => new Leases<ImportLease>({ name: 'imports', beatMs: 5_000, beat: beatImports }),
);

export function leaseOnImport(held: Held): ImportLease {
  return { ...leaseOn<Held, void>(held), share: 0, told: -1, beatenAt: 0 };
}

/** Says that the worker is there, also while a large file is stored, and how far it is. */
async function beatImports(leases: readonly ImportLease[]): Promise<Held[]> {
  const beaten: Held[] = [];
  for (const lease of leases) {
    const { id, userId } = lease.claim;
    lease.beatenAt = performance.now();
    const percent = Math.min(99, Math.floor(lease.share * 100));
    if (!(await keepHolding(sql, lease.claim, percent))) continue;
    beaten.push(lease.claim);
    if (percent !== lease.told) await publishProgress(sql, userId, id);
    lease.told = percent;
  }
  return beaten;
}

/** How far an import is; told with its next beat, or now. */
export function report(lease: ImportLease, share: number): void {
  lease.share = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
  if (performance.now() - lease.beatenAt >= TOLD_MS) void heldImports.beat();
}

import { type Lease, leaseOn, Leases } from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { singleton } from '~/lib/singleton.server';

import { type Held, renewLease } from './work-data.server';

export type SourceLease = Lease<Held, void>;

/** The sources that this process reads. */
export const heldSources = singleton(
  'sources',
  () => new Leases<SourceLease>({ name: 'sources', beatMs: 5_000, beat: beatSources }),
);

export function leaseOnSource(held: Held): SourceLease {
  return leaseOn<Held, void>(held);
}

async function beatSources(leases: readonly SourceLease[]): Promise<Held[]> {
  const beaten: Held[] = [];
  for (const { claim } of leases) {
    if (await renewLease(sql, claim)) beaten.push(claim);
  }
  return beaten;
}

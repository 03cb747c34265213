import { publish } from '~/engine/events/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { clearFailures, keepFailure, type Arrival, type NewFailure } from './failure-data.server';

/** Writes down that a mail did not arrive, and has the pages of whose address it is say so. */
export async function takeFailure(failure: NewFailure): Promise<void> {
  await transaction(async (tx) => {
    const kept = await keepFailure(tx, failure);
    if (kept) log.info({ kind: failure.kind, reason: failure.reason }, 'a mail did not arrive');
    if (failure.kind !== 'soft') await publishReach(tx, kept?.userId ?? null);
  });
}

/** Mail has reached the address after all. */
export async function takeArrival(arrival: Arrival): Promise<void> {
  await transaction((tx) => noteArrival(tx, arrival));
}

/** The same in a transaction of the caller's: how many failures no longer count, and whose address it is. */
export async function noteArrival(
  tx: Sql,
  arrival: Arrival,
): Promise<{ cleared: number; userId: string | null }> {
  const arrived = await clearFailures(tx, arrival);
  await publishReach(tx, arrived.userId);
  return arrived;
}

/** Pages say whether email reaches their person, if the address is anyone's. */
async function publishReach(tx: Sql, userId: string | null): Promise<void> {
  if (userId !== null) await publish(tx, userId, { topic: 'account', data: null });
}

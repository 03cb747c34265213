import { transaction, type Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { nextSequence, publishEvents } from '~/engine/events/index.server';

import { clearFailures, keepFailure, type Arrival, type NewFailure } from './failure-data.server';

/** Writes down that a mail did not arrive, and has the pages of whose address it is say so. */
export async function takeFailure(failure: NewFailure): Promise<void> {
  const tell = await transaction(async (tx) => {
    const kept = await keepFailure(tx, failure);
    if (kept) log.info({ kind: failure.kind, reason: failure.reason }, 'a mail did not arrive');
    return announce(tx, failure.kind === 'soft' ? null : (kept?.userId ?? null));
  });
  await tell();
}

/** Mail has reached the address after all. */
export async function takeArrival(arrival: Arrival): Promise<void> {
  const { tell } = await transaction((tx) => noteArrival(tx, arrival));
  await tell();
}

/** The same in a transaction of the caller's: what counts no more, whose address it is, and what to call after its commit. */
export async function noteArrival(
  tx: Sql,
  arrival: Arrival,
): Promise<{ cleared: number; userId: string | null; tell: () => Promise<void> }> {
  const { cleared, userId } = await clearFailures(tx, arrival);
  return { cleared, userId, tell: await announce(tx, userId) };
}

/** The person's tabs load again what they show of their account, once the transaction is committed. */
async function announce(tx: Sql, userId: string | null): Promise<() => Promise<void>> {
  if (userId === null) return async () => undefined;
  const seq = await nextSequence(tx, userId);
  return () => publishEvents(userId, { seq, changes: [{ topic: 'account', data: null }] });
}

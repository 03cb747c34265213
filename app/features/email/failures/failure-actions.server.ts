import { publish } from '~/engine/events/index.server';
import { prismaTransaction, type PrismaTx, type Sql, transaction } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';
import { storable } from '~/lib/text/storable';

import { type EmailFailurePage, FAILURE_FILTERS, type FailureFilter } from './failure';
import {
  type Arrival,
  clearFailures,
  deleteFailures,
  findFailedAddress,
  insertFailure,
  listFailures,
  type NewFailure,
} from './failure-data.server';

/** Records that an email didn't arrive, and tells the open pages of the address's owner. */
export async function recordFailure(failure: NewFailure): Promise<void> {
  await transaction(async (tx) => {
    const inserted = await insertFailure(tx, failure);
    if (inserted)
      log.info({ kind: failure.kind, reason: failure.reason }, 'an email was not delivered');
    if (failure.kind !== 'soft') await publishReach(tx, inserted?.userId ?? null);
  });
}

/** Records that email has reached the address. */
export async function recordArrival(arrival: Arrival): Promise<void> {
  await prismaTransaction((tx, sql) => recordArrivalIn(tx, sql, arrival));
}

/** The same in the caller's transaction; returns how many failures were cleared, and whose address it is if any were. */
export async function recordArrivalIn(
  tx: PrismaTx,
  sql: Sql,
  arrival: Arrival,
): Promise<{ cleared: number; userId: UserScope | null }> {
  const arrived = await clearFailures(tx, arrival);
  await publishReach(sql, arrived.userId);
  return arrived;
}

/** Updates the person's open pages, which show whether email reaches them. */
async function publishReach(sql: Sql, userId: UserScope | null): Promise<void> {
  if (userId !== null) await publish(sql, userId, { topic: 'account', data: null });
}

const PAGE = 50;

interface FailureListQuery {
  filter: FailureFilter;
  /** '' means all. */
  email: string;
  before: string | null;
}

/** Reads the list's URL; invalid values count as absent. */
export function readFailureQuery(search: URLSearchParams): FailureListQuery {
  const before = search.get('before') ?? undefined;
  const email = (search.get('email') ?? '').trim().toLowerCase().slice(0, 320);
  return {
    filter: FAILURE_FILTERS.find(({ id }) => id === search.get('filter'))?.id ?? 'counting',
    email: storable(email),
    before: isId(before) ? before : null,
  };
}

/** The newest first. */
export async function readFailures({
  filter,
  email,
  before,
}: FailureListQuery): Promise<EmailFailurePage> {
  const rows = await listFailures({
    filter,
    email: email === '' ? null : email,
    before,
    limit: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  return {
    failures: page.map(({ happenedAt, clearedAt, ...row }) => ({
      ...row,
      happenedAt: happenedAt.toISOString(),
      clearedAt: clearedAt?.toISOString() ?? null,
    })),
    cursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The address of a failure; null if there is no such failure, or no longer. */
export async function failedAddress(id: string | undefined): Promise<string | null> {
  return isId(id) ? findFailedAddress(id) : null;
}

/** A job: keeps failures for two years, but those that are cleared, temporary, or not a user's for three months. */
export async function purgeFailures(now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteFailures({ before: ago(90), allBefore: ago(730) });
}

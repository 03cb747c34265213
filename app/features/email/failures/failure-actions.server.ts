import { publish } from '~/engine/events/index.server';
import { sql, type Sql, transaction } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import {
  FAILURE_FILTERS,
  type FailureFilter,
  type EmailFailurePage,
  type Unreached,
} from './failure';
import {
  type Arrival,
  clearFailures,
  deleteFailures,
  findFailure,
  findUnreached,
  recordFailure,
  listFailures,
  type NewFailure,
} from './failure-data.server';

/** Writes down that an email did not arrive, and has the pages of whose address it is say so. */
export async function receiveFailure(failure: NewFailure): Promise<void> {
  await transaction(async (tx) => {
    const kept = await recordFailure(tx, failure);
    if (kept) log.info({ kind: failure.kind, reason: failure.reason }, 'a mail did not arrive');
    if (failure.kind !== 'soft') await publishReach(tx, kept?.userId ?? null);
  });
}

/** Email has reached the address after all. */
export async function takeArrival(arrival: Arrival): Promise<void> {
  await transaction((tx) => noteArrival(tx, arrival));
}

/** The same in a transaction of the caller's: how many failures no longer count, and whose address it is. */
export async function noteArrival(
  tx: Sql,
  arrival: Arrival,
): Promise<{ cleared: number; userId: UserScope | null }> {
  const arrived = await clearFailures(tx, arrival);
  await publishReach(tx, arrived.userId);
  return arrived;
}

/** Pages say whether email reaches their person, if the address is anyone's. */
async function publishReach(tx: Sql, userId: UserScope | null): Promise<void> {
  if (userId !== null) await publish(tx, userId, { topic: 'account', data: null });
}

const PAGE = 50;

/** What an address asks for; what is not understood in it counts as not said. */
interface FailureListQuery {
  filter: FailureFilter;
  /** '' for all. */
  email: string;
  before: string | null;
}

export function readFailureQuery(search: URLSearchParams): FailureListQuery {
  const before = search.get('before') ?? undefined;
  const email = (search.get('email') ?? '').trim().toLowerCase().slice(0, 320);
  return {
    filter: FAILURE_FILTERS.find(({ id }) => id === search.get('filter'))?.id ?? 'counting',
    email: email.toWellFormed().replaceAll('\0', ''),
    before: isId(before) ? before : null,
  };
}

/** Emails that did not arrive, the newest first. */
export async function readFailures({
  filter,
  email,
  before,
}: FailureListQuery): Promise<EmailFailurePage> {
  const rows = await listFailures(sql, {
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

/** Why email does not reach someone; null where nothing is known of that. */
export function readUnreached(email: string): Promise<Unreached | null> {
  return findUnreached(sql, email);
}

/** The address that an email did not reach; null where there is no such email, or no more. */
export async function failedAddress(id: string | undefined): Promise<string | null> {
  return isId(id) ? ((await findFailure(id))?.email ?? null) : null;
}

/** Forgets after three months what counts no more and what is no user's, and everything after two years. */
export async function purgeFailures(now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteFailures({ before: ago(90), allBefore: ago(730) });
}

import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';

import {
  FAILURE_FILTERS,
  type FailureFilter,
  type MailFailurePage,
  type Unreached,
} from './failure';
import { findFailure, findUnreached, listFailures } from './failure-data.server';

const PAGE = 50;

/** What an address asks for; what is not understood in it counts as not said. */
export interface FailureListQuery {
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

/** Mails that did not arrive, the newest first. */
export async function readFailures({
  filter,
  email,
  before,
}: FailureListQuery): Promise<MailFailurePage> {
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

/** Why mail does not reach somebody; null where nothing is known of that. */
export function readUnreached(email: string): Promise<Unreached | null> {
  return findUnreached(sql, email);
}

/** The address that a mail did not reach; null where there is no such mail, or no more. */
export async function failedAddress(id: string | undefined): Promise<string | null> {
  return isId(id) ? ((await findFailure(sql, id))?.email ?? null) : null;
}

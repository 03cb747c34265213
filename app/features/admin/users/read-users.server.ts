import { readStorage } from '~/engine/user-data/index.server';
import {
  countPasskeys,
  listActs,
  needsCode,
  readDeletion,
  viewSessions,
} from '~/features/accounts/index.server';
import {
  getBalance,
  readAllowance,
  readLedgerTexts,
  readUseTotals,
} from '~/features/billing/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { formatContext } from '~/lib/format/context';
import { isId } from '~/lib/ids.server';
import { timeZoneOrUtc } from '~/lib/local-days';
import { storable } from '~/lib/text/storable';

import { actView } from '../audit/read-log.server';
import { adminTexts } from '../texts';
import { readCursor, writeCursor } from '../time-cursor.server';
import {
  countOf,
  findUserRow,
  listUserRows,
  type UserQuery,
  type UserRow,
} from './user-report.server';
import { USER_FILTERS, type UserDetails, type UserEntry, type UserPage } from './user-view';

const MAX_SEARCH = 200;

/** Ignores invalid values. */
export function readUserQuery(search: URLSearchParams): UserQuery {
  const text = (search.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  return {
    text: storable(text),
    filter: USER_FILTERS.find(({ id }) => id === search.get('filter'))?.id ?? 'all',
    before: readCursor(search.get('before')),
  };
}

const PAGE = 50;

export async function listUsers(query: UserQuery): Promise<UserPage> {
  const rows = await listUserRows(sql, query, PAGE + 1);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    users: page.map(userEntry),
    cursor: rows.length > PAGE && last ? writeCursor(last) : null,
  };
}

function userEntry(row: UserRow): UserEntry {
  const { id, email, firstName, lastName, isAdmin, emailVerified, unreached, deleting, disabled } =
    row;
  return {
    id,
    email,
    firstName,
    lastName,
    isAdmin,
    emailVerified,
    unreached,
    deleting,
    disabled,
    subscriptionStatus: row.subscriptionStatus,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}

/** How many acts a user's page shows. */
const ACTS = 20;

/**
 * An admin's view of a user: their state and how much they have, but nothing that they wrote. `ledgerBefore` is the
 * cursor of the ledger's page.
 * @throws AppError `not-found`; `invalid` for a broken cursor
 */
export async function openUser(
  id: string | undefined,
  now: Date,
  ledgerBefore: string | null = null,
): Promise<UserDetails> {
  const row = isId(id) ? await findUserRow(sql, id) : null;
  if (!row) throw new AppError('not-found', adminTexts.userGone);
  // The admin's, not the user's.
  const zone = timeZoneOrUtc(formatContext().zone);
  const person = { id: row.id, timeZone: zone };
  const [
    balance,
    counts,
    storage,
    twoFactor,
    passkeys,
    acts,
    tokensAMonth,
    deletion,
    sessions,
    usage,
    ledger,
  ] = await Promise.all([
    getBalance(row.id, now),
    countOf(sql, row.id),
    readStorage(sql, row.id),
    needsCode(row.id),
    countPasskeys(row.id),
    listActs({ targetId: row.id, before: null, limit: ACTS }),
    readAllowance(row.id),
    readDeletion(person),
    viewSessions({ user: person, sessionId: null }, now),
    readUseTotals(row.id, { days: 30, zone, now }),
    readLedgerTexts(row.id, { zone, before: ledgerBefore }),
  ]);
  return {
    ...userEntry(row),
    subscriptionStatus: balance.subscriptionStatus,
    subscriptionName: balance.subscriptionName,
    timeZone: row.timeZone,
    twoFactor,
    passkeys,
    tokens: {
      ...balance.tokens,
      trialEndsAt: balance.trialEndsAt?.toISOString() ?? null,
      allowanceEndsAt: balance.allowanceEndsAt?.toISOString() ?? null,
      totalUsed: balance.totalTokensUsed,
      lastUse: balance.lastTokenUse?.toISOString() ?? null,
    },
    tokensAMonth: env().METERING === 'allowance' ? tokensAMonth : null,
    counts: { ...counts, storedBytes: storage.used },
    deletion,
    sessions: sessions.map(({ device, firstSeen, lastUsed }) => ({ device, firstSeen, lastUsed })),
    usage,
    ledger: { ...ledger, isLater: ledgerBefore !== null },
    acts: acts.map(actView),
  };
}

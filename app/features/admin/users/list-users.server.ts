import { sql } from '~/lib/db/index.server';

import { writeCursor } from '../time-cursor.server';
import type { UserQuery } from './user-query.server';
import { listUserRows, type UserRow } from './user-report.server';
import type { UserEntry, UserPage } from './user-view';

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

export function userEntry(row: UserRow): UserEntry {
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

import { publish } from '~/engine/events/index.server';
import { sql, type Sql, transaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { normalizeEmail } from '../forms/account-fields';
import { deleteSessionsOf } from '../sessions/session-data.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { deleteInvitationsOf } from '../sign-up/invitation-data.server';
import {
  type AccountCursor,
  deleteUser,
  exchangePhoto,
  findUserId,
  listAccountRows,
  type ListedAccount,
  takeAdmin,
  updateAdmin,
  updateDisabled,
} from './user-data.server';

export type { ListedAccount };

export interface FoundUser {
  id: UserScope;
  email: string;
}

/** The account with this email address, however it is typed. */
export async function findUser(email: string): Promise<FoundUser | undefined> {
  const normalized = normalizeEmail(email);
  const id = await findUserId(normalized);
  return id === undefined ? undefined : { id, email: normalized };
}

const AT_ONCE = 500;

/** All accounts, or all admins, the oldest first: some at a time, however many there are. */
export async function* listAccounts({
  admins,
}: {
  admins: boolean;
}): AsyncGenerator<ListedAccount, void, undefined> {
  let after: AccountCursor | null = null;
  for (;;) {
    const rows: (ListedAccount & AccountCursor)[] = await listAccountRows(sql, {
      admins,
      after,
      limit: AT_ONCE,
    });
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < AT_ONCE) return;
  }
}

/** Gives the person another image, or none; returns the id of the one before. */
export async function changePhoto(
  userId: UserScope,
  pictureId: string | null,
): Promise<string | null> {
  return transaction(async (tx) => {
    const before = await exchangePhoto(tx, userId, pictureId);
    await publish(tx, userId, { topic: 'account', data: null });
    return before;
  });
}

export async function grantAdmin(userId: UserScope): Promise<void> {
  await updateAdmin(userId, true);
}

/** False, and nothing done, for the last admin who can sign in. */
export async function revokeAdmin(userId: UserScope): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await takeAdmin(tx, userId))) return false;
    await publish(tx, userId, { topic: 'account', data: null });
    return true;
  });
}

/** Shuts the user out: no sign-in, and every session ends. */
export async function disableUser(userId: UserScope): Promise<void> {
  await transaction(async (tx) => {
    // In this order: see openSession, which a sign-in may be in right now.
    await updateDisabled(tx, userId, true);
    await deleteSessionsOf(tx, userId);
  });
  await publishSessionEnded({ userId });
}

/** Lets a disabled user sign in again. */
export async function enableUser(userId: UserScope): Promise<void> {
  await updateDisabled(sql, userId, false);
}

/** Removes a user's row, and with it every row that is theirs; undefined when it was gone. */
export async function removeUser(
  tx: Sql,
  userId: UserScope,
): Promise<{ email: string } | undefined> {
  const removed = await deleteUser(tx, userId);
  if (removed) await deleteInvitationsOf(tx, removed.email);
  return removed;
}

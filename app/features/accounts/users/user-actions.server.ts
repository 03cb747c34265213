import { publish } from '~/engine/events/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { normalizeEmail } from '../forms/account-fields';
import { findPolicy } from '../second-factor/policy-data.server';
import { cutIfKeptOut } from '../second-factor/second-factor.server';
import { deletePasskeyOnlySessions, deleteSessionsOf } from '../sessions/session-data.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import {
  type AccountCursor,
  appointAdmin,
  exchangePhoto,
  findUserId,
  isUnproven,
  listAccountRows,
  type ListedAccount,
  makeAdmin,
  markDisabled,
  removeAdmin,
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
  return id === null ? undefined : { id, email: normalized };
}

const PAGE = 500;

/** All accounts, or all admins, the oldest first, read a page at a time. */
export async function* listAccounts({
  admins,
}: {
  admins: boolean;
}): AsyncGenerator<ListedAccount, void, undefined> {
  let after: AccountCursor | null = null;
  for (;;) {
    const rows: (ListedAccount & AccountCursor)[] = await listAccountRows({
      admins,
      after,
      limit: PAGE,
    });
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE) return;
  }
}

/** Gives the person another photo, or none; returns the id of the one that was replaced. */
export async function changePhoto(
  userId: UserScope,
  pictureId: string | null,
): Promise<string | null> {
  return prismaTransaction(async (tx, sql) => {
    const replaced = await exchangePhoto(tx, sql, userId, pictureId);
    await publish(sql, userId, { topic: 'account', data: null });
    return replaced;
  });
}

/**
 * Makes the user an admin. If admins must have a second factor, sessions of someone who has only passkeys end, because a
 * password alone may have opened them.
 */
export async function grantAdmin(userId: UserScope): Promise<void> {
  const ended = await prismaTransaction(async (tx, sql) => {
    const begins = (await makeAdmin(tx, userId)) && (await findPolicy(tx)) === 'admins';
    return begins ? deletePasskeyOnlySessions(sql, { userId }) : null;
  });
  if (ended === null) return;
  if (ended.length > 0) await publishSessionEnded({ userId });
  else await cutIfKeptOut(userId);
}

/** False, and nothing done, for the last admin who can sign in. */
export async function revokeAdmin(userId: UserScope): Promise<boolean> {
  return prismaTransaction(async (tx, sql) => {
    if (!(await removeAdmin(tx, sql, userId))) return false;
    await publish(sql, userId, { topic: 'account', data: null });
    return true;
  });
}

/** Locks the user out: they can't sign in, and every session ends. */
export async function disableUser(userId: UserScope): Promise<void> {
  await prismaTransaction(async (tx) => {
    // In this order: a sign-in may be opening a session right now (openSession).
    await markDisabled(tx, userId);
    await deleteSessionsOf(userId, tx);
  });
  await publishSessionEnded({ userId });
}

/** ADMIN_EMAIL, normalized; null if the operator names none. */
export function adminEmail(): string | null {
  const { ADMIN_EMAIL } = env();
  return ADMIN_EMAIL === undefined ? null : normalizeEmail(ADMIN_EMAIL);
}

/** Whether this is the operator's own address (normalized). */
export function isAdminEmail(email: string): boolean {
  return email === adminEmail();
}

/** Runs at every start, because the setting may be newer than the account's verification. */
export async function appointAdminByEmail(): Promise<void> {
  const email = adminEmail();
  const userId = email === null ? null : await appointAdmin(email);
  if (userId !== null) log.info({ userId }, 'made an admin because of ADMIN_EMAIL');
  else if (email !== null && (await isUnproven(email))) {
    log.warn(
      'the account with ADMIN_EMAIL is no admin: its address was confirmed by a link alone, so someone else may have signed up with it; if it is yours, choose a new password by "Forgot your password?"',
    );
  }
}

import { publish } from '~/engine/events/index.server';
import type { Session } from '~/http/session';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { queueAccountEmail } from '../emails/send-account-email.server';
import { endCodes } from '../email-address/action-code-data.server';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import type { Client } from '../sessions/session';
import { knownSession } from '../sessions/known-device.server';
import {
  deleteOtherSessions,
  deleteSessionsOf,
  noteAuthenticated,
} from '../sessions/session-data.server';
import { publishSessionEnded, publishSessionsEnded } from '../sessions/session-events.server';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { ACCOUNT_TEXTS, NOT_AUTHENTICATED } from '../texts';
import {
  exchangePasswordHash,
  findPasswordHash,
  updatePasswordHash,
} from '../users/user-data.server';
import { checkCurrentPassword } from './current-password.server';
import { hashPassword, hasPassword } from './passwords.server';

export interface PasswordChange {
  currentPassword: string;
  /** Checked against the policy. */
  newPassword: string;
}

/**
 * Replaces the signed-in person's password, and sends them an email about that. Their other sessions end at once; this one
 * stays.
 * @throws WrongPassword, AppError too-many-requests, unauthenticated (the session has ended), unavailable
 */
export async function changePassword(
  found: Session,
  { currentPassword, newPassword }: PasswordChange,
  client: Client,
): Promise<void> {
  const { user } = found;
  const guess = { email: user.email, address: client.address, known: knownSession(found) };
  const previous = await checkCurrentPassword(user.id, guess, currentPassword);
  await replaceHash(found, previous, newPassword, client);
}

/** Whether the user has a password, or signs in with a linked account or a passkey only. */
export async function ownsPassword(userId: UserScope): Promise<boolean> {
  return hasPassword((await findPasswordHash(prisma, userId)) ?? '');
}

/**
 * Gives a password (checked against the policy) to someone who has signed in with a linked account only.
 * @throws RecentLoginRequired, AppError conflict (there is one already), unauthenticated, unavailable
 */
export async function addPassword(
  found: Session,
  newPassword: string,
  client: Client,
): Promise<void> {
  requireRecentLogin(found);
  const previous = await findPasswordHash(prisma, found.user.id);
  if (previous === null || hasPassword(previous)) {
    throw new AppError('conflict', ACCOUNT_TEXTS.currentPasswordMissing, {
      fields: { currentPassword: '' },
    });
  }
  await replaceHash(found, previous, newPassword, client);
}

async function replaceHash(
  { user, sessionId }: Session,
  previous: string,
  newPassword: string,
  client: Client,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  const ended = await prismaTransaction(async (tx, sql) => {
    // In this order: a sign-in with the old password may be opening a session right now (openSession).
    const isChanged = await exchangePasswordHash(user.id, previous, passwordHash, tx);
    // If another change came first, it has ended this session.
    if (
      !isChanged ||
      !(await noteAuthenticated({ userId: user.id, sessionId, passwordHash }, tx))
    ) {
      throw new AppError('unauthenticated', NOT_AUTHENTICATED);
    }
    // Someone else who knew the password may have requested links.
    await endCodes(tx, user.id, ['reset_password', 'change_email']);
    await queueAccountEmail({ kind: 'password-changed', email: user.email }, sql);
    const { userAgent } = client;
    await recordSecurityEvent(sql, { userId: user.id, kind: 'password-changed', userAgent });
    await publish(sql, user.id, { topic: 'account', data: null });
    return deleteOtherSessions(sql, user.id, sessionId);
  });
  await publishSessionsEnded(user.id, ended);
}

/**
 * For the operator: replaces the password (checked against the policy by the caller), and ends all the user's sessions and
 * the links that they got by email for a new password or a new address.
 */
export async function setPassword(userId: UserScope, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await prismaTransaction(async (tx, sql) => {
    // In this order: a sign-in with the old password may be opening a session right now (openSession).
    await updatePasswordHash(tx, userId, hash);
    await deleteSessionsOf(userId, tx);
    await endCodes(tx, userId, ['reset_password', 'change_email']);
    await recordSecurityEvent(sql, { userId, kind: 'password-set' });
  });
  await publishSessionEnded({ userId });
}

import { publish } from '~/engine/events/index.server';
import { limit, limitAddress, limitUse } from '~/http/rate-limit.server';
import type { Session, SessionUser } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { Client } from '../sessions/session';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { PROVIDER_TEXTS } from '../texts';
import { adminEmail } from '../users/user-actions.server';
import { findUserId, updateVerified } from '../users/user-data.server';
import { queueAccountEmail } from '../emails/send-account-email.server';
import { endCodes } from './action-code-data.server';

/** For an admin: sends someone another link to verify their email address. */
export function sendVerification(userId: UserScope): Promise<void> {
  return queueAccountEmail({ kind: 'verify', userId });
}

/**
 * Sends the signed-in person another link to verify their email address, unless it is verified.
 * @throws AppError too-many-requests
 */
export async function resendVerification(
  user: SessionUser,
  address: string | undefined,
): Promise<void> {
  if (user.emailVerified) return;
  await limitUse('verification-mail', user.id, address);
  await queueAccountEmail({ kind: 'verify', userId: user.id });
}

/**
 * Sends a link to the new address (checked by changeEmailChecks), which replaces the old one when the link is confirmed.
 * @throws RecentLoginRequired, AppError conflict (email address in use), too-many-requests
 */
export async function requestEmailChange(
  found: Session,
  email: string,
  client: Client,
): Promise<void> {
  requireRecentLogin(found);
  await limit('change-email', found.user.id);
  // The answer reveals whether an address is in use, so it is limited together with sign-up, which reveals the same.
  await limitAddress('sign-up-address', client.address);
  await limit('sign-up-account', email);
  if (await findUserId(email)) {
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use']);
  }
  await queueAccountEmail({ kind: 'change-email', userId: found.user.id, email });
}

/** For the operator: marks the user's email address as verified. */
export async function markVerified(userId: UserScope): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await updateVerified(tx, userId, { adminEmail: adminEmail(), proven: true });
    await endCodes(tx, userId, ['verify_email']);
    await publish(sql, userId, { topic: 'account', data: null });
  });
}

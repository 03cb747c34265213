import { publish } from '~/engine/events/index.server';
import { limit, limitAddress, limitUse } from '~/http/rate-limit.server';
import type { Session, SessionUser } from '~/http/session';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { Client } from '../sessions/client';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { PROVIDER_TEXTS } from '../texts';
import { findUserId, updateVerified } from '../users/user-data.server';
import { queueAccountEmail } from './account-email.server';
import { endCodes } from './action-code-data.server';
import { adminEmail } from './admin-email.server';

/** Has another link to verify their email address sent to someone, by an admin. */
export function sendVerification(userId: UserScope): Promise<void> {
  return queueAccountEmail({ kind: 'verify', userId });
}

/**
 * Has another link to verify their email address sent to the signed-in person, unless they have.
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
 * Sends a link to the new address (checked by changeEmailChecks); the email address changes when it is opened.
 * @throws RecentLoginRequired, AppError conflict (email address in use), too-many-requests
 */
export async function requestEmailChange(
  found: Session,
  email: string,
  client: Client,
): Promise<void> {
  requireRecentLogin(found);
  await limit('change-email', found.user.id);
  // Whether an email address is in use is told here as often as at sign-up, and no more often.
  await limitAddress('sign-up-address', client.address);
  await limit('sign-up-account', email);
  if (await findUserId(email)) {
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use']);
  }
  await queueAccountEmail({ kind: 'change-email', userId: found.user.id, email });
}

/** Counts the user's email address as verified. */
export async function markVerified(userId: UserScope): Promise<void> {
  await transaction(async (tx) => {
    await updateVerified(tx, userId, { adminEmail: adminEmail(), proven: true });
    await endCodes(tx, userId, ['verify_email']);
    await publish(tx, userId, { topic: 'account', data: null });
  });
}

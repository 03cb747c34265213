import { AppError } from '~/lib/errors';
import { limit, limitAddress } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';

import { queueAccountMail } from './account-mail.server';
import type { Client } from '../sessions/client';
import { PROVIDER_TEXTS } from '../texts';
import { requireRecentLogin } from '../sessions/require-recent-login.server';
import { findUserId } from '../users/users.server';

/**
 * Sends a link to the new address (checked by changeEmailChecks); the e-mail changes when it is opened.
 * @throws RecentLoginRequired, AppError conflict (e-mail in use), too-many-requests
 */
export async function requestEmailChange(
  found: Session,
  email: string,
  client: Client,
): Promise<void> {
  requireRecentLogin(found);
  await limit('change-email', found.user.id);
  // Whether an e-mail is in use is told here as often as at sign-up, and no more often.
  await limitAddress('sign-up-address', client.address);
  await limit('sign-up-account', email);
  if (await findUserId(email)) {
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use']);
  }
  await queueAccountMail({ kind: 'change-email', userId: found.user.id, email });
}

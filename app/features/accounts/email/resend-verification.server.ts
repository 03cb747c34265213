import { limitUse } from '~/http/rate-limit.server';
import type { SessionUser } from '~/http/session';

import { queueAccountMail } from './account-mail.server';

/**
 * Has another link to verify their e-mail sent to the signed-in person, unless they have.
 * @throws AppError too-many-requests
 */
export async function resendVerification(
  user: SessionUser,
  address: string | undefined,
): Promise<void> {
  if (user.emailVerified) return;
  await limitUse('verification-mail', user.id, address);
  await queueAccountMail({ kind: 'verify', userId: user.id });
}

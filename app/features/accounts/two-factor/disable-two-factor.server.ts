import { publish } from '~/engine/events/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import { queueAccountMail } from '../email/account-mail.server';
import type { Client } from '../sessions/client';
import { knownSession } from '../sessions/known-device.server';
import { requireRecentLogin } from '../sessions/require-recent-login.server';
import { deleteBackupCodes } from './backup-codes.server';
import { checkCode } from './check-code.server';
import { TWO_FACTOR_TEXTS } from './texts';
import { isTwoFactorOn, removeTwoFactor } from './two-factor-data.server';

/**
 * From now on the password alone opens the account.
 * @throws RecentLoginRequired, WrongCode, AppError conflict (it is off), too-many-requests, unavailable
 */
export async function disableTwoFactor(
  found: Session,
  { code }: { code: string },
  client: Client,
  now = new Date(),
): Promise<void> {
  const { user } = found;
  requireRecentLogin(found, now);
  if (!(await isTwoFactorOn(sql, user.id))) throw off();
  await checkCode({
    userId: user.id,
    code,
    address: client.address,
    known: knownSession(found),
    now,
  });
  await transaction(async (tx) => {
    if (!(await removeTwoFactor(tx, user.id))) throw off();
    await deleteBackupCodes(tx, user.id);
    await queueAccountMail({ kind: 'two-factor-disabled', email: user.email }, tx);
    await publish(tx, user.id, { topic: 'account', data: null });
  });
}

function off(): AppError {
  return new AppError('conflict', TWO_FACTOR_TEXTS.off);
}

import { publish } from '~/engine/events/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import type { Client } from '../sessions/client';
import { knownSession } from '../sessions/known-device.server';
import { requireRecentLogin } from '../sessions/require-recent-login.server';
import { replaceBackupCodes } from './backup-codes.server';
import { checkCode } from './check-code.server';
import { TWO_FACTOR_TEXTS } from './texts';
import { isTwoFactorOn } from './two-factor-data.server';

/**
 * New backup codes in place of those that were.
 * @throws RecentLoginRequired, WrongCode, AppError conflict (it is off), too-many-requests, unavailable
 */
export async function renewBackupCodes(
  found: Session,
  { code }: { code: string },
  client: Client,
  now = new Date(),
): Promise<{ backupCodes: string[] }> {
  const { user } = found;
  requireRecentLogin(found, now);
  if (!(await isTwoFactorOn(sql, user.id))) {
    throw new AppError('conflict', TWO_FACTOR_TEXTS.off);
  }
  await checkCode({
    userId: user.id,
    code,
    address: client.address,
    known: knownSession(found),
    now,
  });
  return transaction(async (tx) => {
    const backupCodes = await replaceBackupCodes(tx, user.id, now);
    await publish(tx, user.id, { topic: 'account', data: null });
    return { backupCodes };
  });
}

import { recordAct } from '../audit/audit-data.server';
import { transaction } from '~/lib/db/index.server';

import { queueAccountMail } from '../email/account-mail.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { deleteSessionsOf } from '../sessions/sessions.server';
import { deleteBackupCodes } from './backup-codes.server';
import { removeTwoFactor } from './two-factor-data.server';

/**
 * By an admin, for somebody who lost their app and their backup codes: the password alone opens the account again. Every
 * session ends, and the person is told. False when it was off.
 */
export async function resetTwoFactor(
  { id, email }: { id: string; email: string },
  by: { actorId: string | null; address?: string },
): Promise<boolean> {
  const was = await transaction(async (tx) => {
    if (!(await removeTwoFactor(tx, id))) return false;
    await deleteBackupCodes(tx, id);
    await deleteSessionsOf(tx, id);
    await queueAccountMail({ kind: 'two-factor-reset', email }, tx);
    await recordAct(tx, { ...by, action: 'reset-two-factor', targetId: id });
    return true;
  });
  if (was) await publishSessionEnded({ userId: id });
  return was;
}

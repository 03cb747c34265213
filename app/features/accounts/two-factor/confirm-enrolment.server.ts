import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import { queueAccountMail } from '../email/account-mail.server';
import type { Client } from '../sessions/client';
import { knownSession } from '../sessions/known-device.server';
import { requireRecentLogin } from '../sessions/require-recent-login.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { deleteOtherSessions } from '../sessions/sessions.server';
import { replaceBackupCodes } from './backup-codes.server';
import { asCodeGuess, readable, WrongCode } from './check-code.server';
import { readCode } from './code-shape';
import { TWO_FACTOR_TEXTS } from './texts';
import { stepOf } from './totp.server';
import { enable, findPending } from './two-factor-data.server';

/**
 * A code of the new app proves that it works: from now on it is asked for. Gives the backup codes, which nobody sees
 * again. Other sessions end: whoever opened them has shown no second factor.
 * @throws RecentLoginRequired, WrongCode, AppError conflict (not begun, or too long ago), too-many-requests, unavailable
 */
export async function confirmEnrolment(
  found: Session,
  { code }: { code: string },
  client: Client,
  now = new Date(),
): Promise<{ backupCodes: string[] }> {
  const { user, sessionId } = found;
  requireRecentLogin(found, now);
  const pending = await readable(user.id, () => findPending(user.id, now));
  if (!pending) throw notStarted();
  const guess = { userId: user.id, address: client.address, known: knownSession(found) };
  const step = await asCodeGuess(guess, async () => {
    const typed = readCode(code);
    const of = typed?.kind === 'app' ? stepOf(pending.secret, typed.code, now) : null;
    if (of === null) throw new WrongCode();
    return of;
  });
  const { backupCodes, ended } = await transaction(async (tx) => {
    if (!(await enable(tx, user.id, { ...pending, step, now }))) throw notStarted();
    await queueAccountMail({ kind: 'two-factor-enabled', email: user.email }, tx);
    const codes = await replaceBackupCodes(tx, user.id, now);
    const others = await deleteOtherSessions(tx, user.id, sessionId);
    await publish(tx, user.id, { topic: 'account', data: null });
    return { backupCodes: codes, ended: others };
  });
  await Promise.all(
    ended.map((other) => publishSessionEnded({ userId: user.id, sessionId: other })),
  );
  return { backupCodes };
}

function notStarted(): AppError {
  return new AppError('conflict', TWO_FACTOR_TEXTS.notStarted);
}

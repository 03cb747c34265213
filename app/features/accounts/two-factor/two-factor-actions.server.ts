import { publish } from '~/engine/events/index.server';
import { limitUse } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { recordAct } from '../audit/audit-data.server';
import { queueAccountEmail } from '../email/account-email.server';
import type { Client } from '../sessions/client';
import { knownSession } from '../sessions/known-device.server';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { deleteOtherSessions, deleteSessionsOf } from '../sessions/session-data.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { asCodeGuess, checkCode, readable, WrongCode } from './check-code.server';
import { readCode } from './code-shape';
import { TWO_FACTOR_TEXTS } from './texts';
import { newSecret, drawQrCode, stepOf, uriOf } from './totp.server';
import type { Enrollment } from './two-factor';
import {
  deleteBackupCodes,
  enable,
  findPending,
  keepPending,
  needsCode,
  removeTwoFactor,
  replaceBackupCodes,
} from './two-factor-data.server';

/**
 * A new secret for an app, which counts once a code of it was given to `confirmEnrolment`; until then the one before
 * does. Where two-factor sign-in is on, it takes a code of the present app, or a backup code.
 * @throws RecentLoginRequired, WrongCode, AppError too-many-requests, unavailable
 */
export async function beginEnrollment(
  found: Session,
  { code }: { code: string },
  client: Client,
  now = new Date(),
): Promise<Enrollment> {
  const { user } = found;
  requireRecentLogin(found, now);
  await limitUse('two-factor-change', user.id, client.address);
  await checkCode({
    userId: user.id,
    code,
    address: client.address,
    known: knownSession(found),
    now,
  });
  const secret = newSecret();
  await keepPending(user.id, secret, now);
  const uri = uriOf(secret, user.email);
  return { secret, uri, picture: drawQrCode(uri) };
}

/**
 * A code of the new app proves that it works: from now on it is asked for. Gives the backup codes, which no one sees
 * again. Other sessions end, because no second factor was shown for them.
 * @throws RecentLoginRequired, WrongCode, AppError conflict (not begun, or too long ago), too-many-requests, unavailable
 */
export async function confirmEnrollment(
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
  const { backupCodes, ended } = await prismaTransaction(async (tx, sql) => {
    if (!(await enable(tx, user.id, { ...pending, step, now }))) throw notStarted();
    await queueAccountEmail({ kind: 'two-factor-enabled', email: user.email }, sql);
    const codes = await replaceBackupCodes(tx, user.id, now);
    const others = await deleteOtherSessions(sql, user.id, sessionId);
    await publish(sql, user.id, { topic: 'account', data: null });
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
  if (!(await needsCode(user.id))) {
    throw new AppError('conflict', TWO_FACTOR_TEXTS.off);
  }
  await checkCode({
    userId: user.id,
    code,
    address: client.address,
    known: knownSession(found),
    now,
  });
  return prismaTransaction(async (tx, sql) => {
    const backupCodes = await replaceBackupCodes(tx, user.id, now);
    await publish(sql, user.id, { topic: 'account', data: null });
    return { backupCodes };
  });
}

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
  if (!(await needsCode(user.id))) throw off();
  await checkCode({
    userId: user.id,
    code,
    address: client.address,
    known: knownSession(found),
    now,
  });
  await prismaTransaction(async (tx, sql) => {
    if (!(await removeTwoFactor(sql, user.id))) throw off();
    await deleteBackupCodes(tx, user.id);
    await queueAccountEmail({ kind: 'two-factor-disabled', email: user.email }, sql);
    await publish(sql, user.id, { topic: 'account', data: null });
  });
}

function off(): AppError {
  return new AppError('conflict', TWO_FACTOR_TEXTS.off);
}

/**
 * By an admin, for someone who lost their app and their backup codes: the password alone opens the account again. Every
 * session ends, and the person is told. False when it was off.
 */
export async function resetTwoFactor(
  { id, email }: { id: UserScope; email: string },
  by: { actorId: string | null; address?: string },
): Promise<boolean> {
  const was = await prismaTransaction(async (tx, sql) => {
    if (!(await removeTwoFactor(sql, id))) return false;
    await deleteBackupCodes(tx, id);
    await deleteSessionsOf(sql, id);
    await queueAccountEmail({ kind: 'two-factor-reset', email }, sql);
    await recordAct(sql, { ...by, action: 'reset-two-factor', targetId: id });
    return true;
  });
  if (was) await publishSessionEnded({ userId: id });
  return was;
}

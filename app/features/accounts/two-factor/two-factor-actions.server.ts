import { publish } from '~/engine/events/index.server';
import { limitUse } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { recordAct } from '../audit/audit-data.server';
import { queueAccountEmail } from '../emails/send-account-email.server';
import { deletePasskeysOf } from '../passkeys/passkey-data.server';
import { cutIfKeptOut } from '../second-factor/second-factor.server';
import type { SecurityEventKind } from '../security-events/security-event';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import type { Client } from '../sessions/session';
import { knownSession } from '../sessions/known-device.server';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { deleteOtherSessions, deleteSessionsOf } from '../sessions/session-data.server';
import { publishSessionEnded, publishSessionsEnded } from '../sessions/session-events.server';
import { asCodeGuess, checkCode, readable, WrongCode } from './check-code.server';
import { TWO_FACTOR_TEXTS } from './texts';
import { drawQrCode, newSecret, stepOf, uriOf } from './totp.server';
import { type Enrollment, readCode } from './two-factor';
import {
  deleteBackupCodes,
  enablePending,
  findPending,
  storePending,
  needsCode,
  removeTwoFactor,
  replaceBackupCodes,
} from './two-factor-data.server';

/**
 * Returns a new secret for an app. It replaces the current one when `confirmEnrollment` gets a code of the new app. If
 * two-factor sign-in is on, this takes a code of the current app, or a backup code.
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
  await checkCode({ ...guesserOf(found, client), code, now });
  const secret = newSecret();
  await storePending(user.id, secret, now);
  const uri = uriOf(secret, user.email);
  return { secret, uri, picture: drawQrCode(uri) };
}

/**
 * Switches two-factor sign-in on, or to a new app: a code of that app proves that it works. Returns the backup codes, which
 * are never shown again. Other sessions end, because they were opened without this second factor.
 * @throws RecentLoginRequired, WrongCode, AppError conflict (not started, or too long ago), too-many-requests, unavailable
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
  const step = await asCodeGuess(guesserOf(found, client), async () => {
    const typed = readCode(code);
    const found = typed?.kind === 'app' ? stepOf(pending.secret, typed.code, now) : null;
    if (found === null) throw new WrongCode();
    return found;
  });
  const { backupCodes, ended } = await prismaTransaction(async (tx, sql) => {
    if (!(await enablePending(tx, user.id, { ...pending, step, now }))) throw notStarted();
    await queueAccountEmail({ kind: 'two-factor-enabled', email: user.email }, sql);
    await recordSecurityEvent(sql, eventOf(found, client, 'two-factor-on'));
    const codes = await replaceBackupCodes(tx, user.id, now);
    const others = await deleteOtherSessions(sql, user.id, sessionId);
    await publish(sql, user.id, { topic: 'account', data: null });
    return { backupCodes: codes, ended: others };
  });
  await publishSessionsEnded(user.id, ended);
  return { backupCodes };
}

/** Whose attempts are counted, and where from. */
function guesserOf(found: Session, { address }: Client) {
  return { userId: found.user.id, address, known: knownSession(found) };
}

function eventOf({ user }: Session, { userAgent }: Client, kind: SecurityEventKind) {
  return { userId: user.id, kind, userAgent };
}

function notStarted(): AppError {
  return new AppError('conflict', TWO_FACTOR_TEXTS.notStarted);
}

/**
 * Replaces the backup codes.
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
  if (!(await needsCode(user.id))) throw alreadyOff();
  await checkCode({ ...guesserOf(found, client), code, now });
  return prismaTransaction(async (tx, sql) => {
    const backupCodes = await replaceBackupCodes(tx, user.id, now);
    await recordSecurityEvent(sql, eventOf(found, client, 'backup-codes-created'));
    await publish(sql, user.id, { topic: 'account', data: null });
    return { backupCodes };
  });
}

/**
 * Switches two-factor sign-in off: from now on, the password alone opens the account.
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
  if (!(await needsCode(user.id))) throw alreadyOff();
  await checkCode({ ...guesserOf(found, client), code, now });
  await prismaTransaction(async (tx, sql) => {
    if (!(await removeTwoFactor(sql, user.id))) throw alreadyOff();
    await deleteBackupCodes(tx, user.id);
    await queueAccountEmail({ kind: 'two-factor-disabled', email: user.email }, sql);
    await recordSecurityEvent(sql, eventOf(found, client, 'two-factor-off'));
    await publish(sql, user.id, { topic: 'account', data: null });
  });
  await cutIfKeptOut(user.id);
}

function alreadyOff(): AppError {
  return new AppError('conflict', TWO_FACTOR_TEXTS.off);
}

/**
 * For an admin, when someone lost their app and their backup codes, or the device with their passkeys: the password alone
 * opens the account again. Every session ends, and the person gets an email. False if there was neither.
 */
export async function resetTwoFactor(
  { id, email }: { id: UserScope; email: string },
  by: { actorId: string | null; address?: string },
): Promise<boolean> {
  const wasOn = await prismaTransaction(async (tx, sql) => {
    const hadApp = await removeTwoFactor(sql, id);
    const hadPasskeys = (await deletePasskeysOf(tx, id)) > 0;
    if (!hadApp && !hadPasskeys) return false;
    await deleteBackupCodes(tx, id);
    await deleteSessionsOf(id, tx);
    await queueAccountEmail({ kind: 'two-factor-reset', email }, sql);
    await recordAct(sql, { ...by, action: 'reset-two-factor', targetId: id });
    await recordSecurityEvent(sql, { userId: id, kind: 'two-factor-reset' });
    return true;
  });
  if (wasOn) await publishSessionEnded({ userId: id });
  return wasOn;
}

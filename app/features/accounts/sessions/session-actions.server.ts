import { publish } from '~/engine/events/index.server';
import type { Session, SessionUser } from '~/http/session';
import { isOutboxUsed } from '~/features/email/index.server';
import { prismaTransaction, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { formatMoment } from '~/lib/format/dates';
import type { UserScope } from '~/lib/scope';

import { ACCOUNT_TEXTS } from '../texts';
import { queueAccountEmail } from '../emails/send-account-email.server';
import type { SignInMethod } from '../security-events/security-event';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import { findContact, updateTimeZone } from '../users/user-data.server';
import { bestEffort } from './best-effort.server';
import { blankSessionCookies, readSessionCookies } from './cookies.server';
import { isFamiliarDevice, rememberDevice } from './known-device.server';
import { requireRecentLogin } from './recent-login.server';
import { type Client, deviceOf, type SessionView } from './session';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionBySecret,
  deleteSessionsOf,
  listSessions,
  openSession,
  SessionRefused,
} from './session-data.server';
import { publishSessionEnded, publishSessionsEnded } from './session-events.server';

export interface SignedInAccount {
  userId: UserScope;
  passwordHash: string;
  /** The issuer that let the person in. */
  issuerId?: string;
}

/**
 * Opens a session for someone who has shown everything that it takes; their browser is a known device from then on, and if
 * it wasn't one before, they get an email about it. The session's Set-Cookie header comes first.
 * @throws SessionRefused
 */
export async function startSession(
  account: SignedInAccount,
  client: Client,
  method: SignInMethod,
): Promise<{ setCookies: string[] }> {
  const { userId } = account;
  const { userAgent, secure } = client;
  const warned = await whomToWarn(userId, client);
  const { setCookie } = await openSession({ ...account, userAgent, secure });
  await bestEffort(userId, () =>
    recordSecurityEvent(sql, { userId, kind: 'signed-in', userAgent, detail: method }),
  );
  if (warned !== null) {
    const [device, at] = [deviceOf(userAgent), new Date().toISOString()];
    await bestEffort(userId, () =>
      queueAccountEmail({ kind: 'new-device', email: warned, device, at }),
    );
  }
  const known = await bestEffort(userId, () => rememberDevice(account, client));
  return { setCookies: known === undefined ? [setCookie] : [setCookie, known] };
}

/**
 * Opens a session for someone who has signed in, and stores their browser's time zone.
 * @throws SessionRefused; or in its place what `refused` returns: the password changed at this moment
 */
export async function completeSignIn(
  account: SignedInAccount,
  client: Client,
  {
    method,
    timeZone,
    refused,
  }: { method: SignInMethod; timeZone: string | null; refused?: () => AppError },
): Promise<{ userId: UserScope; setCookies: string[] }> {
  const { userId } = account;
  const { setCookies } = await startSession(account, client, method).catch((error: unknown) => {
    throw refused && error instanceof SessionRefused ? refused() : error;
  });
  if (timeZone) await bestEffort(userId, () => updateTimeZone(userId, timeZone));
  return { userId, setCookies };
}

/**
 * The address of someone who is about to sign in on a device that is new to their account. Null for the first sign-in of an
 * account, and without an email service: then the email would reach no one but admins.
 */
async function whomToWarn(userId: UserScope, { cookie }: Client): Promise<string | null> {
  if (isFamiliarDevice(cookie, userId) || isOutboxUsed()) return null;
  const user = await findContact({ userId });
  return user?.seen ? user.email : null;
}

/**
 * Ends the sessions of this Cookie header, if there are any, and returns the headers that clear their cookies, and the
 * issuer that opened the session; null if none did.
 */
export async function signOut(
  cookieHeader: string | null | undefined,
  { secure }: { secure: boolean },
): Promise<{ setCookies: string[]; issuerId: string | null }> {
  let issuerId: string | null = null;
  for (const { secret } of readSessionCookies(cookieHeader)) {
    const ended = await deleteSessionBySecret(secret);
    if (!ended) continue;
    const { userId, sessionId } = ended;
    await publishSessionEnded({ userId, sessionId });
    issuerId ??= ended.issuerId;
  }
  return { setCookies: blankSessionCookies(secure), issuerId };
}

/** For an admin: signs the user out everywhere at once. */
export async function endAllSessions(userId: UserScope): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await deleteSessionsOf(userId, tx);
    await recordSecurityEvent(sql, { userId, kind: 'all-signed-out' });
  });
  await publishSessionEnded({ userId });
}

/** Signs the person out on one of their devices, at once. @throws AppError `not-found` */
export async function revokeSession(
  userId: UserScope,
  sessionId: string,
  { userAgent }: Pick<Client, 'userAgent'>,
): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    const ended = await deleteSession(userId, sessionId, tx);
    if (!ended) throw new AppError('not-found', ACCOUNT_TEXTS.sessionGone);
    const detail = deviceOf(ended.userAgent);
    await recordSecurityEvent(sql, { userId, kind: 'signed-out', userAgent, detail });
    await publish(sql, userId, { topic: 'account', data: null });
  });
  await publishSessionEnded({ userId, sessionId });
}

/** Signs the person out everywhere else. @throws RecentLoginRequired */
export async function revokeOtherSessions(
  found: Session,
  { userAgent }: Pick<Client, 'userAgent'>,
): Promise<void> {
  requireRecentLogin(found);
  const { user, sessionId } = found;
  const ended = await transaction(async (tx) => {
    const others = await deleteOtherSessions(tx, user.id, sessionId);
    await recordSecurityEvent(tx, { userId: user.id, kind: 'others-signed-out', userAgent });
    await publish(tx, user.id, { topic: 'account', data: null });
    return others;
  });
  await publishSessionsEnded(user.id, ended);
}

/** More than anyone looks through; the oldest are left out. */
const MAX_SESSIONS = 100;

/** Where the person is signed in: the session `sessionId` first, if it belongs to them, then the most recently used. */
export async function viewSessions(
  { user, sessionId }: { user: Pick<SessionUser, 'id' | 'timeZone'>; sessionId: string | null },
  now: Date,
): Promise<SessionView[]> {
  const rows = await listSessions(user.id, now, MAX_SESSIONS);
  const views = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceOf(userAgent),
    firstSeen: formatMoment(createdAt, user.timeZone),
    lastUsed: formatMoment(lastUsedAt, user.timeZone),
    isThis: id === sessionId,
  }));
  return [...views.filter(({ isThis }) => isThis), ...views.filter(({ isThis }) => !isThis)];
}

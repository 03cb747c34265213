import { publish } from '~/engine/events/index.server';
import type { Session, SessionUser } from '~/http/session';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { formatMoment } from '~/lib/format';
import type { UserScope } from '~/lib/scope';

import { ACCOUNT_TEXTS } from '../texts';
import type { Client } from './client';
import { deviceOf } from './device';
import { rememberDevice } from './known-device.server';
import { requireRecentLogin } from './recent-login.server';
import {
  blankCookies,
  deleteOtherSessions,
  deleteSession,
  deleteSessionBySecret,
  deleteSessionsOf,
  listSessions,
  openSession,
  readSecrets,
} from './session-data.server';
import { publishSessionEnded } from './session-events.server';
import type { SessionView } from './session-view';

/**
 * Opens a session for someone who has shown all that it takes; their browser is a known device from then on. The
 * session's Set-Cookie header comes first.
 * @throws SessionRefused
 */
export async function startSession(
  account: { userId: UserScope; passwordHash: string },
  client: Client,
): Promise<{ setCookies: string[] }> {
  const { userAgent, secure } = client;
  const { setCookie } = await openSession({ ...account, userAgent, secure });
  return { setCookies: [setCookie, await rememberDevice(account, client)] };
}

/** Ends the sessions of this Cookie header, if there are any, and returns the headers that clear their cookies. */
export async function signOut(
  cookieHeader: string | null | undefined,
  { secure }: { secure: boolean },
): Promise<{ setCookies: string[] }> {
  for (const secret of readSecrets(cookieHeader)) {
    const ended = await deleteSessionBySecret(secret);
    if (ended) await publishSessionEnded(ended);
  }
  return { setCookies: blankCookies(secure) };
}

/** Ends one session of the user, everywhere at once. False when the user has no such session. */
export async function endSession(userId: UserScope, sessionId: string): Promise<boolean> {
  const ended = await deleteSession(sql, userId, sessionId);
  if (ended) await publishSessionEnded({ userId, sessionId });
  return ended;
}

/** Signs the user out everywhere at once. */
export async function endAllSessions(userId: UserScope): Promise<void> {
  await deleteSessionsOf(sql, userId);
  await publishSessionEnded({ userId });
}

/** Signs the person out at one of their places, at once. @throws AppError `not-found` */
export async function revokeSession(userId: UserScope, sessionId: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await deleteSession(tx, userId, sessionId))) {
      throw new AppError('not-found', ACCOUNT_TEXTS.sessionGone);
    }
    await publish(tx, userId, { topic: 'account', data: null });
  });
  await publishSessionEnded({ userId, sessionId });
}

/** Signs the person out everywhere but here. @throws RecentLoginRequired */
export async function revokeOtherSessions(found: Session): Promise<void> {
  requireRecentLogin(found);
  const { user, sessionId } = found;
  const ended = await transaction(async (tx) => {
    const others = await deleteOtherSessions(tx, user.id, sessionId);
    await publish(tx, user.id, { topic: 'account', data: null });
    return others;
  });
  await Promise.all(
    ended.map((other) => publishSessionEnded({ userId: user.id, sessionId: other })),
  );
}

/** More than anyone looks through; the oldest are left out. */
const MAX = 100;

/** Where the person is signed in: this session first, then those used last. Null: none of theirs asks. */
export async function viewSessions(
  { user, sessionId }: { user: Pick<SessionUser, 'id' | 'timeZone'>; sessionId: string | null },
  now: Date,
): Promise<SessionView[]> {
  const rows = await listSessions(sql, user.id, now, MAX);
  const views = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceOf(userAgent),
    firstSeen: formatMoment(createdAt, user.timeZone),
    lastUsed: formatMoment(lastUsedAt, user.timeZone),
    isThis: id === sessionId,
  }));
  return [...views.filter(({ isThis }) => isThis), ...views.filter(({ isThis }) => !isThis)];
}

// Owns the sessions table. The cookie carries a secret; the table has only its SHA-256, and that hash is the session's
// id everywhere else.
import { createHash } from 'node:crypto';

import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';

import type { SessionUser } from '~/http/session';
import { prisma, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import { requestLocale } from '~/lib/format/context.server';
import type { Session, User } from '~/lib/prisma/client';
import { type Owned, userScope, type UserScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';

import { passkeyHost } from '../passkeys/relying-party.server';
import {
  blankPlainCookie,
  readSessionCookies,
  sessionCookie,
  sessionCookies,
} from './cookies.server';

declare module 'lucia' {
  interface Register {
    Lucia: typeof lucia;
    DatabaseUserAttributes: Omit<SessionUser, 'id'>;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

/** Of a session, with when its user was last seen in any session. */
type SessionState = Pick<
  Session,
  'lastUsedAt' | 'userAgent' | 'authenticatedAt' | 'createdAt' | 'hostCookie'
> &
  Pick<User, 'lastSeenAt'>;

interface SessionAttributes extends SessionState {
  /** Only for a new session: it is refused if the user's hash is no longer this one. */
  forPasswordHash?: string;
  /** Only for a new session: the issuer that opened it. */
  issuerId?: string;
}

/** A session ends when it isn't used for this long. */
const LIFETIME = new TimeSpan(30, 'd');
/** Every session ends then, no matter how much it is used. */
const MAX_AGE = new TimeSpan(90, 'd');
const USE_NOTED_EVERY_MS = MINUTE_MS;
const SEEN_NOTED_EVERY_MS = 5 * MINUTE_MS;
const MAX_USER_AGENT = 300;

function sessionIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Thrown by `openSession` if the user was disabled or got another password in the meantime. */
export class SessionRefused extends Error {}

type SessionRow = Owned<Pick<Session, 'userId' | 'expiresAt'>> & SessionState;
type LookupRow = SessionRow & Omit<SessionUser, 'id'>;

// A disabled user has no session. $2 is the host whose passkeys count; null if none do.
const LOOKUP = `
  SELECT s.user_id, s.expires_at, s.last_used_at, s.user_agent, s.authenticated_at, s.created_at,
         s.host_cookie, u.last_seen_at, u.email, u.first_name, u.last_name, u.is_admin, u.email_verified, u.picture_id,
         coalesce(u.chosen_time_zone, u.time_zone) AS time_zone,
         CASE (SELECT second_factor_for FROM sign_in_policies)
           WHEN 'everyone' THEN true WHEN 'admins' THEN u.is_admin ELSE false END
           AND NOT EXISTS (SELECT 1 FROM two_factor t WHERE t.user_id = u.id AND t.enabled_at IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id AND p.rp_id = $2)
         AS lacks_second_factor
    FROM sessions s
    JOIN users u ON u.id = s.user_id
   WHERE s.id = $1 AND u.disabled_at IS NULL`;

// FOR SHARE waits for a transaction that is changing this user, and then sees what it left: a transaction that changes the
// password and deletes the sessions after that can't miss a session that the old password is opening right now.
const INSERT = `
  INSERT INTO sessions
    (id, user_id, expires_at, created_at, last_used_at, authenticated_at, user_agent, host_cookie, issuer_id)
  SELECT $1, u.id, $3, $4, $4, $4, $5, $7, $8
    FROM users u
   WHERE u.id = $2::uuid AND u.disabled_at IS NULL AND u.password_hash = coalesce($6, u.password_hash)
     FOR SHARE
  RETURNING id`;

function toUser(row: LookupRow): Omit<SessionUser, 'id'> {
  const { email, firstName, lastName, isAdmin, emailVerified, timeZone, pictureId } = row;
  const { lacksSecondFactor } = row;
  return {
    ...{ email, firstName, lastName, isAdmin, emailVerified, timeZone, pictureId },
    lacksSecondFactor,
  };
}

function toSession(id: string, { userId, expiresAt, ...row }: SessionRow): DatabaseSession {
  const { lastUsedAt, userAgent, authenticatedAt, createdAt, hostCookie, lastSeenAt } = row;
  return {
    id,
    userId,
    expiresAt,
    attributes: { lastUsedAt, userAgent, authenticatedAt, createdAt, hostCookie, lastSeenAt },
  };
}

/** `getSessionAndUser` and `setSession` get the cookie's secret, as Lucia means it; every other id is the hash. */
const adapter: Adapter = {
  /** SQL: on the path of every request and of every answer's first token, so it is one prepared query. */
  async getSessionAndUser(secret): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const id = sessionIdOf(secret);
    const [row] = await sql.query<LookupRow>(LOOKUP, [id, passkeyHost()], { prepared: true });
    if (!row) return [null, null];
    return [toSession(id, row), { id: row.userId, attributes: toUser(row) }];
  },

  async getUserSessions(userId) {
    const rows = await prisma.session.findMany({
      where: { userId },
      include: { user: { select: { lastSeenAt: true } } },
    });
    return rows.map(({ id, user, ...row }) =>
      toSession(id, { ...row, ...user, userId: userScope(row.userId) }),
    );
  },

  /** SQL: locks the user's row while it inserts. @throws SessionRefused */
  async setSession({ id: secret, userId, expiresAt, attributes }) {
    const inserted = await sql.query(INSERT, [
      sessionIdOf(secret),
      userId,
      expiresAt,
      attributes.lastUsedAt,
      attributes.userAgent,
      attributes.forPasswordHash ?? null,
      attributes.hostCookie,
      attributes.issuerId ?? null,
    ]);
    if (inserted.length === 0) throw new SessionRefused();
  },

  async updateSessionExpiration(id, expiresAt) {
    await prisma.session.updateMany({ where: { id }, data: { expiresAt } });
  },

  async deleteSession(id) {
    await prisma.session.deleteMany({ where: { id } });
  },

  async deleteUserSessions(userId) {
    await deleteSessionsOf(userScope(userId));
  },

  async deleteExpiredSessions() {
    await prisma.session.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  },
};

const lucia = new Lucia(adapter, {
  sessionExpiresIn: LIFETIME,
  getSessionAttributes: (attributes) => attributes,
  getUserAttributes: (attributes) => attributes,
});

export interface NewSession {
  userId: UserScope;
  userAgent: string | null | undefined;
  secure: boolean;
  /** The hash that the password was checked against; left out if it wasn't the password that let the user in. */
  passwordHash?: string;
  /** The issuer that let the user in, as the settings name it. */
  issuerId?: string;
}

/** @throws SessionRefused */
export async function openSession(
  session: NewSession,
): Promise<{ sessionId: string; setCookie: string }> {
  const now = new Date();
  const { id: secret } = await lucia.createSession(session.userId, {
    lastUsedAt: now,
    authenticatedAt: now,
    createdAt: now,
    lastSeenAt: null,
    userAgent: session.userAgent?.slice(0, MAX_USER_AGENT).toWellFormed() ?? null,
    hostCookie: session.secure,
    forPasswordHash: session.passwordHash,
    issuerId: session.issuerId,
  });
  await noteSeen(session.userId, null, now);
  return { sessionId: sessionIdOf(secret), setCookie: sessionCookie(secret, session.secure) };
}

export interface FoundSession {
  user: SessionUser;
  sessionId: string;
  authenticatedAt: Date;
  /** The Set-Cookie headers of a session that was just renewed, or whose cookie gets its new name. */
  setCookies: string[];
}

/**
 * The session of a Cookie header, renewed for another LIFETIME when half of it has passed, but never beyond MAX_AGE; null
 * once it has ended. The cookie of a session that was opened over https before cookies had the prefix __Host- is
 * replaced: its old name counts until the browser has shown the new one, so that a lost response signs no one out.
 */
export async function findSession(
  cookieHeader: string | null | undefined,
  secure: boolean,
): Promise<FoundSession | null> {
  const [cookie] = readSessionCookies(cookieHeader);
  if (!cookie) return null;
  const [session, user] = await adapter.getSessionAndUser(cookie.secret);
  if (!session || !user) return null;
  const now = new Date();
  if (session.expiresAt <= now) {
    await adapter.deleteSession(session.id);
    return null;
  }
  const { attributes } = session;
  const hosted = cookie.name === sessionCookies.hosted;
  if (attributes.hostCookie && !hosted) return null;
  const renewed = await renew(session, now);
  await noteUse(session, now);
  const overHttps = hosted || secure;
  if (hosted && !attributes.hostCookie) {
    await prisma.session.updateMany({ where: { id: session.id }, data: { hostCookie: true } });
  }
  const renamed = overHttps && !hosted;
  return {
    user: { id: userScope(user.id), ...user.attributes },
    sessionId: session.id,
    authenticatedAt: attributes.authenticatedAt,
    setCookies: [
      ...(renewed || renamed ? [sessionCookie(cookie.secret, overHttps)] : []),
      ...(renamed ? [blankPlainCookie(true)] : []),
    ],
  };
}

async function renew(session: DatabaseSession, now: Date): Promise<boolean> {
  const half = LIFETIME.milliseconds() / 2;
  if (session.expiresAt.getTime() - now.getTime() > half) return false;
  const latest = session.attributes.createdAt.getTime() + MAX_AGE.milliseconds();
  if (session.expiresAt.getTime() >= latest) return false;
  const expiresAt = new Date(Math.min(now.getTime() + LIFETIME.milliseconds(), latest));
  await adapter.updateSessionExpiration(session.id, expiresAt);
  return true;
}

/**
 * The user of a session that is named by its id, unless it has ended; this neither renews it nor counts as a use of it.
 * SQL: the same lookup as for a cookie.
 */
export async function findOpenSession(
  { userId, sessionId }: { userId: UserScope; sessionId: string },
  now: Date,
): Promise<SessionUser | null> {
  const [row] = await sql.query<LookupRow>(
    `${LOOKUP} AND s.user_id = $3::uuid AND s.expires_at > $4::timestamptz`,
    [sessionId, passkeyHost(), userId, now],
  );
  return row ? { id: row.userId, ...toUser(row) } : null;
}

async function noteUse({ id, userId, attributes }: DatabaseSession, now: Date): Promise<void> {
  const stale = new Date(now.getTime() - USE_NOTED_EVERY_MS);
  if (attributes.lastUsedAt > stale) return;
  await prisma.session.updateMany({
    where: { id, lastUsedAt: { lte: stale } },
    data: { lastUsedAt: now },
  });
  await noteSeen(userScope(userId), attributes.lastSeenAt, now);
}

/**
 * When, and how their browser writes numbers and dates. Outlives the session. Written at most once in a few minutes, no
 * matter how many sessions the user has.
 * SQL: Prisma would also set `updated_at`.
 */
async function noteSeen(userId: UserScope, lastSeenAt: Date | null, now: Date): Promise<void> {
  const stale = new Date(now.getTime() - SEEN_NOTED_EVERY_MS);
  if (lastSeenAt !== null && lastSeenAt > stale) return;
  await sql.query(
    `UPDATE users SET last_seen_at = $2, locale = coalesce($4::text, locale)
      WHERE id = $1::uuid AND (last_seen_at IS NULL OR last_seen_at <= $3)`,
    [userId, now, stale, requestLocale()],
  );
}

/** What it was; null if the user had no such session. */
export async function deleteSession(
  userId: UserScope,
  sessionId: string,
  db: PrismaTx = prisma,
): Promise<Pick<Session, 'userAgent'> | null> {
  const where = { id: sessionId, userId };
  const row = await db.session.findUnique({ where, select: { userAgent: true } });
  const { count } = await db.session.deleteMany({ where });
  return count > 0 ? row : null;
}

/** Ends a session by its secret, which alone is enough for that; null if there is none. */
export async function deleteSessionBySecret(
  secret: string,
): Promise<{ userId: UserScope; sessionId: string; issuerId: string | null } | null> {
  const sessionId = sessionIdOf(secret);
  const where = { id: sessionId };
  const session = await prisma.session.findUnique({
    where,
    select: { userId: true, issuerId: true },
  });
  if (!session) return null;
  const [userId, issuerId] = [userScope(session.userId), session.issuerId];
  return (await deleteSession(userId, sessionId)) ? { userId, sessionId, issuerId } : null;
}

export async function deleteSessionsOf(userId: UserScope, db: PrismaTx = prisma): Promise<void> {
  await db.session.deleteMany({ where: { userId } });
}

/** Ends all but one; returns the ids of the others. SQL: Prisma can't return what it deletes. */
export async function deleteOtherSessions(
  sql: Sql,
  userId: UserScope,
  sessionId: string,
): Promise<string[]> {
  const rows = await sql.query<Pick<Session, 'id'>>(
    'DELETE FROM sessions WHERE user_id = $1::uuid AND id <> $2 RETURNING id',
    [userId, sessionId],
  );
  return rows.map(({ id }) => id);
}

export function hasSession(
  tx: PrismaTx,
  { userId, sessionId }: { userId: UserScope; sessionId: string },
): Promise<boolean> {
  return tx.session.count({ where: { id: sessionId, userId } }).then((count) => count > 0);
}

export type EndedSession = Owned<Pick<Session, 'id' | 'userId'>>;

/**
 * Ends the sessions, except `keep`, of people for whom a rule begins that requires a second factor, and who have only
 * passkeys: a password alone may have opened them. `of` limits it to those who are admins, or aren't, or to one user.
 * SQL: Prisma can't return what it deletes.
 */
export function deletePasskeyOnlySessions(
  sql: Sql,
  of: { userId?: UserScope; isAdmin?: boolean },
  keep?: string,
): Promise<EndedSession[]> {
  return sql.query<EndedSession>(
    `DELETE FROM sessions s USING users u
      WHERE u.id = s.user_id
        AND ($1::uuid IS NULL OR u.id = $1)
        AND ($2::boolean IS NULL OR u.is_admin = $2)
        AND s.id IS DISTINCT FROM $3::text
        AND EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id AND p.rp_id = $4)
        AND NOT EXISTS (SELECT 1 FROM two_factor t WHERE t.user_id = u.id AND t.enabled_at IS NOT NULL)
  RETURNING s.id, s.user_id`,
    [of.userId ?? null, of.isAdmin ?? null, keep ?? null, passkeyHost()],
  );
}

/** The password or a passkey was given again in this session. False if it has ended, or that password is no longer the user's. */
export async function noteAuthenticated(
  {
    userId,
    sessionId,
    passwordHash,
  }: { userId: UserScope; sessionId: string; passwordHash: string },
  db: PrismaTx = prisma,
): Promise<boolean> {
  const { count } = await db.session.updateMany({
    where: { id: sessionId, userId, user: { passwordHash } },
    data: { authenticatedAt: new Date() },
  });
  return count > 0;
}

export type ListedSession = Pick<Session, 'id' | 'userAgent' | 'createdAt' | 'lastUsedAt'>;

/** Those that have not ended, the most recently used first. */
export function listSessions(
  userId: UserScope,
  now: Date,
  limit: number,
): Promise<ListedSession[]> {
  return prisma.session.findMany({
    where: { userId, expiresAt: { gt: now } },
    select: { id: true, userAgent: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
    take: limit,
  });
}

/** A job: rows of sessions that expired are otherwise deleted only when their cookie comes again. */
export async function purgeSessions(): Promise<void> {
  await lucia.deleteExpiredSessions();
}

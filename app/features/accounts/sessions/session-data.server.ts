// Owns the sessions table. The cookie carries a secret; the table knows its SHA-256 only, and that hash is the
// session's id everywhere else.
import { createHash } from 'node:crypto';

import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';

import type { SessionUser } from '~/http/session';
import { sql, type Sql } from '~/lib/db/index.server';
import { userScope, type UserScope } from '~/lib/scope';

import { readCookie, serializeCookie, sessionCookies } from './cookies.server';

declare module 'lucia' {
  interface Register {
    Lucia: typeof lucia;
    DatabaseUserAttributes: Omit<SessionUser, 'id'>;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

interface SessionAttributes {
  lastUsedAt: Date;
  userAgent: string | null;
  /** When the password was last given in this session. */
  authenticatedAt: Date;
  createdAt: Date;
  /** The browser has it in a cookie with the prefix __Host-, and it counts in no other. */
  hostCookie: boolean;
  /** When the user was last seen, in whatever session. */
  lastSeenAt: Date | null;
  /** Only when a session is made: it is refused if the user's hash is no longer this one. */
  forPasswordHash?: string;
}

/** What Lucia makes: 25 random bytes in base32. */
const SECRET = /^[a-z2-7]{40}$/;
/** A session that is not used for so long ends. */
const LIFETIME = new TimeSpan(30, 'd');
/** Every session ends then, however much it is used. */
const MAX_AGE = new TimeSpan(90, 'd');
const USE_NOTED_EVERY_MS = 60_000;
const SEEN_NOTED_EVERY_MS = 5 * 60_000;
const MAX_USER_AGENT = 300;

function sessionIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Thrown by `openSession` when the user was disabled or got another password meanwhile. */
export class SessionRefused extends Error {}

interface SessionRow {
  userId: UserScope;
  expiresAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
  authenticatedAt: Date;
  createdAt: Date;
  hostCookie: boolean;
  lastSeenAt: Date | null;
}

/** With its user. */
interface LookupRow extends SessionRow {
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  timeZone: string | null;
  pictureId: string | null;
}

// On the path of every request and of every answer's first token: one query. A disabled user has no session.
const LOOKUP = `
  SELECT s.user_id, s.expires_at, s.last_used_at, s.user_agent, s.authenticated_at, s.created_at,
         s.host_cookie, u.last_seen_at, u.email, u.first_name, u.last_name, u.is_admin, u.email_verified, u.picture_id,
         coalesce(u.chosen_time_zone, u.time_zone) AS time_zone
    FROM sessions s
    JOIN users u ON u.id = s.user_id
   WHERE s.id = $1 AND u.disabled_at IS NULL`;

// FOR SHARE waits for a transaction that is changing this user, and then sees what it left: whoever changes the
// password and deletes the sessions after it can't miss a session that the old password is opening right now.
const INSERT = `
  INSERT INTO sessions
    (id, user_id, expires_at, created_at, last_used_at, authenticated_at, user_agent, host_cookie)
  SELECT $1, u.id, $3, $4, $4, $4, $5, $7
    FROM users u
   WHERE u.id = $2::uuid AND u.disabled_at IS NULL AND u.password_hash = coalesce($6, u.password_hash)
     FOR SHARE
  RETURNING id`;

function attributesOf(row: SessionRow): SessionAttributes {
  return {
    lastUsedAt: row.lastUsedAt,
    userAgent: row.userAgent,
    authenticatedAt: row.authenticatedAt,
    createdAt: row.createdAt,
    hostCookie: row.hostCookie,
    lastSeenAt: row.lastSeenAt,
  };
}

function userOf(row: LookupRow): Omit<SessionUser, 'id'> {
  return {
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    isAdmin: row.isAdmin,
    emailVerified: row.emailVerified,
    timeZone: row.timeZone,
    pictureId: row.pictureId,
  };
}

/** `getSessionAndUser` and `setSession` get the cookie's secret, as Lucia means it; every other id is the hash. */
const adapter: Adapter = {
  async getSessionAndUser(secret): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const id = sessionIdOf(secret);
    const [row] = await sql.query<LookupRow>(LOOKUP, [id], { prepared: true });
    if (!row) return [null, null];
    return [
      {
        id,
        userId: row.userId,
        expiresAt: row.expiresAt,
        attributes: attributesOf(row),
      },
      {
        id: row.userId,
        attributes: userOf(row),
      },
    ];
  },

  async getUserSessions(userId) {
    const rows = await sql.query<SessionRow & { id: string }>(
      `SELECT s.id, s.user_id, s.expires_at, s.last_used_at, s.user_agent, s.authenticated_at, s.created_at,
              s.host_cookie, u.last_seen_at
         FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.user_id = $1::uuid ORDER BY s.last_used_at DESC`,
      [userId],
    );
    return rows.map((row) => ({
      id: row.id,
      userId: row.userId,
      expiresAt: row.expiresAt,
      attributes: attributesOf(row),
    }));
  },

  async setSession({ id: secret, userId, expiresAt, attributes }) {
    const inserted = await sql.query(INSERT, [
      sessionIdOf(secret),
      userId,
      expiresAt,
      attributes.lastUsedAt,
      attributes.userAgent,
      attributes.forPasswordHash ?? null,
      attributes.hostCookie,
    ]);
    if (inserted.length === 0) throw new SessionRefused();
  },

  async updateSessionExpiration(id, expiresAt) {
    await sql.query('UPDATE sessions SET expires_at = $2 WHERE id = $1', [id, expiresAt]);
  },

  async deleteSession(id) {
    await sql.query('DELETE FROM sessions WHERE id = $1', [id]);
  },

  async deleteUserSessions(userId) {
    await sql.query('DELETE FROM sessions WHERE user_id = $1::uuid', [userId]);
  },

  async deleteExpiredSessions() {
    await sql.query('DELETE FROM sessions WHERE expires_at <= $1', [new Date()]);
  },
};

const lucia = new Lucia(adapter, {
  sessionExpiresIn: LIFETIME,
  getSessionAttributes: (attributes) => attributes,
  getUserAttributes: (attributes) => attributes,
});

interface SessionCookie {
  name: string;
  secret: string;
}

/** Those in a Cookie header, the one first that is to be trusted first. */
function sessionCookiesIn(cookieHeader: string | null | undefined): SessionCookie[] {
  return sessionCookies.names.flatMap((name) => {
    const secret = readCookie(cookieHeader, name);
    return secret !== null && SECRET.test(secret) ? [{ name, secret }] : [];
  });
}

/** All secrets in a Cookie header. */
export function readSecrets(cookieHeader: string | null | undefined): string[] {
  return sessionCookiesIn(cookieHeader).map(({ secret }) => secret);
}

/**
 * The row alone decides when a session ends: the cookie outlives it, so an answer that can't carry the renewed cookie (a
 * socket's handshake) shortens nothing.
 */
const COOKIE_MAX_AGE_S = 400 * 24 * 3600;

function cookieFor(secret: string, secure: boolean): string {
  return serializeCookie(sessionCookies.nameFor(secure), secret, {
    secure,
    maxAge: COOKIE_MAX_AGE_S,
  });
}

/** Makes the browser forget the name that is used over http, and was used over https once. */
function blankPlain(secure: boolean): string {
  return serializeCookie(sessionCookies.plain, '', { secure, maxAge: 0 });
}

/** The Set-Cookie headers that make the browser forget the session. */
export function blankCookies(secure: boolean): string[] {
  if (!secure) return [blankPlain(false)];
  return [serializeCookie(sessionCookies.hosted, '', { secure, maxAge: 0 }), blankPlain(true)];
}

export interface NewSession {
  userId: UserScope;
  userAgent: string | null | undefined;
  secure: boolean;
  /** The hash that the password was checked against; left out when the password isn't what let the user in. */
  passwordHash?: string;
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
  });
  await noteSeen(session.userId, null, now);
  return { sessionId: sessionIdOf(secret), setCookie: cookieFor(secret, session.secure) };
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
 * once it ended. One that was opened over https before cookies had the prefix __Host- is exchanged: its old name counts
 * until the browser has shown the new one, so that no one is signed out by an answer that got lost.
 */
export async function findSession(
  cookieHeader: string | null | undefined,
  secure: boolean,
): Promise<FoundSession | null> {
  const [cookie] = sessionCookiesIn(cookieHeader);
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
    await sql.query('UPDATE sessions SET host_cookie = true WHERE id = $1', [session.id]);
  }
  const exchanged = overHttps && !hosted;
  return {
    user: { id: userScope(user.id), ...user.attributes },
    sessionId: session.id,
    authenticatedAt: attributes.authenticatedAt,
    setCookies: [
      ...(renewed || exchanged ? [cookieFor(cookie.secret, overHttps)] : []),
      ...(exchanged ? [blankPlain(true)] : []),
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

/** The user of a session that is named by its id, unless it has ended; this neither renews it nor counts as its use. */
export async function findOpenSession(
  { userId, sessionId }: { userId: UserScope; sessionId: string },
  now: Date,
): Promise<SessionUser | null> {
  const [row] = await sql.query<LookupRow>(
    `${LOOKUP} AND s.user_id = $2::uuid AND s.expires_at > $3::timestamptz`,
    [sessionId, userId, now],
  );
  return row ? { id: row.userId, ...userOf(row) } : null;
}

async function noteUse({ id, userId, attributes }: DatabaseSession, now: Date): Promise<void> {
  const stale = new Date(now.getTime() - USE_NOTED_EVERY_MS);
  if (attributes.lastUsedAt > stale) return;
  await sql.query('UPDATE sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at <= $3', [
    id,
    now,
    stale,
  ]);
  await noteSeen(userScope(userId), attributes.lastSeenAt, now);
}

/** Outlives the session, and is written once in a few minutes at most, in however many sessions the user is. */
async function noteSeen(userId: UserScope, lastSeenAt: Date | null, now: Date): Promise<void> {
  const stale = new Date(now.getTime() - SEEN_NOTED_EVERY_MS);
  if (lastSeenAt !== null && lastSeenAt > stale) return;
  await sql.query(
    `UPDATE users SET last_seen_at = $2
      WHERE id = $1::uuid AND (last_seen_at IS NULL OR last_seen_at <= $3)`,
    [userId, now, stale],
  );
}

/** True if the user had this session. */
export async function deleteSession(
  on: Sql,
  userId: UserScope,
  sessionId: string,
): Promise<boolean> {
  const rows = await on.query(
    'DELETE FROM sessions WHERE id = $1 AND user_id = $2::uuid RETURNING id',
    [sessionId, userId],
  );
  return rows.length > 0;
}

/** The secret alone is enough to end its session; returns whose it was. */
export async function deleteSessionBySecret(
  secret: string,
): Promise<{ userId: UserScope; sessionId: string } | null> {
  const [row] = await sql.query<{ userId: UserScope; id: string }>(
    'DELETE FROM sessions WHERE id = $1 RETURNING user_id, id',
    [sessionIdOf(secret)],
  );
  return row ? { userId: row.userId, sessionId: row.id } : null;
}

export async function deleteSessionsOf(on: Sql, userId: UserScope): Promise<void> {
  await on.query('DELETE FROM sessions WHERE user_id = $1::uuid', [userId]);
}

/** Ends all but one; returns the ended ones. */
export async function deleteOtherSessions(
  tx: Sql,
  userId: UserScope,
  sessionId: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'DELETE FROM sessions WHERE user_id = $1::uuid AND id <> $2 RETURNING id',
    [userId, sessionId],
  );
  return rows.map(({ id }) => id);
}

/** The password was given again in this session. False when it has ended, or that password is no longer the user's. */
export async function noteAuthenticated(
  on: Sql,
  session: { userId: UserScope; sessionId: string; passwordHash: string },
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE sessions s SET authenticated_at = $4
       FROM users u
      WHERE s.id = $1 AND s.user_id = $2::uuid AND u.id = s.user_id AND u.password_hash = $3
      RETURNING s.id`,
    [session.sessionId, session.userId, session.passwordHash, new Date()],
  );
  return rows.length > 0;
}

export interface ListedSession {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** Those that have not ended, used last first. */
export function listSessions(
  on: Sql,
  userId: UserScope,
  now: Date,
  limit: number,
): Promise<ListedSession[]> {
  return on.query<ListedSession>(
    `SELECT id, user_agent, created_at, last_used_at
       FROM sessions WHERE user_id = $1::uuid AND expires_at > $2::timestamptz
      ORDER BY last_used_at DESC, id LIMIT $3::int`,
    [userId, now, limit],
  );
}

/** For a job: rows that ended by themselves are otherwise deleted only when their cookie comes again. */
export async function purgeSessions(): Promise<void> {
  await lucia.deleteExpiredSessions();
}

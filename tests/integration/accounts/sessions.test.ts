import { createHash } from 'node:crypto';

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import {
  authenticate,
  bearerUser,
  disableUser,
  enableUser,
  endAllSessions,
  onSessionEnded,
  setPassword,
} from '~/features/accounts/index.server';
import { purgeSessions } from '~/features/accounts/sessions/session-data.server';
import { issueIdToken } from '~/features/accounts/sessions/authenticate.server';
import { revokeSession, signOut } from '~/features/accounts/sessions/session-actions.server';
import { openSession } from '~/features/accounts/sessions/session-data.server';
import type { SessionEnded } from '~/features/accounts/sessions/session-events.server';
import { pool, prisma, transaction } from '~/lib/db/index.server';
import { withFormatContext } from '~/lib/format/context.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS, MINUTE_MS } from '~/lib/time';

import { somewhere } from '../../factories/two-factor';
import { cookieOf, createUser, signInCookie } from '../../factories/users';
import { spyOnStatements } from '../../harness/statements';

/** Fakes only Date: timers and the database continue. */
function setNow(time: number | Date): void {
  vi.useFakeTimers({ toFake: ['Date'], now: time });
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
const rowsOf = (userId: UserScope) => prisma.session.findMany({ where: { userId } });

async function rowOf(userId: UserScope) {
  const [row, ...more] = await rowsOf(userId);
  expect(more).toEqual([]);
  return row!;
}

function collectEnded(): SessionEnded[] {
  const events: SessionEnded[] = [];
  onTestFinished(onSessionEnded((event) => void events.push(event)));
  return events;
}

describe('a session', () => {
  test('identifies its user in one query', async () => {
    const user = await createUser({ isAdmin: true, timeZone: 'Europe/Berlin' });
    const cookie = await signInCookie(user);
    const query = spyOnStatements();
    const found = await authenticate(`theme=dark; ${cookie}; other=%zz`);
    expect(query).toHaveBeenCalledTimes(1);
    expect(found).toEqual({
      user: {
        id: user.id,
        email: user.email,
        firstName: 'Ada',
        lastName: 'Byron',
        isAdmin: true,
        emailVerified: false,
        timeZone: 'Europe/Berlin',
        pictureId: null,
        lacksSecondFactor: false,
      },
      sessionId: createHash('sha256').update(secretOf(cookie)).digest('hex'),
      authenticatedAt: (await rowOf(user.id)).authenticatedAt,
      setCookies: [],
    });
  });

  test('is stored under the hash of its secret, with which no one can sign in', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    const row = await rowOf(user.id);
    expect(JSON.stringify(row)).not.toContain(secretOf(cookie));
    expect(row.id).toBe(createHash('sha256').update(secretOf(cookie)).digest('hex'));
    expect(await authenticate(`brandwright_session=${row.id}`)).toBeNull();
  });

  test.each([
    undefined,
    null,
    '',
    'brandwright_session=',
    'brandwright_session=%zz',
    `brandwright_session=${'a'.repeat(40)}x`,
    `brandwright_session=${'A'.repeat(40)}`,
    `not_brandwright_session=${'a'.repeat(40)}`,
  ])('is not found in the Cookie header %j, without a query', async (header) => {
    const query = spyOnStatements();
    expect(await authenticate(header)).toBeNull();
    expect(query).not.toHaveBeenCalled();
  });

  test('is not found for an unknown secret', async () => {
    expect(await authenticate(`brandwright_session=${'a'.repeat(40)}`)).toBeNull();
  });

  test('stores the browser’s name up to a sensible length', async () => {
    const user = await createUser();
    await openSession({ userId: user.id, userAgent: `Firefox ${'x'.repeat(999)}`, secure: false });
    expect((await rowOf(user.id)).userAgent).toMatch(/^Firefox x{292}$/);
  });

  test.each([
    [true, /; Secure/],
    [false, /^(?!.*Secure)/],
  ])('has a suitable cookie if secure is %s', async (secure, pattern) => {
    const user = await createUser();
    const { setCookie } = await openSession({ userId: user.id, userAgent: null, secure });
    expect(setCookie).toMatch(pattern);
    expect(setCookie).toMatch(/^(__Host-)?brandwright_session=[a-z2-7]{40}; /);
    expect(setCookie).toMatch(/; HttpOnly/);
    expect(setCookie).toMatch(/; SameSite=Lax/);
    expect(setCookie).toMatch(/; Path=\//);
    // Longer than the session, because the row decides.
    expect(Number(/Max-Age=(\d+)/.exec(setCookie)![1])).toBeGreaterThan(30 * 24 * 3600);
  });
});

describe('the cookie of a session', () => {
  const HOSTED =
    /^__Host-brandwright_session=[a-z2-7]{40}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/;
  const BLANK = 'brandwright_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure';

  test('has the prefix __Host- over https, and doesn’t count without it', async () => {
    const { id: userId } = await createUser();
    const opened = await openSession({ userId, userAgent: null, secure: true });
    expect(opened.setCookie).toMatch(HOSTED);
    const cookie = cookieOf(opened.setCookie);
    expect(await authenticate(cookie, { secure: true })).toMatchObject({ setCookies: [] });
    // Another page of the domain, or someone on the network, could have planted this cookie.
    const planted = cookie.replace('__Host-', '');
    expect(await authenticate(planted, { secure: true })).toBeNull();
    expect(await authenticate(planted, { secure: false })).toBeNull();
  });

  test('keeps its name over http', async () => {
    const { id: userId } = await createUser();
    const { setCookie } = await openSession({ userId, userAgent: null, secure: false });
    expect(setCookie).toMatch(
      /^brandwright_session=[a-z2-7]{40}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    expect(await authenticate(cookieOf(setCookie))).toMatchObject({ setCookies: [] });
  });

  test('is replaced over https if an earlier version set it, until the browser has shown the new one', async () => {
    const user = await createUser();
    const old = await signInCookie(user);
    const first = (await authenticate(old, { secure: true }))!;
    expect(first.setCookies).toEqual([expect.stringMatching(HOSTED), BLANK]);
    // A lost response or a parallel request signs no one out.
    expect((await authenticate(old, { secure: true }))!.setCookies).toEqual(first.setCookies);
    const renamed = cookieOf(first.setCookies[0]!);
    const found = await authenticate(`${old}; ${renamed}`, { secure: true });
    expect(found).toMatchObject({ sessionId: first.sessionId, setCookies: [] });
    expect(await authenticate(old, { secure: true })).toBeNull();
    expect(await authenticate(renamed, { secure: true })).not.toBeNull();
  });

  test('with the prefix takes precedence over one without it', async () => {
    const [user, stranger] = [await createUser(), await createUser()];
    const opened = await openSession({ userId: user.id, userAgent: null, secure: true });
    const planted = await signInCookie(stranger);
    const found = await authenticate(`${planted}; ${cookieOf(opened.setCookie)}`);
    expect(found!.user.id).toBe(user.id);
  });

  test('is not read from a header that is longer than browsers send', async () => {
    const cookie = await signInCookie(await createUser());
    expect(await authenticate(`${'a=b; '.repeat(100_000)}${cookie}`)).toBeNull();
  });
});

describe('a session ends', () => {
  test('after 90 days, no matter how much it is used', async () => {
    const user = await createUser();
    const start = Date.now();
    const cookie = await signInCookie(user);
    for (let day = 10; day < 90; day += 10) {
      setNow(start + day * DAY_MS);
      expect(await authenticate(cookie), `day ${day}`).not.toBeNull();
    }
    setNow(start + 90 * DAY_MS - MINUTE_MS);
    const query = spyOnStatements();
    const found = (await authenticate(cookie))!;
    expect(found.setCookies).toEqual([]);
    // Close to its end it isn't renewed with each request.
    query.mockClear();
    await authenticate(cookie);
    expect(query).toHaveBeenCalledTimes(1);
    const token = issueIdToken(found, new Date()).token;
    expect(await bearerUser(`Bearer ${token}`, new Date())).not.toBeNull();
    setNow(start + 90 * DAY_MS + MINUTE_MS);
    expect(await bearerUser(`Bearer ${token}`, new Date())).toBeNull();
    expect(await authenticate(cookie)).toBeNull();
    expect(await rowsOf(user.id)).toEqual([]);
  });

  test('after 30 days without use, and its row is deleted', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    setNow(Date.now() + 30 * DAY_MS + MINUTE_MS);
    expect(await authenticate(cookie)).toBeNull();
    expect(await rowsOf(user.id)).toEqual([]);
  });

  test('later if it is used after half of its time, and then the cookie is sent again', async () => {
    const user = await createUser();
    const start = Date.now();
    const cookie = await signInCookie(user);

    setNow(start + 14 * DAY_MS);
    expect((await authenticate(cookie))!.setCookies).toEqual([]);
    setNow(start + 16 * DAY_MS);
    const renewed = await authenticate(cookie);
    expect(renewed!.setCookies.map(cookieOf)).toEqual([cookie]);
    expect((await authenticate(cookie))!.setCookies).toEqual([]);

    setNow(start + 45 * DAY_MS);
    expect(await authenticate(cookie)).not.toBeNull();
    setNow(start + 76 * DAY_MS);
    expect(await authenticate(cookie)).toBeNull();
  });

  test('after 30 days, and a job deletes its row', async () => {
    const [gone, stays] = [await createUser(), await createUser()];
    await signInCookie(gone);
    setNow(Date.now() + 20 * DAY_MS);
    await signInCookie(stays);
    setNow(Date.now() + 11 * DAY_MS);
    await purgeSessions();
    expect(await rowsOf(gone.id)).toHaveLength(0);
    expect(await rowsOf(stays.id)).toHaveLength(1);
  });
});

test('the last use of a session is recorded at most once a minute', async () => {
  const user = await createUser();
  const start = Date.now();
  const cookie = await signInCookie(user);
  const lastUsed = async () => (await rowOf(user.id)).lastUsedAt.getTime();
  const first = await lastUsed();

  setNow(start + 0.9 * MINUTE_MS);
  await authenticate(cookie);
  expect(await lastUsed()).toBe(first);

  setNow(start + 2 * MINUTE_MS);
  const query = spyOnStatements();
  await Promise.all(Array.from({ length: 5 }, () => authenticate(cookie)));
  expect(await lastUsed()).toBe(start + 2 * MINUTE_MS);

  query.mockClear();
  setNow(start + 2.9 * MINUTE_MS);
  await authenticate(cookie);
  expect(query).toHaveBeenCalledTimes(1);
  expect(await lastUsed()).toBe(start + 2 * MINUTE_MS);
});

test('when a user was last seen is recorded at most every five minutes, and outlives the session', async () => {
  const user = await createUser();
  const start = Date.now();
  setNow(start);
  const [cookie, other] = [await signInCookie(user), await signInCookie(user)];
  const seen = async () => {
    const { lastSeenAt } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    return (lastSeenAt!.getTime() - start) / MINUTE_MS;
  };
  expect(await seen()).toBe(0);
  setNow(start + 4 * MINUTE_MS);
  await authenticate(cookie);
  expect(await seen()).toBe(0);
  setNow(start + 6 * MINUTE_MS);
  await authenticate(cookie);
  setNow(start + 8 * MINUTE_MS);
  await authenticate(other);
  expect(await seen()).toBe(6);
  await signOut(cookie, { secure: false });
  await signOut(other, { secure: false });
  expect(await rowsOf(user.id)).toEqual([]);
  expect(await seen()).toBe(6);
});

test('the language of the browser is kept with the user, for emails, until it changes', async () => {
  const user = await createUser();
  const start = Date.now();
  setNow(start);
  const cookie = await withFormatContext('de,en;q=0.5', () => signInCookie(user));
  const locale = async () =>
    (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).locale;
  expect(await locale()).toBe('de-DE');
  setNow(start + 6 * MINUTE_MS);
  await authenticate(cookie);
  expect(await locale()).toBe('de-DE');
  setNow(start + 12 * MINUTE_MS);
  await withFormatContext('en-GB', () => authenticate(cookie));
  expect(await locale()).toBe('en-GB');
});

describe('ending sessions', () => {
  test('signing out ends this session and clears its cookie', async () => {
    const user = await createUser();
    const [cookie, other] = [await signInCookie(user), await signInCookie(user)];
    const { sessionId } = (await authenticate(cookie))!;
    const events = collectEnded();
    const { setCookies } = await signOut(`a=b; ${cookie}`, { secure: true });
    expect(setCookies).toEqual([
      '__Host-brandwright_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      'brandwright_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(await authenticate(cookie)).toBeNull();
    expect(await authenticate(other)).not.toBeNull();
    expect(events).toEqual([{ userId: user.id, sessionId }]);
  });

  test('signing out without a session still clears the cookie', async () => {
    const events = collectEnded();
    expect((await signOut(undefined, { secure: false })).setCookies).toEqual([
      expect.stringMatching(/Max-Age=0/),
    ]);
    expect(
      (await signOut(`brandwright_session=${'a'.repeat(40)}`, { secure: false })).setCookies,
    ).toEqual([expect.stringMatching(/Max-Age=0/)]);
    expect(events).toEqual([]);
  });

  test('only its own user can end a session', async () => {
    const [user, stranger] = [await createUser(), await createUser()];
    const cookie = await signInCookie(user);
    const { sessionId } = (await authenticate(cookie))!;
    const events = collectEnded();
    await expect(revokeSession(stranger.id, sessionId, somewhere)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await authenticate(cookie)).not.toBeNull();
    expect(events).toEqual([]);
    await revokeSession(user.id, sessionId, somewhere);
    expect(await authenticate(cookie)).toBeNull();
    expect(events).toEqual([{ userId: user.id, sessionId }]);
  });

  test.each([
    ['endAllSessions', (id: UserScope) => endAllSessions(id)],
    ['a new password', (id: UserScope) => setPassword(id, 'another password')],
    ['disabling the user', (id: UserScope) => disableUser(id)],
  ])('%s ends all of the user’s sessions, and no one else’s', async (_cause, end) => {
    const [user, bystander] = [await createUser(), await createUser()];
    const cookies = [await signInCookie(user), await signInCookie(user)];
    const others = await signInCookie(bystander);
    const events = collectEnded();
    await end(user.id);
    for (const cookie of cookies) expect(await authenticate(cookie)).toBeNull();
    expect(await rowsOf(user.id)).toEqual([]);
    expect(await authenticate(others)).not.toBeNull();
    expect(events).toEqual([{ userId: user.id }]);
  });

  test('a disabled user has no session, even if there is a row, and can’t open one', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    await prisma.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
    expect(await authenticate(cookie)).toBeNull();
    await expect(signInCookie(user)).rejects.toThrow();
    await enableUser(user.id);
    expect(await authenticate(cookie)).not.toBeNull();
  });

  test('a listener that fails stops neither the end nor the other listeners', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    const fail = () => {
      throw new Error('broken listener');
    };
    onTestFinished(onSessionEnded(fail));
    const events = collectEnded();
    await endAllSessions(user.id);
    expect(events).toEqual([{ userId: user.id }]);
    expect(await authenticate(cookie)).toBeNull();
  });

  test('deleting the user deletes their sessions', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    await prisma.user.delete({ where: { id: user.id } });
    expect(await authenticate(cookie)).toBeNull();
  });
});

/** Waits until a statement is waiting for another transaction's lock. */
async function untilBlocked(): Promise<void> {
  const waits = async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  };
  await vi.waitFor(waits);
}

describe('a session that is opened with the old password while a new one is being set', () => {
  const openWith = (userId: UserScope, passwordHash: string) =>
    openSession({ userId, passwordHash, userAgent: null, secure: false });

  test('is refused once the new password is set', async () => {
    const user = await createUser();
    const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: deleted, resolve: noteDeleted } = Promise.withResolvers<void>();
    // The same as setPassword, which waits before its commit.
    const reset = transaction(async (tx) => {
      await tx.query(`UPDATE users SET password_hash = 'new' WHERE id = $1::uuid`, [user.id]);
      await tx.query('DELETE FROM sessions WHERE user_id = $1::uuid', [user.id]);
      noteDeleted();
      await mayCommit;
    });
    await deleted;
    const opening = openWith(user.id, passwordHash).catch((error: unknown) => error);
    await untilBlocked();
    commit();
    await reset;
    expect(await opening).toBeInstanceOf(Error);
    expect(await rowsOf(user.id)).toEqual([]);
  });

  test('ends with the others if it came first', async () => {
    const user = await createUser();
    const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
    const { sessionId } = await openWith(user.id, passwordHash);
    // A transaction that opens another session and keeps its lock on the user.
    const opening = transaction(async (tx) => {
      await tx.query('SELECT 1 FROM users WHERE id = $1::uuid FOR SHARE', [user.id]);
      await tx.query(
        `INSERT INTO sessions (id, user_id, expires_at) VALUES ('late', $1::uuid, now() + interval '1 day')`,
        [user.id],
      );
      noteLocked();
      await mayCommit;
    });
    await locked;
    const reset = setPassword(user.id, 'another password');
    await untilBlocked();
    expect(await rowsOf(user.id)).toMatchObject([{ id: sessionId }]);
    commit();
    await Promise.all([opening, reset]);
    expect(await rowsOf(user.id)).toEqual([]);
  });
});

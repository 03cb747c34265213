import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { authenticate, endAllSessions, setPassword } from '~/features/accounts/index.server';
import { accountEmailJob } from '~/features/accounts/emails/send-account-email.server';
import { changePassword } from '~/features/accounts/passwords/change-password.server';
import {
  listSecurityEvents,
  purgeSecurityEvents,
  recordSecurityEvent,
} from '~/features/accounts/security-events/security-event-data.server';
import {
  revokeOtherSessions,
  revokeSession,
} from '~/features/accounts/sessions/session-actions.server';
import { deviceOf } from '~/features/accounts/sessions/session';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { signUp } from '~/features/accounts/sign-up/sign-up.server';
import { disableTwoFactor } from '~/features/accounts/two-factor/two-factor-actions.server';
import { checkCode } from '~/features/accounts/two-factor/check-code.server';
import { prisma, sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { DAY_MS } from '~/lib/time';
import { env } from '~/settings/env.server';

import { codeOf, enroll, somewhere } from '../../factories/two-factor';
import { cookieOf, createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

let user: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  await sql.query('DELETE FROM pgboss.job').catch(() => undefined);
  user = await createUser({ email: 'ada@example.com' });
});

const texts = async (of = user) =>
  (await listSecurityEvents(of, null)).events.map(({ text }) => text);
const password = { email: 'ada@example.com', password: PASSWORD, timeZone: null };

describe('the security activity', () => {
  test('has sign-ins with their device, and each change of how someone signs in, the latest first', async () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0';
    const { setCookies } = await signIn(password, { ...somewhere, userAgent: chrome });
    const { events } = await listSecurityEvents(user, null);
    expect(events).toEqual([
      expect.objectContaining({
        text: 'Signed in with your password',
        device: 'Chrome on Windows',
      }),
    ]);

    const now = new Date();
    const { secret } = await enroll(user, now);
    const me = (await authenticate(await signInCookie(user)))!;
    await disableTwoFactor(me, { code: codeOf(secret, now) }, somewhere, now);
    const other = (await authenticate(await signInCookie(user)))!;
    await revokeSession(user.id, other.sessionId, somewhere);
    await revokeOtherSessions(me, somewhere);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    await changePassword(me, change, somewhere);
    await endAllSessions(user.id);
    await setPassword(user.id, PASSWORD);
    expect(await texts()).toEqual([
      'Your admin set a new password',
      'Your admin signed out all devices',
      'Changed the password',
      'Signed out all other devices',
      'Signed out Unknown device',
      'Turned off two-factor sign-in',
      'Turned on two-factor sign-in',
      'Signed in with your password',
    ]);
    const { events: done } = await listSecurityEvents(user, null);
    const atBrowser = done.filter(({ text }) => text.startsWith('Signed out'));
    expect(atBrowser.map(({ device }) => device)).toEqual([
      deviceOf('Firefox'),
      deviceOf('Firefox'),
    ]);
    expect(setCookies).toHaveLength(2);
    expect(await texts(await createUser())).toEqual([]);
  });

  test('comes in pages, each event once, even if several happened in the same millisecond', async () => {
    for (let count = 0; count < 25; count += 1) {
      await recordSecurityEvent(sql, {
        userId: user.id,
        kind: 'passkey-added',
        detail: `${count}`,
      });
    }
    await sql.query(`UPDATE security_events SET created_at = date_trunc('minute', created_at)`);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page = await listSecurityEvents(user, next);
      seen.push(...page.events.map(({ text }) => text));
      next = page.next;
    } while (next !== null);
    expect(seen).toEqual(
      Array.from({ length: 25 }, (_, index) => `Added the passkey “${24 - index}”`),
    );
    await expect(listSecurityEvents(user, 'nonsense')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is forgotten after half a year', async () => {
    await recordSecurityEvent(sql, { userId: user.id, kind: 'password-changed' });
    await purgeSecurityEvents(new Date(Date.now() + 179 * DAY_MS));
    expect(await prisma.securityEvent.count()).toBe(1);
    await purgeSecurityEvents(new Date(Date.now() + 181 * DAY_MS));
    expect(await prisma.securityEvent.count()).toBe(0);
  });
});

describe('what can’t be recorded', () => {
  const refusing = async (table: string, check: string, work: () => Promise<void>) => {
    const error = vi.spyOn(log, 'error');
    await sql.query(`ALTER TABLE ${table} ADD CONSTRAINT refuse CHECK (${check}) NOT VALID`);
    try {
      await work();
      expect(error.mock.calls.map(([, message]) => message as unknown)).toEqual([
        'a sign-in was not fully recorded',
      ]);
    } finally {
      await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT refuse`);
      error.mockRestore();
    }
  };

  test('keeps no one from signing in: the session is open, and its browser gets it', () =>
    refusing('security_events', `kind <> 'signed-in'`, async () => {
      const { setCookies } = await signIn(password, somewhere);
      expect((await authenticate(cookieOf(setCookies[0]!)))?.user.id).toBe(user.id);
      expect(setCookies).toHaveLength(2);
    }));

  test('keeps no one from signing in if it’s the browser’s time zone', () =>
    refusing('users', `time_zone <> 'Europe/Berlin'`, async () => {
      const { setCookies } = await signIn({ ...password, timeZone: 'Europe/Berlin' }, somewhere);
      expect((await authenticate(cookieOf(setCookies[0]!)))?.user.id).toBe(user.id);
    }));

  test('wastes no backup code, and its email is sent', async () => {
    const { backupCodes } = await enroll(user);
    await refusing('security_events', `kind <> 'backup-code-used'`, async () => {
      const { address } = somewhere;
      await checkCode({ userId: user.id, code: backupCodes[0]!, address, known: null });
    });
    const sent = await sql.query(`SELECT 1 FROM pgboss.job WHERE data->>'kind' = $1`, [
      'backup-code-used',
    ]);
    expect(sent).toHaveLength(1);
  });
});

describe('the email about a new device', () => {
  const { SMTP_URL } = env();
  beforeAll(() => void Object.assign(env(), { SMTP_URL: 'smtp://127.0.0.1:1' }));
  afterAll(() => void Object.assign(env(), { SMTP_URL }));

  const warned = async () => {
    const rows = await sql.query<{ data: { kind: string } }>(
      `SELECT data FROM pgboss.job WHERE name = $1 AND data->>'kind' = 'new-device'`,
      [accountEmailJob.name],
    );
    return rows.length;
  };
  const device = (setCookies: string[]) => ({ ...somewhere, cookie: cookieOf(setCookies[1]!) });

  test('is sent for a browser that doesn’t know the account, and once for each', async () => {
    const first = await signIn(password, somewhere);
    expect(await warned()).toBe(0);
    const second = await signIn(password, somewhere);
    expect(await warned()).toBe(1);
    await signIn(password, device(first.setCookies));
    await signIn(password, device(second.setCookies));
    expect(await warned()).toBe(1);
    await signIn(password, { ...somewhere, cookie: 'brandwright_device=bwkd.e30.forged' });
    expect(await warned()).toBe(2);
  });

  test('isn’t sent on a known device after the password was changed elsewhere', async () => {
    const { setCookies } = await signIn(password, somewhere);
    await setPassword(user.id, 'another horse battery');
    const again = { ...password, password: 'another horse battery' };
    await signIn(again, device(setCookies));
    expect(await warned()).toBe(0);
  });

  test('isn’t sent at sign-up, but for the first sign-in elsewhere', async () => {
    const person = { email: 'new@example.com', password: PASSWORD, timeZone: null };
    await signUp({ ...person, firstName: 'New', lastName: 'Person' }, somewhere);
    expect(await warned()).toBe(0);
    await signIn(person, somewhere);
    expect(await warned()).toBe(1);
  });

  test('isn’t written to the outbox, where only admins would read it', async () => {
    Object.assign(env(), { SMTP_URL: undefined });
    await signIn(password, somewhere);
    await signIn(password, somewhere);
    expect(await warned()).toBe(0);
    Object.assign(env(), { SMTP_URL: 'smtp://127.0.0.1:1' });
  });
});

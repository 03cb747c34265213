import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { authenticate } from '~/features/accounts/index.server';
import { purgeChallenges } from '~/features/accounts/passkeys/challenges.server';
import { issueCode } from '~/features/accounts/email-address/action-code-data.server';
import { changePassword } from '~/features/accounts/passwords/change-password.server';
import { resetPassword } from '~/features/accounts/passwords/reset-password.server';
import { listSecurityEvents } from '~/features/accounts/security-events/security-event-data.server';
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
  viewPasskeys,
} from '~/features/accounts/passkeys/passkey-actions.server';
import {
  askForPasskey,
  confirmWithPasskey,
  finishSignInWithPasskey,
  signInWithPasskey,
} from '~/features/accounts/passkeys/use-passkey.server';
import * as passkeysApi from '~/features/accounts/passkeys/routes/passkeys';
import * as usePasskeyApi from '~/features/accounts/passkeys/routes/use-passkey';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { disableUser } from '~/features/accounts/users/user-actions.server';
import * as signInPolicyApi from '~/features/admin/sign-in/routes/sign-in';
import type { Session } from '~/http/session';
import { prisma, sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { MINUTE_MS } from '~/lib/time';
import { env } from '~/settings/env.server';

import { FakeAuthenticator, type Deviation } from '../../fakes/authenticator';
import { addTestPasskey, SITE } from '../../factories/passkeys';
import { enroll, somewhere } from '../../factories/two-factor';
import { cookieOf, createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { outcome } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const REFUSED = 'That passkey didn’t work. Try another way to sign in.';
const EXPIRED = 'That request expired. Try again.';

const refused = (code: string, userMessage: string | RegExp) =>
  expect.objectContaining({
    code,
    userMessage: userMessage instanceof RegExp ? expect.stringMatching(userMessage) : userMessage,
  }) as Error;

const { APP_URL } = env();
beforeAll(() => void Object.assign(env(), { APP_URL: SITE.origin }));
afterAll(() => void Object.assign(env(), { APP_URL }));

let user: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'used_challenges');
  await sql.query('DELETE FROM pgboss.job').catch(() => undefined);
  user = await createUser({ email: 'ada@example.com' });
});

const sessionOf = async (of: TestUser = user): Promise<Session> =>
  (await authenticate(await signInCookie(of)))!;

const emails = async () => {
  const rows = await sql.query<{ data: { kind: string } }>(
    `SELECT data FROM pgboss.job WHERE name = 'account-mail' ORDER BY created_on`,
  );
  return rows.map(({ data }) => data.kind);
};

/** A browser that opens the sign-in page: what it is asked for, and who it is from then on. */
async function openSignIn(now?: Date) {
  const { asked, setCookies } = await askForPasskey('sign-in', null, somewhere, now);
  return { ...asked, client: { ...somewhere, cookie: cookieOf(setCookies[0]!) } };
}

async function signInWith(authenticator: FakeAuthenticator, deviation?: Deviation) {
  const { options, ticket, client } = await openSignIn();
  const response = authenticator.sign(options, deviation);
  return signInWithPasskey({ ticket, response }, 'Europe/Berlin', client);
}

describe('adding a passkey', () => {
  test('asks for one that needs no email address and recognizes the person, and names it after the device', async () => {
    const found = await sessionOf();
    const { options, ticket } = await beginPasskey(found);
    expect(options).toMatchObject({
      rp: { id: 'brand.example.com' },
      user: { name: 'ada@example.com', displayName: 'Ada Byron' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const authenticator = new FakeAuthenticator(SITE);
    const client = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };
    await addPasskey(found, { ticket, response: authenticator.create(options) }, client);

    const { passkeys } = await viewPasskeys(user);
    expect(passkeys).toEqual([
      expect.objectContaining({
        name: 'Chrome on Linux',
        lastUsed: null,
        isSynced: true,
        onlyAt: null,
      }),
    ]);
    expect(await emails()).toEqual(['passkey-added']);
    const { options: next } = await beginPasskey(found);
    expect(next.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test('needs a recent login, for both steps', async () => {
    const found = await sessionOf();
    const later = new Date(found.authenticatedAt.getTime() + 11 * MINUTE_MS);
    const recent = refused('forbidden', /sign in again first/);
    await expect(beginPasskey(found, later)).rejects.toEqual(recent);
    const { options, ticket } = await beginPasskey(found);
    const response = new FakeAuthenticator(SITE).create(options);
    await expect(addPasskey(found, { ticket, response }, somewhere, later)).rejects.toEqual(recent);
  });

  test.each<[string, Deviation]>([
    ['another challenge', { challenge: 'AAAA' }],
    ['another origin', { origin: 'https://brand.example.org' }],
    ['another site’s name', { rpId: 'example.com' }],
    ['someone whom the authenticator didn’t recognize', { isVerified: false }],
    ['a frame of another site', { crossOrigin: true }],
  ])('refuses one for %s', async (_, deviation) => {
    const found = await sessionOf();
    const { options, ticket } = await beginPasskey(found);
    const response = new FakeAuthenticator(SITE).create(options, deviation);
    await expect(addPasskey(found, { ticket, response }, somewhere)).rejects.toEqual(
      refused('invalid', 'The passkey wasn’t added. Try again.'),
    );
    expect(await prisma.passkey.count()).toBe(0);
  });

  test('refuses another session’s challenge, one that was answered, and one of six minutes ago', async () => {
    const found = await sessionOf();
    const other = await sessionOf();
    const now = new Date();
    const { options, ticket } = await beginPasskey(found, now);
    const response = new FakeAuthenticator(SITE).create(options);
    const expired = refused('invalid', EXPIRED);
    await expect(addPasskey(other, { ticket, response }, somewhere)).rejects.toEqual(expired);
    const late = new Date(now.getTime() + 6 * MINUTE_MS);
    await expect(addPasskey(found, { ticket, response }, somewhere, late)).rejects.toEqual(expired);
    await addPasskey(found, { ticket, response }, somewhere);
    await expect(addPasskey(found, { ticket, response }, somewhere)).rejects.toEqual(expired);
    // A challenge for one purpose is good for no other.
    const { asked } = await askForPasskey('confirm', found, somewhere);
    const another = new FakeAuthenticator(SITE).create({ ...options, ...asked.options });
    await expect(
      addPasskey(found, { ticket: asked.ticket, response: another }, somewhere),
    ).rejects.toEqual(expired);
  });

  test('never checks what the authenticator says about its maker', async () => {
    const found = await sessionOf();
    const { options, ticket } = await beginPasskey(found);
    const attestation = {
      fmt: 'apple',
      attStmt: new Map([['x5c', [new Uint8Array([48, 130, 1])]]]),
    };
    const response = new FakeAuthenticator(SITE).create(options, { attestation });
    await addPasskey(found, { ticket, response }, somewhere);
    expect(await prisma.passkey.count()).toBe(1);
  });

  test('refuses a passkey that is in another account, and a twenty-first one', async () => {
    const { authenticator } = await addTestPasskey(user);
    const stranger = await sessionOf(await createUser());
    const { options, ticket } = await beginPasskey(stranger);
    const response = authenticator.create(options);
    await expect(addPasskey(stranger, { ticket, response }, somewhere)).rejects.toEqual(
      refused('conflict', /already has a passkey/),
    );
    const passkey = await prisma.passkey.findFirstOrThrow();
    await prisma.passkey.createMany({
      data: Array.from({ length: 19 }, (_, index) => ({
        ...passkey,
        id: newId(),
        credentialId: `other-${index}`,
      })),
    });
    await expect(beginPasskey(await sessionOf())).rejects.toEqual(
      refused('conflict', /at most 20/),
    );
  });

  test('is impossible at an IP address', async () => {
    Object.assign(env(), { APP_URL: 'https://192.168.1.20' });
    try {
      await expect(beginPasskey(await sessionOf())).rejects.toEqual(
        refused('conflict', 'Passkeys don’t work at this address.'),
      );
      expect(await viewPasskeys(user)).toEqual({ passkeys: [], host: null });
    } finally {
      Object.assign(env(), { APP_URL: SITE.origin });
    }
  });
});

describe('a passkey', () => {
  test('is renamed and removed by its owner alone, and removing it takes a recent login', async () => {
    const { id } = await addTestPasskey(user);
    const stranger = await createUser();
    const gone = refused('not-found', 'This passkey was already removed.');
    await expect(renamePasskey(stranger.id, id, 'Mine')).rejects.toEqual(gone);
    await expect(removePasskey(await sessionOf(stranger), id, somewhere)).rejects.toEqual(gone);
    await expect(removePasskey(await sessionOf(), 'no id', somewhere)).rejects.toEqual(gone);
    await renamePasskey(user.id, id, 'Ada’s key');
    expect((await viewPasskeys(user)).passkeys[0]?.name).toBe('Ada’s key');
    const old = { ...(await sessionOf()), authenticatedAt: new Date(0) };
    await expect(removePasskey(old, id, somewhere)).rejects.toEqual(
      refused('forbidden', /sign in again/),
    );
    await removePasskey(await sessionOf(), id, somewhere);
    expect(await prisma.passkey.count()).toBe(0);
    expect(await emails()).toEqual(['passkey-added', 'passkey-removed']);
  });

  test('that was made for an earlier address says so, and doesn’t sign in', async () => {
    const { authenticator } = await addTestPasskey(user);
    await prisma.passkey.updateMany({ data: { rpId: 'old.example.com' } });
    expect((await viewPasskeys(user)).passkeys[0]?.onlyAt).toBe('old.example.com');
    await expect(signInWith(authenticator)).rejects.toEqual(refused('invalid', REFUSED));
  });
});

describe('signing in with a passkey', () => {
  test('opens a session without a password or a code, and makes the browser a known device', async () => {
    await enroll(user);
    const { authenticator } = await addTestPasskey(user);
    const { setCookies, userId } = await signInWith(authenticator);
    expect(userId).toBe(user.id);
    const found = await authenticate(cookieOf(setCookies[0]!));
    expect(found?.user).toMatchObject({ id: user.id, timeZone: 'Europe/Berlin' });
    expect(setCookies[1]).toMatch(/^brandwright_device=/);
    expect((await viewPasskeys(user)).passkeys[0]?.lastUsed).not.toBeNull();
  });

  test.each<[string, Deviation]>([
    ['for another challenge', { challenge: 'AAAA' }],
    ['at another origin', { origin: 'https://brand.example.org' }],
    ['at another port', { origin: 'https://brand.example.com:8443' }],
    ['for another site’s name', { rpId: 'example.com' }],
    ['without recognizing the person', { isVerified: false }],
    ['in a frame of another site', { crossOrigin: true }],
    ['with another key', { isForged: true }],
    ['as an id that no one has', { id: 'AAAA' }],
    ['without saying whose it is', { userHandle: null }],
    ['as another person', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['as one that can’t be backed up', { isBackupEligible: false }],
  ])('is refused if it signed %s', async (_, deviation) => {
    const { authenticator } = await addTestPasskey(user);
    await expect(signInWith(authenticator, deviation)).rejects.toEqual(refused('invalid', REFUSED));
    // It wasn't used up by that.
    await signInWith(authenticator);
  });

  test('is refused with the id of another person’s passkey', async () => {
    const { authenticator: own } = await addTestPasskey(user);
    const { authenticator: others } = await addTestPasskey(await createUser());
    await expect(signInWith(own, { id: others.id })).rejects.toEqual(refused('invalid', REFUSED));
  });

  test('is refused a second time with the same answer, in another browser, and after five minutes', async () => {
    const { authenticator } = await addTestPasskey(user);
    const now = new Date();
    const { options, ticket, client } = await openSignIn(now);
    const answer = { ticket, response: authenticator.sign(options) };
    const expired = refused('invalid', EXPIRED);
    const other = (await openSignIn()).client;
    await expect(signInWithPasskey(answer, null, other)).rejects.toEqual(expired);
    await expect(signInWithPasskey(answer, null, somewhere)).rejects.toEqual(expired);
    const late = new Date(now.getTime() + 5 * MINUTE_MS);
    await expect(signInWithPasskey(answer, null, client, late)).rejects.toEqual(expired);
    await signInWithPasskey(answer, null, client);
    await expect(signInWithPasskey(answer, null, client)).rejects.toEqual(expired);
  });

  test('opens one session if the same answer comes five times at once', async () => {
    const { authenticator } = await addTestPasskey(user);
    await prisma.session.deleteMany();
    const { options, ticket, client } = await openSignIn();
    const answer = { ticket, response: authenticator.sign(options) };
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => signInWithPasskey(answer, null, client)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await prisma.session.count()).toBe(1);
  });

  test('is refused if its counter stands still or goes back, as that of a copy does', async () => {
    const { authenticator } = await addTestPasskey(user, { counts: true });
    await signInWith(authenticator);
    await signInWith(authenticator);
    authenticator.counter = 0;
    await expect(signInWith(authenticator)).rejects.toEqual(refused('invalid', REFUSED));
    authenticator.counter = 1;
    await expect(signInWith(authenticator)).rejects.toEqual(refused('invalid', REFUSED));
    await signInWith(authenticator);
  });

  test('is refused for a disabled account', async () => {
    const { authenticator } = await addTestPasskey(user);
    await disableUser(user.id);
    await expect(signInWith(authenticator)).rejects.toEqual(refused('forbidden', /is disabled/));
    expect(await prisma.session.count()).toBe(0);
  });

  test('outlives a new password', async () => {
    const { authenticator } = await addTestPasskey(user);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    await changePassword(await sessionOf(), change, somewhere);
    await signInWith(authenticator);
  });

  test('is limited by the address, and a success isn’t counted', async () => {
    const { authenticator } = await addTestPasskey(user);
    for (let count = 0; count < 60; count += 1) {
      await expect(signInWith(authenticator, { id: 'AAAA' })).rejects.toEqual(
        refused('invalid', REFUSED),
      );
      if (count === 30) await signInWith(authenticator);
    }
    await expect(signInWith(authenticator)).rejects.toEqual(refused('too-many-requests', /wait/));
  });
});

describe('a password reset', () => {
  const reset = async () => {
    const code = await issueCode({ userId: user.id, purpose: 'reset_password', email: user.email });
    await resetPassword(code, 'another horse battery', somewhere);
  };

  test('removes the passkeys of someone who signed up with an address that they never proved', async () => {
    await addTestPasskey(user);
    await prisma.user.update({ where: { id: user.id }, data: { emailProven: false } });
    await reset();
    expect(await prisma.passkey.count()).toBe(0);
    expect((await listSecurityEvents(user, null)).events.map(({ text }) => text)).toEqual([
      'Reset your password from an emailed link',
      'Removed all passkeys, because the email had never been confirmed',
      expect.stringContaining('Added the passkey'),
    ]);
  });

  test('leaves the passkeys of a proven address', async () => {
    const { authenticator } = await addTestPasskey(user);
    await prisma.user.update({ where: { id: user.id }, data: { emailProven: true } });
    await reset();
    await signInWith(authenticator);
  });

  test('ends a session that is adding a passkey right now', async () => {
    const found = await sessionOf();
    const { options, ticket } = await beginPasskey(found);
    await reset();
    const response = new FakeAuthenticator(SITE).create(options);
    await expect(addPasskey(found, { ticket, response }, somewhere)).rejects.toEqual(
      refused('unauthenticated', 'User not authenticated'),
    );
    expect(await prisma.passkey.count()).toBe(0);
  });
});

describe('a passkey as the second step', () => {
  /** Gives the password; returns the browser that may continue. */
  async function givePassword(password = PASSWORD) {
    const { setCookies, needsSecondStep } = await signIn(
      { email: user.email, password, timeZone: null },
      somewhere,
    );
    expect(needsSecondStep).toBe(true);
    return { ...somewhere, cookie: cookieOf(setCookies[0]!) };
  }

  test('replaces the code', async () => {
    await enroll(user);
    const { authenticator } = await addTestPasskey(user);
    const client = await givePassword();
    const { asked } = await askForPasskey('second-step', null, client);
    expect(asked.options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    const answer = { ticket: asked.ticket, response: authenticator.sign(asked.options) };
    const { setCookies } = await finishSignInWithPasskey(answer, null, client);
    expect((await authenticate(cookieOf(setCookies[0]!)))?.user.id).toBe(user.id);
    await expect(finishSignInWithPasskey(answer, null, client)).rejects.toEqual(
      refused('invalid', EXPIRED),
    );
  });

  test('isn’t asked for without the password, and is refused if it is another person’s', async () => {
    await enroll(user);
    await addTestPasskey(user);
    const { authenticator: others } = await addTestPasskey(await createUser());
    await expect(askForPasskey('second-step', null, somewhere)).rejects.toEqual(
      refused('forbidden', /sign in again/),
    );
    const client = await givePassword();
    const { asked } = await askForPasskey('second-step', null, client);
    const answer = { ticket: asked.ticket, response: others.sign(asked.options) };
    await expect(finishSignInWithPasskey(answer, null, client)).rejects.toEqual(
      refused('invalid', REFUSED),
    );
  });

  test('counts as guesses of codes do', async () => {
    await enroll(user);
    const { authenticator } = await addTestPasskey(user);
    const client = await givePassword();
    const attempt = async (deviation?: Deviation) => {
      const { asked } = await askForPasskey('second-step', null, client);
      const response = authenticator.sign(asked.options, deviation);
      return finishSignInWithPasskey({ ticket: asked.ticket, response }, null, client);
    };
    for (let count = 0; count < 10; count += 1) {
      await expect(attempt({ isForged: true })).rejects.toEqual(refused('invalid', REFUSED));
    }
    await expect(attempt()).rejects.toEqual(refused('too-many-requests', /wait/));
  });
});

describe('confirming with a passkey', () => {
  test('makes this session, and no other, a recent login', async () => {
    const { authenticator } = await addTestPasskey(user);
    const cookies = [await signInCookie(user), await signInCookie(user)];
    await sql.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`);
    const found = (await authenticate(cookies[0]!))!;
    const { asked } = await askForPasskey('confirm', found, somewhere);
    const answer = { ticket: asked.ticket, response: authenticator.sign(asked.options) };
    await confirmWithPasskey(found, answer, somewhere);
    const [one, two] = await Promise.all(cookies.map((cookie) => authenticate(cookie)));
    expect(Date.now() - one!.authenticatedAt.getTime()).toBeLessThan(5 * MINUTE_MS);
    expect(Date.now() - two!.authenticatedAt.getTime()).toBeGreaterThan(50 * MINUTE_MS);
  });

  test('is refused with another person’s passkey, in another session, and once the session has ended', async () => {
    const { authenticator } = await addTestPasskey(user);
    const { authenticator: others } = await addTestPasskey(await createUser());
    const found = await sessionOf();
    const ask = async () => (await askForPasskey('confirm', found, somewhere)).asked;
    const first = await ask();
    const foreign = { ticket: first.ticket, response: others.sign(first.options) };
    await expect(confirmWithPasskey(found, foreign, somewhere)).rejects.toEqual(
      refused('invalid', REFUSED),
    );
    const second = await ask();
    const answer = { ticket: second.ticket, response: authenticator.sign(second.options) };
    await expect(confirmWithPasskey(await sessionOf(), answer, somewhere)).rejects.toEqual(
      refused('invalid', EXPIRED),
    );
    await prisma.session.delete({ where: { id: found.sessionId } });
    await expect(confirmWithPasskey(found, answer, somewhere)).rejects.toEqual(
      refused('unauthenticated', 'User not authenticated'),
    );
  });
});

test('challenges are forgotten once their tickets have expired everywhere', async () => {
  const { authenticator } = await addTestPasskey(user);
  await signInWith(authenticator);
  await purgeChallenges(new Date());
  expect(await prisma.usedChallenge.count()).toBe(2);
  await purgeChallenges(new Date(Date.now() + 11 * MINUTE_MS));
  expect(await prisma.usedChallenge.count()).toBe(0);
});

test.each([
  ['POST', '/auth/passkey/challenge', usePasskeyApi.action],
  ['PATCH', '/api/account/passkeys/019ac000-0000-7000-8000-000000000000', passkeysApi.action],
  ['PUT', '/api/admin/sign-in', signInPolicyApi.action],
] as const)('%s %s refuses a long body before reading it', async (method, path, action) => {
  const cookie = await signInCookie(await createUser({ isAdmin: true }));
  const request = new Request(SITE.origin + path, {
    method,
    headers: { cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'a'.repeat(16_000) }),
  });
  const params = { id: path.split('/').at(-1) };
  const answer = await outcome(action({ request, context: {}, params }) as Promise<unknown>);
  expect(answer.status).toBe(413);
});

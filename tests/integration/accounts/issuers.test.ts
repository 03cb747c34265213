import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { identify } from '~/features/accounts/sessions/authenticate.server';
import {
  returnFromIssuer,
  type Beginning,
  leaveForIssuer,
} from '~/features/accounts/identities/visit-issuer.server';
import {
  linkIdentity,
  signUpWithIdentity,
  unlinkIdentity,
  viewLinkedAccounts,
} from '~/features/accounts/identities/identity-actions.server';
import { type Offer, readKept } from '~/features/accounts/identities/visit-cookie.server';
import * as beginPage from '~/features/accounts/identities/routes/begin-page';
import * as linkedPage from '~/features/accounts/identities/routes/linked-accounts-page';
import * as newAccountPage from '~/features/accounts/identities/routes/new-account-page';
import * as returnPage from '~/features/accounts/identities/routes/return-page';
import * as signOutAtIssuer from '~/features/accounts/identities/routes/sign-out-at-issuer';
import { addPassword } from '~/features/accounts/passwords/change-password.server';
import { resetPassword } from '~/features/accounts/passwords/reset-password.server';
import { issueCode } from '~/features/accounts/email-address/action-code-data.server';
import { removePasskey } from '~/features/accounts/passkeys/passkey-actions.server';
import { listSecurityEvents } from '~/features/accounts/security-events/security-event-data.server';
import { confirmWithCode } from '~/features/accounts/sessions/recent-login.server';
import * as reauthenticatePage from '~/features/accounts/sessions/routes/reauthenticate-page';
import * as signInPage from '~/features/accounts/sessions/routes/sign-in-page';
import * as signOutRoute from '~/features/accounts/sessions/routes/sign-out';
import * as accountApi from '~/features/accounts/settings/routes/account';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { createInvitation } from '~/features/accounts/sign-up/invitation-data.server';
import { finishSignIn } from '~/features/accounts/two-factor/finish-sign-in.server';
import { disableUser } from '~/features/accounts/users/user-actions.server';
import { recipients } from '~/features/site/public-pages/recipients.server';
import type { Session } from '~/http/session';
import { prisma } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { userScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';
import { env, readEnv } from '~/settings/env.server';

import { addTestPasskey, SITE } from '../../factories/passkeys';
import { codeOf, enroll, somewhere } from '../../factories/two-factor';
import { createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { ANNA, type FakeIssuer, startIssuer } from '../../fakes/issuer';
import { dropAccountEmails, queuedAccountEmails } from '../../harness/account-emails';
import { get, outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const { APP_URL, SIGNUP } = env();
const CALLBACK = `${SITE.origin}/auth/oidc/example/callback`;

let issuer: FakeIssuer;

/** What the operator sets: read as it is from the environment. */
function settings(more: object = {}) {
  const { url, clientId, clientSecret } = issuer;
  const list = [
    { id: 'example', name: 'Example ID', issuer: url, clientId, clientSecret, ...more },
  ];
  const reading = readEnv({ NODE_ENV: 'test', OPENID_ISSUERS: JSON.stringify(list) });
  if (!reading.ok) throw new Error(reading.problems.join());
  return reading.env.OPENID_ISSUERS;
}

beforeAll(async () => {
  issuer = await startIssuer({
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: [`${SITE.origin}/auth/login`],
  });
});
afterAll(() => issuer.close());

beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'audit_entries', 'invitations', 'sign_in_policies');
  await dropAccountEmails();
  issuer.reset();
  issuer.people = [ANNA];
  Object.assign(env(), {
    APP_URL: SITE.origin,
    SIGNUP: { kind: 'open' },
    OPENID_ISSUERS: settings(),
  });
});
afterAll(() => void Object.assign(env(), { APP_URL, SIGNUP, OPENID_ISSUERS: [] }));

const refused = (code: string, userMessage: string | RegExp) =>
  expect.objectContaining({
    code,
    userMessage: userMessage instanceof RegExp ? expect.stringMatching(userMessage) : userMessage,
  }) as Error;

const beginning: Beginning = { purpose: 'sign-in', back: null, invitation: null, found: null };

/** A browser: what it is told to keep, it sends from then on. */
class Browser {
  cookies = new Map<string, string>();

  keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';', 1);
      const at = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get client() {
    return { ...somewhere, cookie: this.cookie };
  }

  /** Leaves for the issuer, chooses who to be there, and comes back. */
  async travel(
    begin: Partial<Beginning> = {},
    answer?: { as?: string; cancel?: boolean },
    change: (search: string) => string = (search) => search,
  ) {
    const asked = { ...beginning, ...begin };
    const left = await leaveForIssuer('example', asked, this.client);
    this.keep(left.setCookies);
    const callback = new URL(await issuer.authorize(left.to, answer));
    expect(callback.origin + callback.pathname).toBe(CALLBACK);
    const next = await returnFromIssuer(
      'example',
      change(callback.search),
      asked.found,
      this.client,
    );
    this.keep(next.setCookies);
    return next.to;
  }

  get offer() {
    return readKept('offer', this.cookie)!;
  }

  session(): Promise<Session | null> {
    return identify(this.cookie);
  }
}

const emails = async () =>
  ((await queuedAccountEmails()) as { kind: string }[]).map(({ kind }) => kind);

const OFFER: Offer = {
  ...{ issuerId: 'example', subject: 'anna-1', email: 'anna@example.com', isAdmin: false },
  ...{ firstName: '', lastName: '', back: null, invitation: null, sessionId: null },
};

const NAMES = { firstName: 'Anna', lastName: 'Example', timeZone: 'Europe/Berlin' };

/** Someone who signed up with the issuer, and has no password. */
async function signUpAnna(): Promise<{ browser: Browser; found: Session }> {
  const browser = new Browser();
  expect(await browser.travel()).toBe('/auth/new-account');
  browser.keep((await signUpWithIdentity(browser.offer, NAMES, browser.client)).setCookies);
  return { browser, found: (await browser.session())! };
}

const events = async ({ id }: { id: TestUser['id'] }) => {
  const { events: list } = await listSecurityEvents({ id, timeZone: null }, null);
  return list.map(({ text }) => text);
};

async function linkAnna(user: TestUser): Promise<Session> {
  const browser = new Browser();
  browser.cookies.set('brandwright_session', (await signInCookie(user)).split('=')[1]!);
  const found = (await browser.session())!;
  expect(await browser.travel({ purpose: 'link', found })).toBe('/linked-accounts');
  await linkIdentity(found, browser.offer, browser.client);
  return found;
}

describe('an account that begins at an issuer', () => {
  test('has the names and the verified address that the issuer gives, and no password', async () => {
    const { found } = await signUpAnna();
    expect(found.user).toMatchObject({
      ...{ email: 'anna@example.com', emailVerified: true, isAdmin: false },
      ...{ firstName: 'Anna', lastName: 'Example', timeZone: 'Europe/Berlin' },
    });
    const { linked } = await viewLinkedAccounts(found.user);
    expect(linked).toMatchObject([
      { name: 'Example ID', email: 'anna@example.com', isRetired: false },
    ]);
    for (const password of ['', 'none$', PASSWORD]) {
      await expect(
        signIn({ email: 'anna@example.com', password, timeZone: null }, somewhere),
      ).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(await emails()).toEqual([]);
  });

  test('is found again by what never changes: not by its address', async () => {
    const { found } = await signUpAnna();
    issuer.people = [{ ...ANNA, email: 'anna.new@example.com' }];
    const again = new Browser();
    expect(await again.travel({ back: '/profiles' })).toBe('/profiles');
    expect((await again.session())?.user).toMatchObject({
      id: found.user.id,
      email: 'anna@example.com',
    });
    expect(await events(found.user)).toEqual([
      'Signed in with a linked account',
      'Created the account',
    ]);
    // Another account there, even with this address, isn't linked.
    issuer.people = [{ ...ANNA, sub: 'anna-2' }];
    const other = new Browser();
    expect(await other.travel()).toBe('/auth/login?redirectTo=%2Flinked-accounts&notice=link');
    expect(await other.session()).toBeNull();
  });

  test('is refused without a verified address, unless the operator trusts the issuer’s', async () => {
    for (const emailVerified of [false, undefined, 'false']) {
      issuer.people = [{ ...ANNA, emailVerified }];
      await expect(new Browser().travel()).rejects.toEqual(
        refused('forbidden', /^Example ID hasn’t verified your email address/),
      );
    }
    issuer.people = [{ sub: 'anna-1', firstName: 'Anna' }];
    await expect(new Browser().travel()).rejects.toEqual(refused('forbidden', /hasn’t verified/));
    issuer.people = [{ ...ANNA, emailVerified: false }];
    Object.assign(env(), { OPENID_ISSUERS: settings({ trustEmails: true }) });
    expect(await new Browser().travel()).toBe('/auth/new-account');
  });

  test('follows SIGNUP: closed, by invitation, and by domain', async () => {
    Object.assign(env(), { SIGNUP: { kind: 'closed' } });
    await expect(new Browser().travel()).rejects.toEqual(
      refused('forbidden', /^Sign-up is closed/),
    );

    Object.assign(env(), { SIGNUP: { kind: 'domains', domains: ['example.org'] } });
    await expect(new Browser().travel()).rejects.toEqual(
      refused('forbidden', 'You need an address at example.org to sign up.'),
    );

    Object.assign(env(), { SIGNUP: { kind: 'invite' } });
    await expect(new Browser().travel()).rejects.toEqual(
      refused('forbidden', /need an invitation/),
    );
    const invitation = await createInvitation('bea@example.com');
    await expect(new Browser().travel({ invitation })).rejects.toEqual(
      refused('forbidden', 'This invitation is for bea@example.com. Use that address.'),
    );
    const own = await createInvitation('anna@example.com');
    const [first, second] = [new Browser(), new Browser()];
    for (const browser of [first, second]) {
      expect(await browser.travel({ invitation: own })).toBe('/auth/new-account');
    }
    await signUpWithIdentity(first.offer, NAMES, first.client);
    await expect(signUpWithIdentity(second.offer, NAMES, second.client)).rejects.toMatchObject({
      code: 'forbidden',
    });
    // Someone with an account gets in, whatever the mode.
    Object.assign(env(), { SIGNUP: { kind: 'closed' } });
    expect(await new Browser().travel()).toBe('/ai-lab');
  });

  test('is made once, however often its form is sent', async () => {
    await signUpAnna();
    await expect(signUpWithIdentity(OFFER, NAMES, somewhere)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await prisma.user.count()).toBe(1);
  });
});

describe('what an issuer answers', () => {
  test.each([
    'nonce',
    'audience',
    'issuer',
    'expired',
    'no-subject',
    'unsigned',
    'unknown-key',
    'forged',
  ] as const)('is refused with an ID token that is wrong: %s', async (idToken) => {
    issuer.fault = { idToken };
    const warn = vi.spyOn(log, 'warn').mockReturnValue();
    await expect(new Browser().travel()).rejects.toEqual(
      refused('invalid', /^Example ID sent something we can’t accept/),
    );
    expect(await prisma.user.count()).toBe(0);
    // The cause is logged, without a token or a claim.
    const logged = JSON.stringify(warn.mock.calls);
    expect(logged).toMatch(/"failure":"invalid","detail":"\w/);
    expect(logged).not.toMatch(/anna|eyJ/i);
    warn.mockRestore();
  });

  test.each([
    { at: 'token', does: 'status' },
    { at: 'token', does: 'endless' },
    { at: 'token', does: 'large' },
    { at: 'token', does: 'elsewhere' },
  ] as const)('is not waited for and not read without end: $at $does', async (fault) => {
    issuer.fault = fault;
    await expect(new Browser().travel()).rejects.toMatchObject({
      code: expect.stringMatching(/^(unavailable|invalid)$/) as string,
      userMessage: expect.stringContaining('Example ID') as string,
    });
    issuer.fault = null;
    expect(await new Browser().travel()).toBe('/auth/new-account');
  });

  test('is asked of userinfo where the ID token has only the subject, and must be about the same person', async () => {
    const reserved = await startIssuer({ redirectUris: [CALLBACK], claimsIn: 'userinfo' });
    const usual = issuer;
    try {
      issuer = reserved;
      Object.assign(env(), { OPENID_ISSUERS: settings({ id: 'example' }) });
      expect(await new Browser().travel()).toBe('/auth/new-account');
      issuer.fault = { userinfo: 'other-subject' };
      await expect(new Browser().travel()).rejects.toMatchObject({ code: 'invalid' });
    } finally {
      issuer = usual;
      await reserved.close();
    }
  });

  test('counts only in the browser that asked, once, and for ten minutes', async () => {
    const browser = new Browser();
    const left = await leaveForIssuer('example', beginning, browser.client);
    const { search } = new URL(await issuer.authorize(left.to));
    const stranger = new Browser();
    const expired = refused('forbidden', /^That took too long, or happened in another browser/);
    await expect(returnFromIssuer('example', search, null, stranger.client)).rejects.toEqual(
      expired,
    );
    // A stranger's own journey doesn't fit the answer.
    stranger.keep((await leaveForIssuer('example', beginning, stranger.client)).setCookies);
    await expect(returnFromIssuer('example', search, null, stranger.client)).rejects.toMatchObject({
      code: 'invalid',
    });
    browser.keep(left.setCookies);
    const late = new Date(Date.now() + 11 * MINUTE_MS);
    await expect(returnFromIssuer('example', search, null, browser.client, late)).rejects.toEqual(
      expired,
    );
    expect((await returnFromIssuer('example', search, null, browser.client)).to).toBe(
      '/auth/new-account',
    );
    await expect(returnFromIssuer('example', search, null, browser.client)).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('is a sentence when the person cancels there', async () => {
    await expect(new Browser().travel({}, { cancel: true })).rejects.toEqual(
      refused('forbidden', 'You didn’t finish signing in with Example ID.'),
    );
  });

  test('is refused with another state, or with none', async () => {
    for (const change of [
      (search: string) => search.replace(/state=[^&]+/, 'state=another'),
      (search: string) => search.replace(/&?state=[^&]+/, ''),
      () => '',
    ]) {
      await expect(new Browser().travel({}, undefined, change)).rejects.toMatchObject({
        code: 'invalid',
      });
    }
  });
});

describe('signing in with a linked account', () => {
  test('needs the second factor that the person set up', async () => {
    const user = await createUser({ email: 'ada@example.com' });
    await linkAnna(user);
    const now = new Date();
    const { secret } = await enroll(user, now);
    const browser = new Browser();
    expect(await browser.travel({ back: '/profiles' })).toBe(
      '/auth/two-factor?redirectTo=%2Fprofiles',
    );
    expect(await browser.session()).toBeNull();
    const step = { code: codeOf(secret, now), timeZone: null };
    browser.keep((await finishSignIn(browser.cookie, step, browser.client, now)).setCookies);
    expect((await browser.session())?.user.id).toBe(user.id);
    expect((await events(user))[0]).toBe('Signed in with a linked account and a code');
  });

  test('is refused to a disabled user', async () => {
    const user = await createUser({ email: 'ada@example.com' });
    await linkAnna(user);
    await disableUser(user.id);
    await expect(new Browser().travel()).rejects.toEqual(
      refused('forbidden', /account is disabled/),
    );
  });

  test('makes an admin of whom a claim of the operator’s choice names, and records it', async () => {
    const admin = { claim: 'groups', value: 'owners' };
    Object.assign(env(), { OPENID_ISSUERS: settings({ admin }) });
    const { found } = await signUpAnna();
    expect(found.user.isAdmin).toBe(false);
    issuer.people = [{ ...ANNA, groups: ['staff', 'owners'] }];
    const browser = new Browser();
    await browser.travel();
    expect((await browser.session())?.user.isAdmin).toBe(true);
    await new Browser().travel();
    expect(await prisma.auditEntry.findMany({ select: { action: true, targetId: true } })).toEqual([
      { action: 'grant-admin', targetId: found.user.id },
    ]);
    // And from the start, for a new account.
    issuer.people = [{ ...ANNA, sub: 'bea-1', email: 'bea@example.com', groups: ['owners'] }];
    const bea = new Browser();
    await bea.travel();
    bea.keep((await signUpWithIdentity(bea.offer, NAMES, bea.client)).setCookies);
    expect((await bea.session())?.user.isAdmin).toBe(true);
    expect(await prisma.auditEntry.count({ where: { action: 'grant-admin' } })).toBe(2);
  });
});

describe('linking', () => {
  test('takes consent in a session with a recent login, and tells the person by email', async () => {
    const user = await createUser({ email: 'ada@example.com' });
    const found = await linkAnna(user);
    expect(await emails()).toEqual(['identity-linked']);
    expect((await events(user))[0]).toBe('Linked your Example ID account');
    const browser = new Browser();
    expect(await browser.travel()).toBe('/ai-lab');
    expect((await browser.session())?.user.id).toBe(user.id);
    // The same account can't be linked twice, here or elsewhere.
    await expect(
      browser.travel({ purpose: 'link', found: (await browser.session())! }),
    ).rejects.toEqual(
      refused('conflict', 'This account is already linked to a Brandwright account.'),
    );
    const stale = { ...found, authenticatedAt: new Date(Date.now() - 11 * MINUTE_MS) };
    await expect(linkIdentity(stale, { ...OFFER, subject: 'other' }, somewhere)).rejects.toEqual(
      refused('forbidden', /sign in again first/),
    );
  });

  test('never happens by the address alone: the owner of the account signs in first', async () => {
    const user = await createUser({ email: 'anna@example.com' });
    const browser = new Browser();
    expect(await browser.travel()).toBe('/auth/login?redirectTo=%2Flinked-accounts&notice=link');
    expect(await prisma.identity.count()).toBe(0);
    const { notice } = await signInPage.loader(get('/auth/login?notice=link'));
    expect(notice).toMatch(/^You already have an account with this email/);

    const visitor = await outcome(
      linkedPage.loader(get('/linked-accounts', { cookie: browser.cookie })),
    );
    expect(visitor.location).toBe('/auth/login?redirectTo=%2Flinked-accounts');
    const signedIn = `${browser.cookie}; ${await signInCookie(user)}`;
    const consent = await linkedPage.loader(get('/linked-accounts', { cookie: signedIn }));
    expect(consent.offer).toEqual({ name: 'Example ID', email: 'anna@example.com' });
    expect(await prisma.identity.count()).toBe(0);
    const linked = await outcome(
      linkedPage.action(post('/linked-accounts', { intent: 'link' }, { cookie: signedIn })),
    );
    expect(linked.setCookie).toMatch(/^brandwright_issuer=; .*Max-Age=0/);
    expect(await prisma.identity.findMany({ select: { userId: true } })).toEqual([
      { userId: user.id },
    ]);
  });

  test('is undone by "Cancel", and needs an offer', async () => {
    const user = await createUser({ email: 'anna@example.com' });
    const browser = new Browser();
    await browser.travel();
    const cookie = `${browser.cookie}; ${await signInCookie(user)}`;
    const canceled = await outcome(
      linkedPage.action(post('/linked-accounts', { intent: 'cancel' }, { cookie })),
    );
    expect(canceled.setCookie).toMatch(/^brandwright_issuer=; /);
    const late = await outcome(
      linkedPage.action(
        post('/linked-accounts', { intent: 'link' }, { cookie: await signInCookie(user) }),
      ),
    );
    expect(late.status).toBe(403);
    expect(await prisma.identity.count()).toBe(0);
  });

  test('belongs to the session that began it', async () => {
    const [ada, eve] = [
      await createUser({ email: 'ada@example.com' }),
      await createUser({ email: 'eve@example.com' }),
    ];
    const browser = new Browser();
    const found = (await identify(await signInCookie(ada)))!;
    const left = await leaveForIssuer(
      'example',
      { ...beginning, purpose: 'link', found },
      browser.client,
    );
    browser.keep(left.setCookies);
    const { search } = new URL(await issuer.authorize(left.to));
    const other = (await identify(await signInCookie(eve)))!;
    for (const now of [other, null]) {
      await expect(returnFromIssuer('example', search, now, browser.client)).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
  });
});

describe('the last way in', () => {
  test('can’t be unlinked or removed; a password or a passkey makes room', async () => {
    const { found } = await signUpAnna();
    const [identity] = (await viewLinkedAccounts(found.user)).linked;
    const last = refused('conflict', /^This is your only way to sign in/);
    await expect(unlinkIdentity(found, identity!.id, somewhere)).rejects.toEqual(last);
    expect(await prisma.identity.count()).toBe(1);

    const { id: passkeyId } = await addTestPasskey(found.user);
    await unlinkIdentity(found, identity!.id, somewhere);
    await expect(removePasskey(found, passkeyId, somewhere)).rejects.toEqual(last);
    await addPassword(found, 'a password of her own', somewhere);
    await removePasskey(found, passkeyId, somewhere);
    expect(await emails()).toEqual([
      ...['passkey-added', 'identity-unlinked', 'password-changed', 'passkey-removed'],
    ]);
    const signedIn = await signIn(
      { email: 'anna@example.com', password: 'a password of her own', timeZone: null },
      somewhere,
    );
    expect(signedIn.needsSecondStep).toBe(false);
  });

  test('doesn’t count an issuer that the operator no longer names, nor a passkey of another host', async () => {
    const { found } = await signUpAnna();
    const { id: passkeyId } = await addTestPasskey(found.user);
    Object.assign(env(), { OPENID_ISSUERS: [] });
    const last = refused('conflict', /^This is your only way to sign in/);
    await expect(removePasskey(found, passkeyId, somewhere)).rejects.toEqual(last);
    const { linked, issuers } = await viewLinkedAccounts(found.user);
    expect(linked).toMatchObject([{ name: new URL(issuer.url).host, isRetired: true }]);
    expect(issuers).toEqual([]);

    Object.assign(env(), { OPENID_ISSUERS: settings(), APP_URL: 'https://other.example.com' });
    await expect(unlinkIdentity(found, linked[0]!.id, somewhere)).rejects.toEqual(last);
  });

  test('of two that are removed at once, one stays', async () => {
    const { found } = await signUpAnna();
    const { id: passkeyId } = await addTestPasskey(found.user);
    const [identity] = (await viewLinkedAccounts(found.user)).linked;
    const results = await Promise.allSettled([
      unlinkIdentity(found, identity!.id, somewhere),
      removePasskey(found, passkeyId, somewhere),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('isn’t someone else’s: unlinking takes the owner, and a recent login', async () => {
    const { found } = await signUpAnna();
    const [identity] = (await viewLinkedAccounts(found.user)).linked;
    const eve = (await identify(
      await signInCookie(await createUser({ email: 'eve@example.com' })),
    ))!;
    await expect(unlinkIdentity(eve, identity!.id, somewhere)).rejects.toMatchObject({
      code: 'not-found',
    });
    const stale = { ...found, authenticatedAt: new Date(Date.now() - 11 * MINUTE_MS) };
    await expect(unlinkIdentity(stale, identity!.id, somewhere)).rejects.toEqual(
      refused('forbidden', /sign in again first/),
    );
  });

  test('that strangers linked to an address that wasn’t theirs ends with the owner’s new password', async () => {
    const user = await createUser({ email: 'ada@example.com' });
    await prisma.user.update({ where: { id: user.id }, data: { emailProven: false } });
    await linkAnna(user);
    const code = await issueCode({ userId: user.id, email: user.email, purpose: 'reset_password' });
    await resetPassword(code, 'the owner’s password', somewhere);
    expect(await prisma.identity.count()).toBe(0);
    expect(await events(user)).toContain(
      'Unlinked all accounts, because the email had never been confirmed',
    );
  });
});

describe('confirming who is signed in, without a password', () => {
  const longAgo = async ({ sessionId }: Session) => {
    const authenticatedAt = new Date(Date.now() - 60 * MINUTE_MS);
    await prisma.session.update({ where: { id: sessionId }, data: { authenticatedAt } });
  };

  test('takes a fresh sign-in at the issuer', async () => {
    const { browser, found } = await signUpAnna();
    await longAgo(found);
    const page = await reauthenticatePage.loader(
      get('/auth/reauthenticate?redirectTo=/settings', { cookie: browser.cookie }),
    );
    expect(page).toMatchObject({
      takesForm: false,
      issuers: expect.stringContaining('Continue with Example ID') as string,
    });
    const asked: Beginning = { ...beginning, purpose: 'confirm', found };
    const { to } = await leaveForIssuer('example', asked, browser.client);
    // Some issuers take 0 for no limit.
    expect(new URL(to).searchParams.get('max_age')).toBe('1');
    issuer.fault = { idToken: 'old-sign-in' };
    await expect(browser.travel({ purpose: 'confirm', found })).rejects.toEqual(
      refused('forbidden', /^Example ID didn’t ask who you are again/),
    );
    issuer.fault = null;
    expect(await browser.travel({ purpose: 'confirm', found, back: '/settings' })).toBe(
      '/settings',
    );
    const again = (await browser.session())!;
    expect(Date.now() - again.authenticatedAt.getTime()).toBeLessThan(MINUTE_MS);
  });

  test('takes the person’s own account, and none if there is a password', async () => {
    const { browser, found } = await signUpAnna();
    issuer.people = [ANNA, { ...ANNA, sub: 'bea-1', email: 'bea@example.com' }];
    await expect(
      browser.travel({ purpose: 'confirm', found }, { as: 'bea-1' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await addPassword(found, 'a password of her own', somewhere);
    await expect(browser.travel({ purpose: 'confirm', found })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('takes a code as well, if two-factor sign-in is on', async () => {
    const { found: first } = await signUpAnna();
    const now = new Date();
    // It ends the other sessions.
    const { secret, cookie } = await enroll({ id: userScope(first.user.id) }, now);
    const browser = new Browser();
    browser.keep([cookie]);
    const found = (await browser.session())!;
    await longAgo(found);
    const code = codeOf(secret, now);
    await expect(confirmWithCode(found, code, false, somewhere)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await browser.travel({ purpose: 'confirm', found, back: '/settings' })).toBe(
      '/auth/reauthenticate?redirectTo=%2Fsettings',
    );
    const page = await reauthenticatePage.loader(
      get('/auth/reauthenticate', { cookie: browser.cookie }),
    );
    expect(page).toMatchObject({ takesForm: true, hasPassword: false, issuers: '' });
    const wrong = await outcome(
      reauthenticatePage.action(
        post('/auth/reauthenticate', { code: '000000' }, { cookie: browser.cookie }),
      ),
    );
    expect(wrong.status).toBe(400);
    const right = await outcome(
      reauthenticatePage.action(
        post('/auth/reauthenticate?redirectTo=/settings', { code }, { cookie: browser.cookie }),
      ),
    );
    expect(right.location).toBe('/settings');
  });
});

describe('a password, for someone who has none', () => {
  const set = (cookie: string, fields: Record<string, string>) =>
    outcome(accountApi.action(post('/api/account/password', fields, { cookie })));

  test('takes a recent login and no current password; later changes take it', async () => {
    const { browser, found } = await signUpAnna();
    await prisma.session.update({
      where: { id: found.sessionId },
      data: { authenticatedAt: new Date(Date.now() - 60 * MINUTE_MS) },
    });
    const stale = await set(browser.cookie, { newPassword: 'a password of her own' });
    expect(stale).toMatchObject({ status: 403, confirm: true });
    await browser.travel({ purpose: 'confirm', found });
    const done = await set(browser.cookie, { newPassword: 'a password of her own' });
    expect(done.done).toBe('Your password is set. Your other devices are signed out.');
    const change = await set(browser.cookie, { newPassword: 'another password of hers' });
    expect(change.status).toBe(400);
  });
});

describe('the pages', () => {
  const params = { issuerId: 'example' };
  const SIGN_OUT = '/auth/oidc/example/sign-out';

  test('begin with a redirect to the issuer, unless another site sent the browser', async () => {
    const args = get('/auth/oidc/example?redirectTo=/profiles');
    const begun = await outcome(beginPage.loader({ ...args, params }));
    const at = new URL(begun.location!);
    expect(at.origin).toBe(issuer.url);
    expect(Object.fromEntries(at.searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: CALLBACK },
      scope: 'openid email profile',
    });
    expect(begun.setCookie).toMatch(/^brandwright_issuer=bwoidcvisit\..*; HttpOnly; SameSite=Lax/);
    const foreign = get('/auth/oidc/example', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect((await outcome(beginPage.loader({ ...foreign, params }))).location).toBe('/auth/login');
    const link = get('/auth/oidc/example?purpose=link');
    expect((await outcome(beginPage.loader({ ...link, params }))).location).toBe('/auth/login');
  });

  test('say what is wrong, with the status that fits', async () => {
    issuer.fault = { at: 'discovery', does: 'status' };
    const port = new URL(issuer.url).port;
    // A setting of its own, because what is known of an issuer is kept.
    const [setting] = settings();
    const unreachable = { ...setting!, id: 'new', issuer: `http://localhost:${port}` };
    Object.assign(env(), { OPENID_ISSUERS: [unreachable] });
    const down = await outcome(
      beginPage.loader({ ...get('/auth/oidc/new'), params: { issuerId: 'new' } }),
    );
    expect(down.status).toBe(503);
    expect(down.text).toContain('We can’t reach Example ID right now');
    issuer.fault = null;
    const answered = await outcome(
      beginPage.loader({ ...get('/auth/oidc/new'), params: { issuerId: 'new' } }),
    );
    expect(answered.status).toBe(302);

    const early = await outcome(
      returnPage.loader({ ...get('/auth/oidc/new/callback?code=1'), params: { issuerId: 'new' } }),
    );
    expect(early.status).toBe(403);
    expect(early.text).toContain('That took too long');
    for (const page of [beginPage, returnPage]) {
      const unknown = await outcome(
        page.loader({ ...get('/auth/oidc/no'), params: { issuerId: 'no' } }),
      );
      expect(unknown.status).toBe(404);
    }
  });

  test('of a new account keep what was typed, and lead to the welcome', async () => {
    const browser = new Browser();
    await browser.travel();
    const shown = await newAccountPage.loader(get('/auth/new-account', { cookie: browser.cookie }));
    expect(shown).toEqual({
      ...{ name: 'Example ID', email: 'anna@example.com' },
      ...{ firstName: 'Anna', lastName: 'Example' },
    });
    const nameless = await outcome(
      newAccountPage.action(
        post('/auth/new-account', { firstName: '', lastName: 'E.' }, { cookie: browser.cookie }),
      ),
    );
    expect(nameless.form).toMatchObject({ initialValue: { lastName: 'E.' } });
    const made = await outcome(
      newAccountPage.action(
        post(
          '/auth/new-account',
          { firstName: 'Anna', lastName: 'E.' },
          { cookie: browser.cookie },
        ),
      ),
    );
    expect(made.location).toBe('/welcome');
    const without = await outcome(newAccountPage.loader(get('/auth/new-account')));
    expect(without.location).toBe('/auth/login');
  });

  test('offer the issuers, and its sign-out after a session that it opened', async () => {
    const { browser } = await signUpAnna();
    const page = async (path: string) => (await signInPage.loader(get(path))).issuers;
    expect(await page('/auth/login?redirectTo=/profiles')).toContain(
      'href="/auth/oidc/example?purpose=sign-in&amp;redirectTo=%2Fprofiles"',
    );
    const out = await outcome(
      signOutRoute.action(post('/auth/logout', {}, { cookie: browser.cookie })),
    );
    expect(out.location).toBe('/auth/login');
    browser.keep(out.headers.getSetCookie());
    const { left } = await signInPage.loader(get('/auth/login', { cookie: browser.cookie }));
    expect(left).toEqual({ name: 'Example ID', href: SIGN_OUT });
    const away = await outcome(signOutAtIssuer.loader({ ...get(SIGN_OUT), params }));
    expect(await issuer.confirmLogout(away.location!)).toBe(`${SITE.origin}/auth/login`);
    expect((await signInPage.loader(get('/auth/login'))).left).toBeNull();
    // Who signed in with a password is not asked.
    const user = await createUser({ email: 'ada@example.com' });
    const plain = await outcome(
      signOutRoute.action(post('/auth/logout', {}, { cookie: await signInCookie(user) })),
    );
    expect(plain.setCookie).not.toContain('brandwright_issuer');
  });

  test('name the issuer among those that get data', () => {
    expect(recipients()).toContainEqual({
      purpose: 'Sign-in with Example ID',
      host: new URL(issuer.url).host,
      receives: 'That you sign in here, if you choose to sign in with it.',
    });
  });
});

test('what an issuer said in one session is not offered in another one', async () => {
  const [ada, eve] = [
    await createUser({ email: 'ada@example.com' }),
    await createUser({ email: 'eve@example.com' }),
  ];
  const browser = new Browser();
  browser.keep([await signInCookie(ada)]);
  const found = (await browser.session())!;
  await browser.travel({ purpose: 'link', found });
  const page = (cookie: string) => linkedPage.loader(get('/linked-accounts', { cookie }));
  expect((await page(browser.cookie)).offer).not.toBeNull();
  browser.keep([await signInCookie(eve)]);
  expect((await page(browser.cookie)).offer).toBeNull();
  const cookie = browser.cookie;
  const linked = await outcome(
    linkedPage.action(post('/linked-accounts', { intent: 'link' }, { cookie })),
  );
  expect(linked.status).toBe(403);
  expect(await prisma.identity.count()).toBe(0);
});

test('journeys that end well cost no one at the same address their turn', async () => {
  await signUpAnna();
  for (let i = 0; i < 62; i += 1) {
    const browser = new Browser();
    expect(await browser.travel()).toBe('/ai-lab');
  }
});

test('each journey counts against the address, before the issuer is asked', async () => {
  await prisma.$executeRaw`DELETE FROM rate_limits`;
  const { asked } = issuer;
  for (let i = 0; i < 120; i += 1) await leaveForIssuer('example', beginning, somewhere);
  const before = asked.length;
  await expect(leaveForIssuer('example', beginning, somewhere)).rejects.toMatchObject({
    code: 'too-many-requests',
  });
  expect(issuer.asked.length).toBe(before);
});

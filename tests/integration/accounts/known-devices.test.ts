import argon2 from 'argon2';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { authenticate, setPassword, type Client } from '~/features/accounts/index.server';
import { changePassword } from '~/features/accounts/passwords/change-password.server';
import { finishSignIn } from '~/features/accounts/two-factor/finish-sign-in.server';
import { reauthenticate } from '~/features/accounts/sessions/recent-login.server';
import { requestReset, resetPassword } from '~/features/accounts/passwords/reset-password.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { signUp } from '~/features/accounts/sign-up/sign-up.server';
import { issueCode } from '~/features/accounts/email-address/action-code-data.server';
import { limitAddress } from '~/http/rate-limit.server';

import { codeOf, enroll } from '../../factories/two-factor';
import { cookieOf, createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { queuedAccountEmails, dropAccountEmails } from '../../harness/account-emails';
import { spyOnStatements } from '../../harness/statements';
import { emptyTables } from '../setup/empty-tables.ts';

const TOO_MANY = { code: 'too-many-requests' };
const WRONG = { code: 'invalid' };

let user: TestUser;
// Keeps the factory's weak hashes, because each guess at a real one takes a whole core for a while.
vi.spyOn(argon2, 'needsRehash').mockReturnValue(false);

beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  await dropAccountEmails();
  user = await createUser({ email: 'ada@example.com' });
});

let last = 0;
/** A client with a new network address each time. */
function from(cookie: string | null = null): Client {
  last += 1;
  const address = `203.0.${last >> 8}.${last & 255}`;
  return { address, userAgent: 'Firefox', secure: false, cookie };
}

const attempt = (password: string, client: Client, email = user.email) =>
  signIn({ email, password, timeZone: null }, client);
const cookiesOf = (setCookies: string[]) => setCookies.map(cookieOf).join('; ');
const deviceCookieOf = (setCookies: string[]) =>
  setCookies.map(cookieOf).find((cookie) => cookie.includes('brandwright_device='))!;

/** The Cookie header of a browser that has signed in, and out again. */
async function knownBrowser(password = PASSWORD): Promise<string> {
  return deviceCookieOf((await attempt(password, from())).setCookies);
}

/** Guesses until no more guesses are accepted. */
async function guessAll(guess: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 12; time += 1) await guess().catch(() => {});
  await expect(guess()).rejects.toMatchObject(TOO_MANY);
}

describe('while strangers guess the password of an account', () => {
  test('its owner can sign in on a known device, and nowhere else', async () => {
    const browser = await knownBrowser();
    await guessAll(() => attempt('a guess', from()));
    await expect(attempt(PASSWORD, from())).rejects.toMatchObject(TOO_MANY);
    expect((await attempt(PASSWORD, from(browser))).userId).toBe(user.id);
    // That doesn't help the strangers.
    await expect(attempt('a guess', from())).rejects.toMatchObject(TOO_MANY);
  });

  test('its owner can sign in on a known device, even from a network address whose limit is used up', async () => {
    const browser = await knownBrowser();
    const client = from();
    for (let time = 0; time < 60; time += 1) await limitAddress('sign-in-address', client.address);
    await expect(attempt(PASSWORD, client)).rejects.toMatchObject(TOO_MANY);
    expect((await attempt(PASSWORD, { ...client, cookie: browser })).userId).toBe(user.id);
  });

  test('an open session can confirm and change the password', async () => {
    const found = (await authenticate(await signInCookie(user)))!;
    await guessAll(() => attempt('a guess', from()));
    await reauthenticate(found, { password: PASSWORD, code: '' }, from());
    await changePassword(found, { currentPassword: PASSWORD, newPassword: 'a new one' }, from());
  });

  test('a known device can request a new password, no matter how many strangers have', async () => {
    const browser = await knownBrowser();
    for (let time = 0; time < 5; time += 1) await requestReset(user.email, from());
    await expect(requestReset(user.email, from())).rejects.toMatchObject(TOO_MANY);
    for (let time = 0; time < 5; time += 1) await requestReset(user.email, from(browser));
    await expect(requestReset(user.email, from(browser))).rejects.toMatchObject(TOO_MANY);
    expect(await queuedAccountEmails()).toHaveLength(10);
  });

  test('a person who resets the password can sign in on the device that did it', async () => {
    const code = await issueCode({
      userId: user.id,
      purpose: 'reset_password',
      email: user.email,
    });
    const { setCookies } = await resetPassword(code, 'a new password', from());
    await guessAll(() => attempt('a guess', from()));
    const client = from(deviceCookieOf(setCookies));
    expect((await attempt('a new password', client)).userId).toBe(user.id);
  });

  test('someone who stole the password can’t lock a known device out of the second step', async () => {
    const { secret, backupCodes } = await enroll(user);
    const step = async (code: string, client: Client) => {
      const { setCookies } = await attempt(PASSWORD, client);
      const cookie = `${cookiesOf(setCookies)}; ${client.cookie ?? ''}`;
      return finishSignIn(cookie, { code, timeZone: null }, { ...client, cookie });
    };
    const { setCookies } = await step(codeOf(secret, new Date()), from());
    const browser = deviceCookieOf(setCookies);
    await guessAll(() => step('000000', from()));
    await expect(step(backupCodes[0]!, from())).rejects.toMatchObject(TOO_MANY);
    expect((await step(backupCodes[0]!, from(browser))).userId).toBe(user.id);
  });
});

describe('guesses are limited', () => {
  test('on a known device', async () => {
    const browser = await knownBrowser();
    for (let time = 0; time < 10; time += 1) {
      await expect(attempt('a guess', from(browser))).rejects.toMatchObject(WRONG);
    }
    await expect(attempt(PASSWORD, from(browser))).rejects.toMatchObject(TOO_MANY);
    // Other devices and strangers have their own counters.
    expect((await attempt(PASSWORD, from())).userId).toBe(user.id);
  });

  test('across all known devices and sessions of an account', async () => {
    let wrong = 0;
    for (let device = 0; device < 6; device += 1) {
      const browser = await knownBrowser();
      for (let time = 0; time < 10; time += 1) {
        const error = await attempt('a guess', from(browser)).catch((failure: unknown) => failure);
        if ((error as { code: string }).code === 'invalid') wrong += 1;
      }
    }
    expect(wrong).toBe(40);
    const found = (await authenticate(await signInCookie(user)))!;
    await expect(
      reauthenticate(found, { password: 'a guess', code: '' }, from()),
    ).rejects.toMatchObject(TOO_MANY);
  });

  test('in an open session', async () => {
    const found = (await authenticate(await signInCookie(user)))!;
    const confirm = (password: string) => reauthenticate(found, { password, code: '' }, from());
    for (let time = 0; time < 10; time += 1) {
      await expect(confirm('a guess')).rejects.toMatchObject(WRONG);
    }
    await expect(confirm(PASSWORD)).rejects.toMatchObject(TOO_MANY);
  });
});

describe('a device', () => {
  test('is known after it signed up', async () => {
    const fields = { firstName: 'Grace', lastName: 'Hopper', timeZone: null, password: PASSWORD };
    const { setCookies } = await signUp({ ...fields, email: 'grace@example.com' }, from());
    await guessAll(() => attempt('a guess', from(), 'grace@example.com'));
    await attempt(PASSWORD, from(deviceCookieOf(setCookies)), 'grace@example.com');
  });

  test('can be known to several accounts, and isn’t to any other', async () => {
    const eve = await createUser({ email: 'eve@example.com' });
    const first = await knownBrowser();
    const both = deviceCookieOf((await attempt(PASSWORD, from(first), eve.email)).setCookies);
    await guessAll(() => attempt('a guess', from(first), eve.email));
    await guessAll(() => attempt('a guess', from(), user.email));
    await attempt(PASSWORD, from(both), user.email);
    await attempt(PASSWORD, from(both), eve.email);
  });

  test.each([
    ['another password', () => setPassword(user.id, 'a new password')],
    ['two-factor sign-in', () => enroll(user)],
  ])('that signed in before the account got %s is a stranger', async (_change, change) => {
    const browser = await knownBrowser();
    await change();
    await guessAll(() => attempt('a guess', from()));
    await expect(attempt('a new password', from(browser))).rejects.toMatchObject(TOO_MANY);
  });

  test('with a forged cookie is a stranger', async () => {
    const [name, value] = (await knownBrowser()).split('=') as [string, string];
    await guessAll(() => attempt('a guess', from()));
    const changed = `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`;
    for (const forged of ['x', 'bwkd.e30.x', changed, value.replace('bwkd', 'bw2f')]) {
      await expect(attempt(PASSWORD, from(`${name}=${forged}`))).rejects.toMatchObject(TOO_MANY);
    }
  });

  test('has a cookie with the prefix __Host- over https, and without it over http', async () => {
    const { setCookies } = await attempt(PASSWORD, { ...from(), secure: true });
    expect(setCookies[1]).toMatch(
      /^__Host-brandwright_device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    const plain = await attempt(PASSWORD, from());
    expect(plain.setCookies[1]).toMatch(
      /^brandwright_device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    await guessAll(() => attempt('a guess', from()));
    await attempt(PASSWORD, from(deviceCookieOf(setCookies)));
  });

  test('doesn’t reveal whether an account exists', async () => {
    const browser = await knownBrowser();
    await createUser({ email: 'grace@example.com' });
    const query = spyOnStatements();
    for (const cookie of [null, browser]) {
      const both: unknown[] = [];
      for (const email of ['grace@example.com', 'nobody@example.com']) {
        query.mockClear();
        const error = await attempt('a guess', from(cookie), email).catch(
          (failure: unknown) => failure,
        );
        both.push([
          (error as { userMessage: string }).userMessage,
          query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text),
        ]);
      }
      expect(JSON.stringify(both[1])).toBe(JSON.stringify(both[0]));
    }
  });
});

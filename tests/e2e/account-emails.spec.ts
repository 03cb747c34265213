import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { startFakePostmark, TOKEN } from '../fakes/postmark.ts';
import { freePort, SESSION_SECRET, startApp } from '../harness/app-process.ts';
import { expect, PASSWORD, test as withoutEmail, type Page, type Person } from './setup/journey.ts';
import { tabTo } from './setup/keyboard.ts';
import * as mailbox from './setup/mailbox.ts';
import { withOwnApp } from './setup/own-app.ts';
import { axe, expectSound } from './setup/sound.ts';

const NEW = 'another fine password';
const OFFLINE = 'We couldn’t reach the server. Check your connection and try again.';
const VERIFY = /^Confirm your email/;
const RESET = /^Choose a new password/;

const postmark = await startFakePostmark();
const EMAIL_SERVICE = {
  POSTMARK_SERVER_TOKEN: TOKEN,
  POSTMARK_BASE_URL: postmark.url,
  MAIL_FROM: 'Brandwright <hello@example.com>',
};

const linkOf = (email: string, subject: RegExp, atLeast = 1) =>
  mailbox.linkOf(email, subject, { atLeast, mailbox: postmark.mails });
const emailsTo = (email: string, atLeast = 1) => mailbox.emailsTo(email, atLeast, postmark.mails);

interface Strict {
  url: string;
  sql(statement: string): Promise<void>;
}

const test = withOwnApp(EMAIL_SERVICE).extend<{ strict: Strict }>({
  /** An app that lets in only people with a verified email address, and its database. */
  strict: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-strict-'));
    chmodSync(dataDir, 0o711);
    const database = await startEmbeddedPostgres({ dataDir, durable: false });
    const app = await startApp({
      dataDir,
      port: await freePort(),
      env: {
        DATABASE_URL: database.url,
        SESSION_SECRET,
        REQUIRE_VERIFIED_EMAIL: 'true',
        RATE_LIMITS: 'false',
        ...EMAIL_SERVICE,
      },
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await use({
      url: app.url,
      sql: async (statement) => void (await client.query(statement)),
    });
    await client.end();
    await app.stop();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
});

test.describe.configure({ mode: 'default' });
test.afterAll(() => postmark.close());

const banner = (page: Page) => page.getByRole('region', { name: 'Email not confirmed' });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/auth/login');
};

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function requestReset(page: Page, email: string): Promise<string> {
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The sign-in page has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toContainText(
    'If there’s an account',
  );
  return linkOf(email, RESET);
}

test('confirming the link of a sign-up removes the banner in every tab @core', async ({
  page,
  context,
  signUp,
}) => {
  const person = await signUp();
  await expect(banner(page)).toContainText(person.email);
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(banner(other)).toBeVisible();

  const message = await context.newPage();
  const link = await linkOf(person.email, VERIFY);
  const response = await message.goto(link);
  expect(response!.headers()['referrer-policy']).toBe('no-referrer');
  await expect(message.getByText(person.email)).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await message.getByRole('button', { name: 'Confirm email' }).click();
  await expect(message.getByRole('status').filter({ hasText: 'is confirmed' })).toBeVisible();
  await expect(message.getByRole('link', { name: 'Continue' })).toBeFocused();
  await expect(banner(page)).toBeHidden();
  await expect(banner(other)).toBeHidden();

  await message.goto(link);
  await expect(message.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(message.getByRole('alert')).toBeHidden();
});

test('the banner sends another link', async ({ page, signUp }) => {
  const person = await signUp();
  const first = await linkOf(person.email, VERIFY);
  await banner(page).getByRole('button', { name: 'Resend link' }).click();
  await expect(page.getByText(`We sent a new link to ${person.email}.`)).toBeVisible();
  const second = await linkOf(person.email, VERIFY, 2);
  expect(second).not.toBe(first);
  // Either link works, until one of them is used.
  await page.goto(first);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/ai-lab$/);
  await expect(banner(page)).toBeHidden();
  await page.goto(second);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
});

withoutEmail(
  'without an email service, nothing asks to confirm or claims that a link was sent',
  async ({ page, signUp }) => {
    const person = await signUp();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await page.goto('/auth/verify');
    await expect(
      page.getByText(`Ask your admin to confirm ${person.email} for you.`),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend link' })).toHaveCount(0);
    await page.goto('/auth/forgot-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('status')).toContainText('This site can’t send email yet.');
    await expect(page.getByText('spam folder')).toHaveCount(0);
  },
);

test('a new password signs every other browser out at once', async ({ page, browser, signUp }) => {
  const person = await signUp();
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(new URL('/auth/login', page.url()).href);
  await signIn(other, person.email, person.password);
  await other.waitForURL('**/ai-lab');
  await signOut(page);

  const link = await requestReset(page, person.email);
  await page.goto(link);
  await expect(page.getByText(person.email)).toBeVisible();
  await newPassword(page).fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(newPassword(page)).toHaveAccessibleDescription(/at least 6 characters/);
  await newPassword(page).fill(NEW);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?/);
  await expect(page.getByRole('status').filter({ hasText: 'password was changed' })).toBeVisible();

  await expect(other.getByText('User not authenticated')).toBeVisible();
  await expect(other).toHaveURL(/\/auth\/login/);
  await elsewhere.close();

  await signIn(page, person.email, person.password);
  await expect(page.getByRole('alert')).toContainText('don’t match an account');
  await signIn(page, person.email, NEW);
  await expect(page).toHaveURL(/\/ai-lab$/);
  // Someone who reads the email has verified the address.
  await expect(banner(page)).toBeHidden();

  const notice = (await emailsTo(person.email, 3)).find(
    ({ subject }) => subject === 'Your password was changed',
  );
  expect(notice!.text).not.toContain('code=');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('was already used');
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
});

test('a request for an unknown address is answered in the same way, and sends no email', async ({
  page,
  signUp,
}) => {
  const person = await signUp({ opens: false });
  const stranger = `${randomUUID()}@example.com`;
  await page.goto('/auth/forgot-password');
  for (const email of [stranger, person.email]) {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('status').filter({ hasText: email })).toContainText(
      `If there’s an account for ${email}, we sent it a link.`,
    );
    await page.getByRole('link', { name: 'Try another address' }).click();
  }
  // This one was requested later and has arrived, so the stranger's would have arrived too.
  await linkOf(person.email, RESET);
  expect(await emailsTo(stranger, 0)).toEqual([]);
});

test('every form keeps what was typed without a network, and says why', async ({
  page,
  context,
  signUp,
}) => {
  const person = await signUp();
  const verify = await linkOf(person.email, VERIFY);
  await signOut(page);
  const reset = await requestReset(page, person.email);

  const email = `${randomUUID()}@example.com`;
  const forms: [string, [string, string][], string][] = [
    [
      '/auth/login',
      [
        ['Email', email],
        ['Password', PASSWORD],
      ],
      'Sign in',
    ],
    [
      '/auth/signup',
      [
        ['First name', 'Tina'],
        ['Last name', 'Baker'],
        ['Email', email],
        ['Password', PASSWORD],
      ],
      'Sign up',
    ],
    ['/auth/forgot-password', [['Email', email]], 'Send link'],
    [reset, [['New password', NEW]], 'Set password'],
    [verify, [], 'Confirm email'],
  ];
  for (const [path, fields, button] of forms) {
    await page.goto(path);
    for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
    await context.setOffline(true);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alert'), path).toHaveText(OFFLINE);
    for (const [label, value] of fields) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    }
    await context.setOffline(false);
  }
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is confirmed' })).toBeVisible();
});

test.describe('an app that requires a verified email address', () => {
  test('keeps a person waiting until they verify on a phone, and then leads to `redirectTo`', async ({
    strict,
    page,
    context,
    browser,
  }) => {
    test.slow();
    const email = `${randomUUID()}@example.com`;
    await page.goto(
      `${strict.url}/auth/signup?redirectTo=${encodeURIComponent('/settings?tab=appearance')}`,
    );
    await page.getByLabel('First name').fill('Tina');
    await page.getByLabel('Last name').fill('Baker');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();

    for (const path of ['/ai-lab', '/settings', '/auth/login', '/']) {
      const tab = await context.newPage();
      await tab.goto(strict.url + path);
      await expect(tab, path).toHaveURL(/\/auth\/verify\?redirectTo=/);
      await tab.close();
    }
    const answer = await context.request.get(`${strict.url}/api/conversations`);
    expect(answer.status()).toBe(403);

    // The first link has expired, and the page offers another one.
    const late = await linkOf(email, VERIFY);
    await strict.sql(`UPDATE action_codes SET expires_at = now() - interval '1 second'`);
    const tab = await context.newPage();
    await tab.goto(strict.url + late);
    await expect(tab.getByRole('alert')).toContainText('has expired');
    await tab.getByRole('button', { name: 'Resend link' }).click();
    await expect(tab.getByText(`We sent a new link to ${email}.`)).toBeVisible();
    await tab.close();

    // On a phone, where the person isn't signed in.
    const phone = await browser.newContext();
    const reader = await phone.newPage();
    await reader.goto(strict.url + (await linkOf(email, VERIFY, 2)));
    await expect(reader.getByText('Didn’t sign up?')).toBeVisible();
    await reader.getByLabel('Password', { exact: true }).fill('not the password');
    await reader.getByRole('button', { name: 'Confirm email' }).click();
    await expect(reader.getByRole('alert')).toContainText('That’s not your password.');
    await reader.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await reader.getByRole('button', { name: 'Confirm email' }).click();
    await expect(reader.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await phone.close();

    // The phone has proven that address and account are theirs, so every other session has ended.
    await expect(page).toHaveURL(/\/auth\/login\?redirectTo=/);
    await signIn(page, email, PASSWORD);
    await expect(page).toHaveURL(`${strict.url}/settings?tab=appearance`);
    await signOut(page);
  });

  test('lets a person sign out to start over with the right address', async ({ strict, page }) => {
    test.slow();
    await page.goto(`${strict.url}/auth/signup`);
    await page.getByLabel('First name').fill('Tina');
    await page.getByLabel('Last name').fill('Baker');
    await page.getByLabel('Email').fill('tpyo@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await strict.sql(
      `INSERT INTO mail_failures (id, event_key, email, kind, reason, detail, subject, happened_at)
       VALUES (gen_random_uuid(), 'a bounce', 'tpyo@example.com', 'hard', 'HardBounce', '', 'Confirm your email', now())`,
    );
    await expect(page.getByRole('alert')).toHaveText(
      'We couldn’t deliver an email to tpyo@example.com.',
    );
    await expect(page.getByText('Wrong address?')).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${strict.url}/auth/login`);
    await page.goto(`${strict.url}/ai-lab`);
    await expect(page).toHaveURL(`${strict.url}/auth/login`);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person can request another link, verify, and choose a new password', async ({
    page,
    signUp,
  }) => {
    const person = await signUp();
    await banner(page).getByRole('button', { name: 'Resend link' }).click();
    await expect(page).toHaveURL(/\/auth\/verify$/);
    await expect(page.getByRole('status')).toHaveText(`We sent a new link to ${person.email}.`);
    await page.goto(await linkOf(person.email, VERIFY, 2));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('status')).toContainText('is confirmed');
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/ai-lab$/);
    await expect(banner(page)).toHaveCount(0);

    await page.goto('/auth/forgot-password');
    // The browser accepts this address and sends the form, but the server doesn't.
    await page.getByLabel('Email').fill('ada@example');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/valid email address/);
    await expect(page.getByLabel('Email')).toHaveValue('ada@example');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('status')).toContainText('If there’s an account');
    await page.goto(await linkOf(person.email, RESET));
    await newPassword(page).fill(NEW);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('status')).toContainText('Your password was changed');
    await signIn(page, person.email, NEW);
    await expect(page).toHaveURL(/\/ai-lab$/);
  });
});

test('verifying, resetting the password, and signing in work by the keyboard alone', async ({
  page,
  signUp,
}) => {
  const person: Person = await signUp();
  await tabTo(page, banner(page).getByRole('button', { name: 'Resend link' }));
  await page.keyboard.press('Enter');
  await page.goto(await linkOf(person.email, VERIFY, 2));
  await tabTo(page, page.getByRole('button', { name: 'Confirm email' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ai-lab$/);
  await signOut(page);

  await tabTo(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: person.email })).toBeVisible();
  await page.goto(await linkOf(person.email, RESET));
  await tabTo(page, newPassword(page));
  await page.keyboard.type(NEW);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/login\?/);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ai-lab$/);
});

test('every screen of verification and reset is sound in both themes, wide and narrow', async ({
  page,
  signUp,
}) => {
  test.slow();
  const person = await signUp();
  await expectSound(page, 'banner');
  await page.goto('/auth/verify');
  await expectSound(page, 'waiting');
  const verify = await linkOf(person.email, VERIFY);
  await page.goto(verify);
  await expectSound(page, 'confirm');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
  await expectSound(page, 'confirmed');
  await page.goto(verify);
  await expectSound(page, 'verify-refused');
  await page.context().clearCookies();
  await page.goto('/auth/verify');
  await expectSound(page, 'verify-visitor');
  await page.goto('/auth/login?notice=password-changed');
  await expectSound(page, 'notice');
  await page.goto('/auth/reset-password?code=x');
  await expectSound(page, 'reset-refused');
  await page.goto('/auth/forgot-password');
  await expectSound(page, 'forgot');
  const reset = await requestReset(page, person.email);
  await expectSound(page, 'sent');
  await page.goto(reset);
  await newPassword(page).fill('x');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'true');
  await expectSound(page, 'reset');
});

import { randomUUID } from 'node:crypto';

import { readOutbox } from '../harness/outbox.ts';
import { expect, PASSWORD, test, type Page } from './setup/journey.ts';
import { linkOf } from './setup/mailbox.ts';
import { ageSessions } from './setup/sessions.ts';
import { expectSound } from './setup/sound.ts';

const ACCOUNT = '/settings?tab=account';
const NEW_PASSWORD = 'another fine password';
const newEmail = (page: Page) => page.getByLabel('New email');
const change = (page: Page, what: 'email' | 'password') =>
  page.getByRole('button', { name: `Change ${what}` });

test.describe('changing the password', () => {
  test('works by the keyboard alone, keeps this tab, and signs other devices out @core', async ({
    page,
    browser,
    signUp,
    baseURL,
  }) => {
    const { email } = await signUp();
    const elsewhere = await browser.newContext({ baseURL });
    const device = await elsewhere.newPage();
    await device.goto('/auth/login');
    await device.getByLabel('Email').fill(email);
    await device.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await device.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(device).toHaveURL(/\/ai-lab$/);

    await page.goto(ACCOUNT);
    await expect(change(page, 'password')).toBeEnabled();
    await page.getByLabel('Current password').focus();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('New password')).toBeFocused();
    await page.keyboard.type(NEW_PASSWORD);
    // It disappears after ten seconds, which a busy machine may need for the page that it leads to.
    const told = expect(device.getByRole('alert')).toContainText('User not authenticated');
    await page.keyboard.press('Enter');
    await Promise.all([
      told,
      expect(page.getByRole('status')).toContainText('Your password was changed.'),
    ]);
    await expect(page.getByLabel('New password')).toHaveValue('');
    await expect(device).toHaveURL(/\/auth\/login/);

    await device.getByLabel('Email').fill(email);
    await device.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await device.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(device).toHaveURL(/\/ai-lab$/);
    await page.reload();
    await expect(page).toHaveURL(/\/settings/);
    await expect
      .poll(async () =>
        (await readOutbox(process.env.E2E_DATA_DIR ?? '')).filter(({ to }) => to === email),
      )
      .toContainEqual(expect.objectContaining({ kind: 'notice' }));
    await elsewhere.close();
  });

  test('refuses a wrong current password at its field', async ({ page, signUp }) => {
    await signUp({ opens: false });
    await page.goto(ACCOUNT);
    await page.getByLabel('Current password').fill('not it at all');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await change(page, 'password').click();
    const field = page.getByLabel('Current password');
    await expect(field).toHaveAccessibleDescription('That’s not your password. Try again.');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD);
  });

  test('refuses what the policy refuses before the form is sent', async ({ page, signUp }) => {
    await signUp({ opens: false });
    await page.goto(ACCOUNT);
    await change(page, 'password').click();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill('short');
    await change(page, 'password').click();
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      /Use at least 6 characters/,
    );
  });
});

test('before the page’s code runs, its forms can’t be sent', async ({ page, signUp }) => {
  await signUp({ opens: false });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(ACCOUNT);
  await newEmail(page).fill('someone.else@example.com');
  await expect(change(page, 'email')).toBeDisabled();
  await expect(change(page, 'password')).toBeDisabled();
  await page.keyboard.press('Enter');
  // Only code can send this one, so its button is never disabled.
  await page.getByLabel('First name').fill('Nina');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page).toHaveURL(ACCOUNT);
  await expect(page.getByLabel('First name')).toHaveValue('Nina');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(change(page, 'email')).toBeEnabled();
  await expect(page).toHaveURL(ACCOUNT);
});

test.describe('changing the email address', () => {
  test('sends a link to the new address, and keeps the old one until the link is confirmed @core', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    const next = `${randomUUID()}@new.example`;
    await page.goto(ACCOUNT);
    await newEmail(page).fill(next);
    await change(page, 'email').click();
    const form = page.getByRole('region', { name: 'Email', exact: true });
    await expect(form.getByRole('status')).toContainText(
      `Ask your admin for the link that confirms ${next}`,
    );
    await expect(newEmail(page)).toHaveValue('');
    await page.reload();
    await expect(form).toContainText(`Your email is ${email}`);
    await expect(newEmail(page)).toHaveValue('');

    await page.goto(await linkOf(next, /./));
    const done = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('main').getByRole('button').first().click();
    await done;
    await page.goto(ACCOUNT);
    await expect(form).toContainText(`Your email is ${next}`);
  });

  test('needs a confirmation long after the sign-in, and returns to what was typed', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    await page.goto(ACCOUNT);
    await ageSessions(email);
    await newEmail(page).fill('ada@new.example');
    await change(page, 'email').click();
    await expect(page.getByRole('alert')).toContainText('For your security, sign in again first.');
    await page.getByRole('link', { name: 'Confirm it’s you' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await page.keyboard.type('not it at all');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('That’s not your password. Try again.');
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/settings\?tab=account$/);
    await expect(newEmail(page)).toHaveValue('ada@new.example');
    await change(page, 'email').click();
    await expect(
      page.getByText('Ask your admin for the link that confirms ada@new.example'),
    ).toBeVisible();
  });

  test('refuses an address in use and the person’s own one at the field', async ({
    page,
    browser,
    signUp,
    baseURL,
  }) => {
    const elsewhere = await browser.newContext({ baseURL });
    const other = await signUp({ on: await elsewhere.newPage() });
    await elsewhere.close();
    const { email } = await signUp({ opens: false });
    await page.goto(ACCOUNT);
    await newEmail(page).fill(other.email);
    await change(page, 'email').click();
    await expect(newEmail(page)).toHaveAccessibleDescription(
      /An account with this email already exists/,
    );
    await expect(newEmail(page)).toHaveValue(other.email);
    await newEmail(page).fill(email.toUpperCase());
    await change(page, 'email').click();
    await expect(newEmail(page)).toHaveAccessibleDescription('This is already your email');
  });

  test('says that there is no network, and keeps what was typed', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp({ opens: false });
    await page.goto(ACCOUNT);
    await newEmail(page).fill('ada@new.example');
    await context.setOffline(true);
    await change(page, 'email').click();
    await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.');
    await expect(newEmail(page)).toHaveValue('ada@new.example');
    await context.setOffline(false);
    await change(page, 'email').click();
    await expect(
      page.getByText('Ask your admin for the link that confirms ada@new.example'),
    ).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person can confirm their password, and returns to where they were', async ({ page }) => {
    await page.goto('/auth/signup');
    const email = `${randomUUID()}@example.com`;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('First name').fill('Tom');
    await page.getByLabel('Last name').fill('Smith');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
    await ageSessions(email);
    await page.goto('/auth/reauthenticate?redirectTo=%2Fsettings%3Ftab%3Daccount');
    await page.getByLabel('Password', { exact: true }).fill('not it at all');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('That’s not your password. Try again.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/settings\?tab=account$/);
  });
});

test('the account settings are sound as they open, refused, and done', async ({ page, signUp }) => {
  const { email } = await signUp({ opens: false });
  await page.goto(ACCOUNT);
  await expectSound(page, 'account');
  await change(page, 'password').click();
  await ageSessions(email);
  await newEmail(page).fill('ada@new.example');
  await change(page, 'email').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectSound(page, 'account, refused');
  await page.getByRole('link', { name: 'Confirm it’s you' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await expectSound(page, 'confirmation');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await change(page, 'email').click();
  await expect(
    page.getByText('Ask your admin for the link that confirms ada@new.example'),
  ).toBeVisible();
  await expectSound(page, 'account, done');
});

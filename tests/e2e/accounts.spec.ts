import { randomUUID } from 'node:crypto';

import { expect, marker, messageField, PASSWORD, test } from './setup/journey.ts';
import { tabTo } from './setup/keyboard.ts';

const MEMBERS_ONLY = [
  '/',
  '/ai-lab',
  '/ai-lab/chat/0198c0de-0000-7000-8000-000000000000',
  '/copy-wizard',
  '/copy-wizard/saved/social/1',
  '/media-creator',
  '/media-creator/video-gen',
  '/settings?tab=account',
  '/profiles',
  '/admin',
];

test('a visitor is redirected to sign-in, and then to the page that they opened @core', async ({
  page,
  context,
  signUp,
}) => {
  const person = await signUp();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.goto('/settings?tab=appearance');
  await expect(page).toHaveURL(/\/auth\/login\?redirectTo=/);
  await page.getByLabel('Email').fill(person.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/settings\?tab=appearance$/);
  await context.clearCookies();
});

test('no page of the app opens without signing in', async ({ page }) => {
  for (const path of MEMBERS_ONLY) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth\/login/);
  }
});

test('sign-in never redirects to another site', async ({ page, signUp }) => {
  const person = await signUp();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/auth/login');
  await page.goto('/auth/login?redirectTo=https%3A%2F%2Fexample.com%2F');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/localhost:\d+\/ai-lab$/);
});

test('sign-in refuses a wrong password, and keeps the address but never repeats the password', async ({
  page,
  signUp,
}) => {
  const person = await signUp();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/auth/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not it at all');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('don’t match an account');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('value', '');
});

test('sign-up refuses an address in use at its field', async ({ page, signUp }) => {
  const person = await signUp();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/auth/login');
  await page.goto('/auth/signup');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('First name').fill('Tom');
  await page.getByLabel('Last name').fill('Smith');
  await page.getByRole('button', { name: 'Sign up' }).click();
  const email = page.getByLabel('Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/already exists/);
  await expect(page.getByLabel('First name')).toHaveValue('Tom');
});

test('sign-up refuses a password of fewer than 6 characters at its field', async ({ page }) => {
  await page.goto('/auth/signup');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByLabel('First name').fill('Tom');
  await page.getByLabel('Last name').fill('Smith');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/auth\/signup/);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person can sign up and read', async ({ page }) => {
    const email = `${randomUUID()}@example.com`;
    await page.goto('/auth/signup');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('First name').fill('Tom');
    await page.getByLabel('Last name').fill('Smith');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
    await page.getByRole('link', { name: 'Skip for now' }).click();
    await expect(page).toHaveURL(/\/ai-lab$/);
    await expect(page.getByText('Start a new conversation')).toBeVisible();
  });
});

test('a person can sign up and ask by the keyboard alone @core', async ({ page }) => {
  await page.goto('/auth/signup');
  for (const [label, value] of [
    ['Email', `${randomUUID()}@example.com`],
    ['Password', PASSWORD],
    ['First name', 'Kay'],
    ['Last name', 'Board'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/welcome$/);
  await tabTo(page, page.getByRole('link', { name: 'Skip for now' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ai-lab$/);

  await tabTo(page, messageField(page));
  await page.keyboard.type(`Hello ${marker({ text: 'Hello to you.' })}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Assistant' })).toHaveText('Hello to you.');
  await expect(messageField(page)).toBeFocused();
});

test('a person on a phone can open the sidebar and sign out by the keyboard alone', async ({
  page,
  signUp,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp();
  const open = page.getByRole('button', { name: 'Open sidebar' });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Sidebar' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, drawer.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/login$/);
});

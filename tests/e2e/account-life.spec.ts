import sharp from 'sharp';

import { expect, PASSWORD, test, type Page } from './setup/journey.ts';
import { ageSessions } from './setup/sessions.ts';
import { shareTexts } from './setup/shared-conversation.ts';
import { axe, expectSound } from './setup/sound.ts';

const ACCOUNT = '/settings?tab=account';
const DELETE = '/settings?tab=deleteAccount';
const QUESTION = 'Are you sure you want to delete your account?';

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await axe(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

async function confirmIdentity(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Confirm it’s you' }).click();
  // The address changes before the page, whose settings have a section with the same name.
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('a request for deletion needs a recent login, closes links, shows a banner, and can be canceled', async ({
  page,
  context,
  browser,
  baseURL,
  signUp,
}) => {
  const { email } = await signUp();
  const shareId = await shareTexts(email, ['Hello', 'Hello to you.'], 'Bakery plan');
  const elsewhere = await browser.newContext({ baseURL });
  const visitor = await elsewhere.newPage();
  await visitor.goto(`/shared/${shareId}`);
  await expect(visitor.getByRole('heading', { name: 'Bakery plan' })).toBeVisible();

  const other = await context.newPage();
  await other.goto('/copy-wizard');
  await page.goto(DELETE);
  await ageSessions(email);
  const start = page.getByRole('main').getByRole('button', { name: 'Delete Account' });
  await start.click();
  const dialog = page.getByRole('alertdialog', { name: QUESTION });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(start).toBeFocused();
  await start.click();
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('alert')).toContainText('sign in again first');
  await confirmIdentity(page);

  await expect(page).toHaveURL(DELETE);
  await start.click();
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  const due = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(
    Date.now() + 30 * 24 * 3_600_000,
  );
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText(`will be deleted on ${due}.`);
  await expect(dialog).toBeHidden();
  await expect(alert).toBeFocused();
  await expectNoViolations(page);
  const banner = (of: Page) => of.getByRole('region', { name: 'Account deletion' });
  await expect(banner(other)).toContainText(`Your account will be deleted on ${due}.`);
  expect((await visitor.reload())?.status()).toBe(404);

  await banner(other).getByRole('button', { name: 'Cancel deletion' }).click();
  await expect(other.getByText('We’re keeping your account.')).toBeVisible();
  await expect(banner(other)).toBeHidden();
  await expect(start).toBeVisible();
  await expect(banner(page)).toBeHidden();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Bakery plan' })).toBeVisible();
  await elsewhere.close();
});

test('a person changes their name in two tabs, their photo, and their time zone', async ({
  page,
  context,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.goto(ACCOUNT);
  const other = await context.newPage();
  await other.goto(ACCOUNT);
  const last = (of: Page) => of.getByLabel('Last name');
  const save = (of: Page) => of.getByRole('button', { name: 'Save name' });
  const menu = (of: Page) => of.getByRole('button', { name: 'User menu' });

  await last(page).fill(' ');
  await save(page).click();
  await expect(last(page)).toHaveAccessibleDescription('Please enter your last name');
  await expect(last(page)).toBeFocused();
  await last(page).fill('Miller');
  await page.reload();
  await expect(last(page)).toHaveValue('Miller');

  // Another tab changes the name in the meantime.
  await last(other).fill('Cook');
  await save(other).click();
  await expect(other.getByText('Name saved.')).toBeVisible();
  await expect(menu(page)).toContainText('TC');
  await expect(last(page)).toHaveValue('Miller');
  await expect(
    page.getByText('Your name was changed in another tab or on another device to Tina Cook.'),
  ).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Name saved.')).toBeVisible();
  await expect(last(other)).toHaveValue('Miller');
  await expect(menu(other)).toContainText('TM');

  const create = { width: 400, height: 300, channels: 3, background: '#a0522d' } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  const file = { name: 'me.png', mimeType: 'image/png', buffer };
  await page.getByLabel('Photo file').setInputFiles(file);
  await expect(page.getByText('Photo updated.')).toBeVisible();
  const image = menu(other).locator('img');
  await expect(image).toHaveJSProperty('naturalWidth', 256);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeFocused();
  await expect(menu(other)).toContainText('TM');

  await page.getByLabel('Fixed').check();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Mars');
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await expect(zone).toHaveAccessibleDescription('Please choose a time zone from the list');
  await zone.fill('Asia/Tokyo');
  await expect(page.getByText(/It’s \d+:\d\d [AP]M there now/)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await expect(page.getByText('Time zone saved.')).toBeVisible();
  await expect(other.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo');
});

test('revoking a device signs its open tab out, and revoking all others needs a recent login', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  const { email } = await signUp();
  const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })];
  const devices: Page[] = [];
  for (const context of contexts) {
    const device = await context.newPage();
    await device.goto('/auth/login');
    await device.getByLabel('Email').fill(email);
    await device.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await device.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(device).toHaveURL(/\/ai-lab$/);
    devices.push(device);
  }
  await page.goto(ACCOUNT);
  const list = page.getByRole('list', { name: 'Devices' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').first()).toContainText('This device');
  await list.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click();
  await expect(page.getByText('Chrome on Linux is signed out.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toBeFocused();
  // The device that was used last comes first.
  await expect(devices[1]!).toHaveURL(/\/auth\/login/);
  await expect(devices[1]!.getByRole('alert')).toContainText('User not authenticated');
  await expect(devices[0]!).toHaveURL(/\/ai-lab$/);

  await ageSessions(email);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('sign in again first');
  await confirmIdentity(page);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices[0]!).toHaveURL(/\/auth\/login/);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden();
  for (const context of contexts) await context.close();
});

test('theme and reduced motion can be chosen, and are kept in this browser', async ({
  page,
  context,
  signUp,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signUp({ opens: false });
  await page.goto('/settings?tab=appearance');
  const html = page.locator('html');
  const theme = page.getByRole('group', { name: 'Theme' });
  await expect(theme.getByLabel('System')).toBeChecked();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await theme.getByLabel('Dark').check();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  const other = await context.newPage();
  await other.goto('/settings?tab=nonsense');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Tokens');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('group', { name: 'Motion' }).getByLabel('Reduced').check();
  await expect(other.locator('html')).toHaveAttribute('data-motion', 'reduce');
  await page.reload();
  await expect(theme.getByLabel('Dark')).toBeChecked();
  await expect(page.getByRole('group', { name: 'Motion' }).getByLabel('Reduced')).toBeChecked();
  const duration = () =>
    page
      .getByRole('button', { name: 'User menu' })
      .evaluate((button) => getComputedStyle(button).transitionDuration);
  expect(await duration()).toBe('0s');
  await theme.getByLabel('System').check();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
});

test('the privacy and terms tabs show their texts, by the keyboard alone', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.goto('/settings?tab=account');
  const tabs = page.getByRole('navigation', { name: 'Settings' });
  for (const [tab, part] of [
    ['Privacy', 'Services that receive your data'],
    ['Terms', 'Your content'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tab);
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
  }
});

test('on a phone, settings open with their list, and each tab leads back to it', async ({
  page,
  signUp,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp({ opens: false });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expectSound(page, 'list');
  await page.setViewportSize({ width: 390, height: 844 });
  const list = page.getByRole('navigation', { name: 'Settings' });
  await list.getByRole('link', { name: 'Appearance' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appearance');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect(list.getByRole('link')).toHaveCount(9);
});

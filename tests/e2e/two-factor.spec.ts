import { Secret, TOTP } from 'otpauth';

import { expect, PASSWORD, test, type Page } from './setup/journey.ts';
import { ageSessions } from './setup/sessions.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ACCOUNT = '/settings?tab=account';
/** The code that the app shows in `steps` half minutes. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
const code = (page: Page) => page.getByLabel('Code from your app');
const section = (page: Page) => page.getByRole('region', { name: 'Two-factor sign-in' });

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`/auth/login?redirectTo=${encodeURIComponent(ACCOUNT)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
}

test('a person sets up two-factor sign-in, signs in with a code and a backup code, and switches it off', async ({
  page,
  browser,
  signUp,
  baseURL,
}) => {
  test.slow();
  const { email } = await signUp({ opens: false });
  await page.goto(ACCOUNT);
  await section(page).getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  const dialog = page.getByRole('dialog');

  // An old login has to be confirmed first.
  await ageSessions(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('link', { name: 'Confirm it’s you' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=account$/);

  await section(page).getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your app' })).toBeVisible();
  await expect(code(page)).toBeFocused();
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await page.keyboard.type('12 34');
  await page.keyboard.press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/That code isn’t right/);
  await expectSoundScreen(page, 'setting up, refused');
  await code(page).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Two-factor sign-in is on.');
  const backupCodes = await dialog.getByRole('listitem').allInnerTexts();
  expect(backupCodes).toHaveLength(10);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('brandwright-backup-codes.txt');
  await expectSoundScreen(page, 'backup codes');
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(section(page)).toContainText('You have 10 backup codes left.');
  await expectSoundScreen(page, 'account with two-factor sign-in');

  await page.request.post('/auth/logout', { headers: { origin: baseURL ?? '' } });
  await signIn(page, email);
  await expect(code(page)).toBeFocused();
  await code(page).fill('000000');
  await page.keyboard.press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/That code isn’t right/);
  await expectSoundScreen(page, 'second step');
  await code(page).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\?tab=account$/);

  // On another device, without JavaScript and without the phone.
  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const device = await plain.newPage();
  await signIn(device, email);
  await device.getByRole('link', { name: 'Use a backup code' }).click();
  const backup = device.getByLabel('Backup code');
  await backup.fill('abcde-fghjk');
  await device.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(device.getByText('That isn’t one of your unused backup codes.')).toBeVisible();
  await backup.fill(backupCodes[0]!);
  await device.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(device).toHaveURL(/\/settings\?tab=account$/);
  await plain.close();

  await page.reload();
  await expect(section(page)).toContainText('You have 9 backup codes left.');
  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Code from your app').fill(backupCodes[1]!);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog).toBeHidden();
  await expect(section(page)).toContainText('Two-factor sign-in is off.');
  await expect(section(page).locator(':focus')).toHaveCount(1);
});

import { Secret, TOTP } from 'otpauth';

import { expect, signUpBy } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

const test = withOwnApp({});

const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() });

test('an admin requires a second factor, and a person who is signed in sets one up before anything else', async ({
  app,
  browser,
}) => {
  const open = () => browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' });
  const [admins, persons] = [await open(), await open()];
  const [admin, person] = [await admins.newPage(), await persons.newPage()];
  const { email } = await signUpBy(admin.request, app.url);
  await app.sql('UPDATE users SET is_admin = true WHERE email = $1', [email]);
  await signUpBy(person.request, app.url);
  await person.goto('/settings?tab=account');

  await admin.goto('/admin/sign-in');
  await admin.getByRole('radio', { name: 'Everyone' }).check();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('alert')).toContainText('Set up your own second factor first');
  await expectSoundScreen(admin, 'requiring a second factor, refused');
  await app.sql(
    `INSERT INTO passkeys (id, user_id, rp_id, credential_id, public_key, counter, name, transports, backup_eligible, backed_up)
     SELECT gen_random_uuid(), id, 'localhost', 'none', ''::bytea, 0, 'A key', '{}', false, false FROM users WHERE email = $1`,
    [email],
  );
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Saved.')).toBeVisible();
  await expect(admin.getByText('1 person doesn’t have one yet.')).toBeVisible();

  await person.reload();
  await expect(person).toHaveURL(/\/auth\/second-factor\?redirectTo=/);
  await expectSoundScreen(person, 'setting up a second factor that is required');
  await person.getByRole('button', { name: 'Use an authenticator app' }).focus();
  await person.keyboard.press('Enter');
  const dialog = person.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await person.getByLabel('Code from your app').fill(codeOf(secret));
  await person.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(person).toHaveURL(/\/settings\?tab=account$/);
  await expect(person.getByText('Turned on two-factor sign-in')).toBeVisible();

  // Who signs up from now on begins there, too.
  const news = await (await open()).newPage();
  await signUpBy(news.request, app.url);
  await news.goto('/ai-lab');
  await expect(news.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await news.getByRole('button', { name: 'Sign out' }).click();
  await expect(news).toHaveURL(/\/auth\/login/);
});

import { expect, PASSWORD } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

const test = withOwnApp();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the operator creates the first admin with the printed link, and tests the connections', async ({
  page,
  app,
}) => {
  test.slow();
  await expect.poll(() => app.log()).toContain('/setup?code=');
  const path = /To create one, open http:\/\/localhost:\d+(\/setup\?code=\S+)/.exec(app.log())![1]!;
  const code = path.split('=')[1]!;

  await page.goto('/setup?code=not-the-code');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create admin account' }).click();
  const field = page.getByLabel('Setup code');
  await expect(field).toHaveAccessibleDescription(/That’s not the code\./);
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com');
  await expectSoundScreen(page, 'first run, refused');

  await page.goto(path);
  await expect(field).toHaveValue(code);
  await expectSoundScreen(page, 'first run');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
  await page.getByRole('button', { name: 'Test AI provider' }).click();
  await expect(page.getByRole('status')).toContainText('openai/gpt-4o-mini answered');
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByRole('alert')).toContainText('No email service is set');
  await page.getByRole('button', { name: 'Test file storage' }).click();
  await expect(page.getByText('A file was stored, read, and deleted.')).toBeVisible();
  await expectSoundScreen(page, 'connections');

  expect((await page.goto('/setup'))?.status()).toBe(404);
  await page.context().clearCookies();
  expect((await page.goto(path))?.status()).toBe(404);
});

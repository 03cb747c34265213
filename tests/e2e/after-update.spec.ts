import { expect, messageField, PASSWORD, test } from './setup/journey.ts';
import { update, updateBeforeConnecting, UPDATED } from './setup/update.ts';

// What a page does that was loaded before the server was updated (decision 0072).

const TYPED = 'Dear customers, we have news for you';

test('a chat from before an update asks to be reloaded, and keeps the message', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await updateBeforeConnecting(page);
  await page.goto('/ai-lab');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await messageField(page).fill(TYPED);
  const refused = page.waitForResponse('**/api/chat/messages');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  expect((await refused).status()).toBe(409);
  await expect(page.getByRole('alert').last()).toContainText(UPDATED);
  await expect(messageField(page)).toHaveValue(TYPED);
});

test.describe('where the scripts are gone, too', () => {
  test.use({ provoked: /Error loading route module|dynamically imported module/ });

  test('a link on a page from before an update opens the document, because its data is refused @core', async ({
    page,
    signUp,
  }) => {
    await signUp({ opens: false });
    await page.goto('/help');
    const link = page.getByRole('main').locator('a[href^="/help/"]').first();
    const address = (await link.getAttribute('href')) ?? '';
    await update(page);
    // Then Remix reloads the page.
    let hasScripts = false;
    page.on('request', (request) => (hasScripts ||= request.isNavigationRequest()));
    await page.route('**/assets/**', (route) =>
      hasScripts ? route.continue() : route.fulfill({ status: 404 }),
    );
    const refused = page.waitForResponse(
      (response) => response.url().includes(`${address}.data`) && response.status() === 409,
    );
    const opened = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().endsWith(address),
    );
    await link.click();
    await Promise.all([refused, opened]);
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(address);
    await page.goBack();
    await expect(page).toHaveURL('/help');
  });
});

test('a sign-in page from before an update is refused, and keeps what was typed @core', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await update(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const refused = page.waitForResponse('**/auth/login.data*');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  expect((await refused).status()).toBe(409);
  await expect(page.getByRole('alert').last()).toContainText(UPDATED);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.goto('/ai-lab');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('forms in the settings aren’t sent once the page knows of an update, and keep what was typed', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await updateBeforeConnecting(page);
  await page.goto('/settings?tab=account');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  // Remix would load a script for these forms, and reload the page if it is gone.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  const form = page.locator('form', { has: page.getByLabel('Current password') });
  await form.getByLabel('Current password').fill(PASSWORD);
  await form.getByLabel('New password', { exact: true }).fill('a new and long password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByRole('alert')).toHaveText(UPDATED);
  await expect(form.getByLabel('Current password')).toHaveValue(PASSWORD);
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue(
    'a new and long password',
  );
});

test('forms from before an update change nothing, say so, and keep what was typed', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.goto('/settings?tab=account');
  const email = page.getByLabel('New email');
  const changeTo = async (address: string) => {
    await email.fill(address);
    await page.getByRole('button', { name: 'Change email' }).click();
  };
  await changeTo('first@example.com');
  await expect(page.getByText('first@example.com')).toBeVisible();
  await update(page);
  await changeTo('second@example.com');
  await expect(page.getByRole('alert').last()).toContainText(UPDATED);
  await expect(email).toHaveValue('second@example.com');
  await page.reload();
  await expect(email).toHaveValue('second@example.com');
});

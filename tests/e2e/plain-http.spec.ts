import { chromium, expect, test } from 'playwright/test';

/** A name of the local network, over plain http: to a browser that is no secure context, as localhost would be. */
test('a person on plain http signs up, sends, and copies the answer', async ({ launchOptions }) => {
  const browser = await chromium.launch({
    ...launchOptions,
    args: ['--host-resolver-rules=MAP office.test 127.0.0.1'],
  });
  try {
    const { port } = new URL(process.env.E2E_APP_URL ?? '');
    const page = await browser.newPage();
    await page.goto(`http://office.test:${port}/auth/signup`);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);

    await page.getByLabel('First name').fill('Tina');
    await page.getByLabel('Last name').fill('Baker');
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/ai-lab');

    await page.getByRole('textbox', { name: 'Message' }).fill('What is there to say?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('article', { name: 'Assistant' });
    await answer.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied to clipboard')).toBeVisible();
  } finally {
    await browser.close();
  }
});

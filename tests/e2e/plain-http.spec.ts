import { chromium, expect, test, type LaunchOptions, type Page } from 'playwright/test';

/** With a host name of the local network: unlike localhost, browsers don't treat it as a secure context. */
async function onPlainHttp(launchOptions: LaunchOptions, work: (page: Page) => Promise<void>) {
  const browser = await chromium.launch({
    ...launchOptions,
    args: ['--host-resolver-rules=MAP office.test 127.0.0.1'],
  });
  try {
    const { port } = new URL(process.env.E2E_APP_URL ?? '');
    const page = await browser.newPage({ baseURL: `http://office.test:${port}` });
    await page.goto('/auth/signup');
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.getByLabel('First name').fill('Tina');
    await page.getByLabel('Last name').fill('Baker');
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/welcome');
    await page.goto('/ai-lab');
    await work(page);
  } finally {
    await browser.close();
  }
}

test('a person on plain http can sign up, send a message, and copy the answer', ({
  launchOptions,
}) =>
  onPlainHttp(launchOptions, async (page) => {
    await page.getByRole('textbox', { name: 'Message' }).fill('What is there to say?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('article', { name: 'Assistant' });
    await answer.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied to clipboard')).toBeVisible();
  }));

/** Over plain http browsers ignore `Clear-Site-Data`, and the Back button shows what is in the cache without a request. */
test('the Back button shows no private image after signing out on plain http', ({
  launchOptions,
}) =>
  onPlainHttp(launchOptions, async (page) => {
    const image = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      const body = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const headers = { 'X-File-Name': 'loaf.png' };
      const answer = await fetch('/api/attachments', { method: 'POST', headers, body });
      const { file } = (await answer.json()) as { file: { id: string } };
      return `/api/attachments/${file.id}`;
    });
    await page.goto(image);
    await expect(page.locator('img')).toBeVisible();
    await page.goto('/ai-lab');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/auth/login');

    // The navigation may destroy the page before an evaluation in it returns.
    await Promise.all([
      page.waitForURL(`**${image}`),
      page.evaluate(() => void setTimeout(() => history.go(-2))),
    ]);
    await expect(page.getByText('User not authenticated')).toBeVisible();
  }));

import { readFile } from 'node:fs/promises';

import { answers, ask, expect, messageField, untilIdle, type Page } from './setup/journey.ts';
import { withOwnApp, type OwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

// Images cost tokens if a service is set; this one never answers, which doesn't matter here.
const test = withOwnApp({
  METERING: 'allowance',
  IMAGE_BASE_URL: 'http://127.0.0.1:9/v1',
  IMAGE_API_KEY: 'test',
});

const glance = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /tokens (?:left|waiting)$/ });
const create = (page: Page) => page.getByRole('button', { name: /^Create \d image/ });
const entries = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem');

async function setTokens({ sql }: OwnApp, email: string, tokens: number): Promise<void> {
  await sql(
    `UPDATE billing_accounts SET trial_token = $2
      WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email, tokens],
  );
}

test('a user who runs out of tokens keeps what they typed, and can continue once there are more', async ({
  page,
  app,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await expect(glance(page)).toHaveAccessibleName('25,000 tokens left');

  // In the chat, a note appears above the field, which keeps the text.
  await setTokens(app, email, 100);
  await ask(page, 'What shall we bake?');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('enough tokens left for another answer');
  await expect(alert).toContainText('You have 100 tokens left. Nothing you wrote is lost.');
  await expect(messageField(page)).toHaveValue(/^What shall we bake\?/);
  await expect(alert.getByRole('link', { name: 'Ask for more' })).toBeVisible();

  // The same with images, while the chat in the other tab works again as soon as there are tokens.
  const studio = await page.context().newPage();
  await studio.goto('/media-creator?mode=generate');
  await expect(glance(studio)).toHaveAccessibleName('100 tokens left');
  await studio.getByRole('textbox', { name: 'Prompt' }).fill('A loaf of rye bread');
  await create(studio).click();
  const notice = studio.getByRole('main').getByRole('alert');
  await expect(notice).toContainText('tokens left');
  await expect(studio.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A loaf of rye bread');

  await setTokens(app, email, 20_000);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(answers(page)).toHaveCount(1);
  await untilIdle(page);
  await expect(alert).toHaveCount(0);

  // Both tabs show the new number of tokens, and the note in the studio is updated.
  await expect(glance(page)).toHaveAccessibleName(/^19,\d{3} tokens left$/);
  const left = (await glance(page).getAttribute('aria-label')) ?? '';
  await expect(glance(studio)).toHaveAccessibleName(left);
  await expect(notice).toHaveText(/^You have 19,\d{3} tokens now\. Try again\.$/);
  await create(studio).click();
  await expect(studio.getByRole('list', { name: 'Jobs' }).getByRole('listitem')).toHaveCount(1);
  await expect(notice).toHaveCount(0);
});

test('the Tokens tab shows what is left and what was used, and downloads it as a file @long', async ({
  page,
  app,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await page.goto('/settings');
  await expect(page.getByText('You haven’t used any tokens yet.')).toBeVisible();
  await expect(page.getByText('No tokens used in the last 30 days.')).toBeVisible();
  await expect(entries(page)).toHaveText(/Trial tokens.*\+25,000/s);
  await expect(page.getByText(/^Your trial ends in 7 days, on /)).toBeVisible();

  // Two months of use, more than one page.
  await app.sql(
    `INSERT INTO ledger_entries (id, user_id, kind, reference, trial_delta, tokens, use, created_at)
     SELECT gen_random_uuid(), u.id, 'settle', 'journey:' || n, -n, n,
            (ARRAY['chat', 'copy', 'images'])[1 + n % 3], now() - n * interval '20 hours'
       FROM users u, generate_series(1, 70) n WHERE u.email = $1`,
    [email],
  );
  await page.reload();
  await expect(page.getByRole('img', { name: /^Tokens used per day from / })).toBeVisible();
  const used = page.getByRole('list', { name: 'By type' }).getByRole('listitem');
  await expect(used).toHaveCount(3);
  const thirty = await used.allTextContents();
  await page.getByRole('link', { name: '90 days' }).click();
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => used.allTextContents()).not.toEqual(thirty);
  await page.getByText('View as a table').click();
  await expect(page.getByRole('region', { name: 'Tokens used per day' })).toBeVisible();

  await expect(entries(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(entries(page)).toHaveCount(71);
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Images');
  await expect(entries(page)).toHaveCount(23);
  await expect(entries(page).first()).toContainText('Images');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(24);
  expect(lines.slice(1).every((line) => line.includes(',Images,'))).toBe(true);

  // A failed request shows an error, and can be repeated.
  await page.route('**/api/billing/ledger?*', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Added');
  await expect(page.getByText('Your activity couldn’t be loaded. Try again.')).toBeVisible();
  await page.unroute('**/api/billing/ledger?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveCount(1);
  await expectSound(page);
});

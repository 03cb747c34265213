import { readFile } from 'node:fs/promises';

import { holdRequests } from './setup/hold-requests.ts';
import { answers, ask, expect, messageField, untilIdle, type Page } from './setup/journey.ts';
import { withOwnApp, type OwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

// Images cost tokens if a service is set; this one never answers, which doesn't matter here.
const test = withOwnApp({
  METERING: 'allowance',
  IMAGE_BASE_URL: 'http://127.0.0.1:9/v1',
  IMAGE_API_KEY: 'test',
});
// One after the other in one worker: another worker would start another app and database.
test.describe.configure({ mode: 'default' });

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

  // What it used is a ring with the numbers behind it: a live event brings it, and a reloaded page has it.
  const ring = answers(page).getByRole('button', { name: /^\d+ tokens used by this answer$/ });
  await expect(ring).toBeVisible();
  await page.reload();
  await ring.click();
  const details = page.getByRole('dialog', { name: 'Tokens' });
  await expect(details).toContainText(
    /^\d+ tokensused by this answer \(.+\)Read\d+Written\d+You have 19,\d{3} tokens left\.$/,
  );
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(ring).toBeFocused();
  await expect(
    page.getByRole('button', { name: /tokens used by this conversation$/ }),
  ).toBeVisible();

  // Both tabs show the new number of tokens, and the note in the studio is updated.
  await expect(glance(page)).toHaveAccessibleName(/^19,\d{3} tokens left$/);
  const left = (await glance(page).getAttribute('aria-label')) ?? '';
  await expect(glance(studio)).toHaveAccessibleName(left);
  await expect(notice).toHaveText(/^You have 19,\d{3} tokens now\. Try again\.$/);
  await create(studio).click();
  await expect(studio.getByRole('list', { name: 'Jobs' }).getByRole('listitem')).toHaveCount(1);
  await expect(notice).toHaveCount(0);
});

test('the usage on the Tokens tab has a skeleton in its place until it has loaded', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  const release = await holdRequests(page, '**/assets/tokens-details-*.js');
  await page.goto('/settings');
  const skeleton = page.getByRole('status').filter({ hasText: 'Loading usage…' });
  await expect(skeleton).toBeVisible();
  release();
  await expect(page.getByText('You haven’t used any tokens yet.')).toBeVisible();
  await expect(skeleton).toHaveCount(0);
});

test('the Tokens tab shows what is left and what was used, and downloads it as a file', async ({
  page,
  app,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp({ opens: false });
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

test.describe('in a browser that is set to German', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Asia/Kolkata' });

  test('dates, times, and numbers follow the region and the zone, from the first rendering on', async ({
    page,
    browser,
    app,
    signUp,
  }) => {
    const { email } = await signUp();
    await app.sql(`UPDATE users SET time_zone = 'Asia/Kolkata' WHERE email = $1`, [email]);
    await app.sql(
      `INSERT INTO ledger_entries (id, user_id, kind, reference, trial_delta, tokens, use, created_at)
       SELECT gen_random_uuid(), id, 'settle', 'journey:german', -12345, 12345, 'chat', '2026-01-31T20:15:00Z'
         FROM users WHERE email = $1`,
      [email],
    );

    // A page that the browser renders differently from the server reports an error, which fails the journey.
    await page.goto('/settings');
    await expect(glance(page)).toHaveAccessibleName('25.000 tokens left');
    const old = entries(page).filter({ hasText: '12.345' });
    await expect(old).toContainText('1 Feb 2026, 01:45');
    await expect(
      page.getByText(/^Your trial ends in 7 days, on \d{1,2} [A-Z][a-z]+ \d{4}/),
    ).toBeVisible();

    await page.goto('/settings?tab=account');
    const device = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    await expect(device).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}/);

    await page.goto('/copy-wizard/new');
    await page.getByRole('main').getByRole('textbox', { name: 'Title' }).fill('Rye');
    await page.getByRole('main').getByRole('textbox', { name: 'Text' }).fill('Rye bread at seven.');
    await page.getByRole('button', { name: 'Save text' }).click();
    await expect(page.getByRole('heading', { name: 'Rye', level: 1 })).toBeVisible();
    await page.goto('/copy-wizard');
    const recent = page.getByRole('region', { name: 'Recently edited' });
    await expect(recent).toContainText(/Today, \d{2}:\d{2}/);
    await app.sql(`UPDATE saved_contents SET updated_at = '2024-05-01T20:00:00Z'`);
    await page.reload();
    await expect(recent).toContainText('2 May 2024');
    await expectSound(page);

    const context = await browser.newContext({
      baseURL: app.url,
      locale: 'en-US',
      storageState: await page.context().storageState(),
    });
    const american = await context.newPage();
    await american.goto('/copy-wizard');
    await expect(american.getByRole('region', { name: 'Recently edited' })).toContainText(
      'May 2, 2024',
    );
    await american.goto('/settings');
    await expect(entries(american).filter({ hasText: '12,345' })).toContainText(
      'Feb 1, 2026, 1:45 AM',
    );
    await context.close();
  });
});

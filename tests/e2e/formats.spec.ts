import { PAYLOADS, TRIPWIRE_HOST } from '../factories/markdown-payloads.ts';
import { test } from './setup/samples.ts';
import { expect, type Page } from './setup/journey.ts';
import { axe } from './setup/sound.ts';

// Playwright and axe run scripts in the frames, which block them.
test.use({ provoked: /sandboxed|Content Security Policy/ });

async function show(page: Page, format: string, text?: string): Promise<void> {
  await page.getByLabel('Format').selectOption(format);
  if (text !== undefined) await page.getByLabel('Text', { exact: true }).fill(text);
}

const checks = (page: Page) => page.getByRole('list', { name: 'Checks' });
const preview = (page: Page) => page.getByRole('region', { name: /^Preview: / });
const frame = (page: Page) =>
  page.locator('iframe:not([aria-hidden])[title="Preview of the page"]').contentFrame();

test('a text is checked and previewed by its format while it is typed', async ({ page }) => {
  await page.goto('/samples/formats');
  await show(page, 'x-post', 'x'.repeat(246));
  await expect(checks(page)).toContainText('246 of 280 characters');
  await expect(page.getByRole('meter', { name: 'Length' })).toHaveAttribute('aria-valuenow', '246');
  await expect(preview(page)).toContainText('Rye & Co Bakery');
  const said = page.getByRole('status').filter({ hasText: 'checks' });
  await show(page, 'x-post', `${'x'.repeat(281)} https://example.com/${'y'.repeat(200)}`);
  await expect(checks(page)).toContainText('25 characters too long (305 of 280)');
  await expect(said).toHaveText('The checks found a problem.');
  await expect(preview(page).getByText('Too long from here')).toBeAttached();

  await show(page, 'linkedin-post');
  const more = preview(page).getByRole('button', { name: 'see more' });
  await expect(preview(page)).not.toContainText('#smallbusiness');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(preview(page)).toContainText('#smallbusiness');
  await expect(preview(page).getByRole('button', { name: 'see less' })).toBeFocused();

  await show(page, 'welcome-sequence');
  await expect(preview(page).getByRole('article', { name: 'Email 2 of 2' })).toContainText(
    'time is',
  );
  await expect(checks(page)).toContainText('Email 2: preheader is missing');
  await page.getByLabel('Keywords').fill('walnut, rye');
  await expect(checks(page)).toContainText('Keyword “walnut” used once');
  await expect(checks(page)).toContainText('Keyword “rye” isn’t used yet');

  await show(page, 'promotion', ' ');
  await expect(page.getByText('Nothing to check yet.')).toBeVisible();
  await expect(page.getByText('No text yet.')).toBeVisible();
});

test('a page is previewed in a frame with the width of a computer or a phone', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.goto('/samples/formats');
  const before = await page.evaluate(() => history.length);
  await show(page, 'landing-page');
  await expect(frame(page).getByRole('heading', { level: 1 })).toHaveText(/^Real bread/);
  await expect(frame(page).getByText('Start with one loaf')).toBeVisible();
  await show(page, 'landing-page', '# Other words\n\n**Bold**');
  await expect(frame(page).getByRole('heading', { level: 1 })).toHaveText('Other words');
  await expect(page.locator('iframe')).toHaveCount(1);
  // Back leads to the previous page, not through the typed texts.
  expect(await page.evaluate(() => history.length)).toBe(before);

  const width = () => page.locator('iframe').evaluate((element) => element.clientWidth);
  expect(await width()).toBe(1_280);
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect.poll(width).toBe(390);
  await expect(page.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true');
  await page.setViewportSize({ width: 360, height: 800 });
  // The frame is scaled in the next frame of the screen.
  const shown = async () => (await page.locator('iframe').boundingBox())?.width;
  await expect.poll(shown).toBeLessThanOrEqual(360);

  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const format of ['landing-page', 'thread', 'promotion']) {
      await show(page, format);
      await expect(preview(page)).toBeVisible();
      await expectSound(page, `${format}, ${theme}`);
    }
  }
});

test('nothing in a preview runs, loads, or links to another site', async ({ page, signUp }) => {
  test.slow();
  await signUp();
  const astray: string[] = [];
  // Requests that the policy blocks never get here.
  await page.context().route(`**://${TRIPWIRE_HOST}/**`, (route) => {
    astray.push(route.request().url());
    return route.abort();
  });
  page.on('dialog', (dialog) => {
    astray.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto('/samples/formats');
  // Diagrams are tested in rich-text.spec.ts.
  const sources = PAYLOADS.filter(({ name }) => !name.startsWith('diagram')).map(
    ({ source }) => source,
  );
  const text = `# ${sources[0]}\n\n${sources.join('\n\n')}\n\nThe end of it`;
  for (const format of ['linkedin-post', 'promotion']) {
    await show(page, format, text);
    const more = preview(page).getByRole('button', { name: 'see more' });
    if (format === 'linkedin-post') await more.click();
    await expect(preview(page)).toContainText('The end of it');
  }
  await show(page, 'landing-page', text);
  await expect(frame(page).getByText('The end of it')).toBeAttached();
  await expect(frame(page).locator('[href], [src], script, img, form')).toHaveCount(0);

  // As if everything got into the page.
  const host = `https://${TRIPWIRE_HOST}`;
  await page.route('**/frames/preview', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const bad =
      `<script>top.__tripped=1;fetch('${host}/script')</script><img src="${host}/image">` +
      `<link rel="stylesheet" href="${host}/style"><iframe src="${host}/frame"></iframe>` +
      `<p><a href="${host}/away">Away</a> <a href="${host}/top" target="_top">Top</a></p>` +
      `<p><a href="${host}/new" target="_blank">New</a></p>` +
      `<form action="${host}/form"><button>Submit</button></form>`;
    await route.fulfill({ response, body: html.replace('<main>', `<main>${bad}`) });
  });
  // At phone width the frame isn't scaled, so clicks hit what is seen.
  await page.getByRole('button', { name: 'Phone' }).click();
  await show(page, 'landing-page', '# Changed');
  await expect(frame(page).getByRole('link', { name: 'New' })).toBeVisible();
  await frame(page).getByRole('link', { name: 'New' }).click();
  await frame(page).getByRole('link', { name: 'Top' }).click();
  await frame(page).getByRole('button', { name: 'Submit' }).click();
  await expect(frame(page).getByRole('heading', { level: 1 })).toHaveText('Changed');
  await frame(page).getByRole('link', { name: 'Away' }).click();
  await expect(page.getByRole('heading', { name: 'Formats' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/samples/formats');
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => (window as { __tripped?: number }).__tripped)).toBeUndefined();
  expect(astray).toEqual([]);
});

async function expectSound(page: Page, what: string): Promise<void> {
  const { violations } = await axe(page).exclude('iframe').analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(found, what).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

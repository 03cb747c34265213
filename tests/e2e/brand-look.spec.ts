import sharp from 'sharp';

import { createBrand, step } from './setup/brand-pages.ts';
import { expect, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';
import { tooSmall } from './setup/touch.ts';

// Playwright and axe run scripts in the frame of a page's preview, which blocks them.
test.use({ provoked: /sandboxed|Content Security Policy/ });

const color = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const font = (page: Page, name: string) => page.getByRole('combobox', { name });
const status = (page: Page) => page.getByRole('main').getByRole('status').first();
const logo = (page: Page) => page.getByRole('group', { name: 'Logo' }).locator('img');
const frame = (page: Page) =>
  page.locator('iframe:not([aria-hidden])[title="Preview of the page"]').contentFrame();

/** An orange disk on nothing. */
async function drawnLogo() {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="300" height="300">';
  const disk = `${svg}<circle cx="4.5" cy="4.5" r="4" fill="#c8641b"/></svg>`;
  const buffer = await sharp(Buffer.from(disk)).png().toBuffer();
  return { name: 'disk.png', mimeType: 'image/png', buffer };
}

async function write(page: Page, format: string, category: string, content: string) {
  const response = await page.request.post('/api/saved-content', {
    data: { category, folderId: null, title: format, content, format },
    headers: { origin: new URL(page.url()).origin },
  });
  const { item } = (await response.json()) as { item: { id: string } };
  return `/copy-wizard/saved/${category}/${item.id}`;
}

test('a brand gets a logo, colors, and fonts, which other tabs and previews show at once', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  await createBrand(page);
  await step(page, 'Look').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Look' })).toBeVisible();

  await page.getByLabel('Logo file').setInputFiles(await drawnLogo());
  await expect(logo(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
  // By keyboard alone: three digits are as good as six, and leaving a field saves it.
  await color(page, 'Primary').focus();
  await page.keyboard.type('ffe');
  await page.keyboard.press('Tab');
  await expect(color(page, 'Primary')).toHaveValue('#ffffee');
  await color(page, 'Primary').fill('reddish');
  await expect(page.getByText('Use a hex color, such as #1f5f4a.')).toBeVisible();
  await expect(status(page)).toHaveText('Not saved. Fix the highlighted fields.');
  await color(page, 'Primary').fill('#ffe600');
  await page.getByLabel('Pick accent color').fill('#14555a');
  await expect(color(page, 'Accent')).toHaveValue('#14555a');
  await font(page, 'Heading font').fill('Fraunces');
  await expect(status(page)).toHaveText('Saved');
  await page.getByText('See what the AI receives').click();
  await expect(page.locator('pre')).toContainText('keep to a palette of yellow (#ffe600, primary)');
  await expectSound(page, 'the look');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await tooSmall(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(color(other, 'Primary')).toHaveValue('#ffe600');
  await expect(logo(other)).toBeVisible();
  await color(other, 'Background').fill('#fffaf1');
  await expect(status(other)).toHaveText('Saved');
  await expect(color(page, 'Background')).toHaveValue('#fffaf1');

  const landing = await write(
    page,
    'landing-page',
    'landing',
    '# Bread\n\n[Order](https://x.test)',
  );
  await page.goto(landing);
  const bar = frame(page).locator('.bar');
  await expect(bar.locator('img')).toBeVisible();
  await expect(frame(page).locator('.button')).toHaveCSS('background-color', 'rgb(20, 85, 90)');
  await expect(frame(page).locator('body')).toHaveCSS('background-color', 'rgb(255, 250, 241)');
  // The other tab changes the color that this one shows.
  await color(other, 'Accent').fill('#8a3b12');
  await expect(frame(page).locator('.button')).toHaveCSS('background-color', 'rgb(138, 59, 18)');

  await page.goto(await write(page, 'linkedin-post', 'social', 'Fresh bread.'));
  const post = page.getByRole('article', { name: 'Post on LinkedIn' });
  await expect(post.locator('img')).toBeVisible();
  await expectSound(page, 'a post');

  await other.getByRole('button', { name: 'Remove logo' }).click();
  await expect(other.getByRole('button', { name: 'Choose a logo' })).toBeFocused();
  // Black on yellow: what reads better.
  const initials = post.getByText('RS', { exact: true });
  await expect(initials).toHaveCSS('background-color', 'rgb(255, 230, 0)');
  await expect(initials).toHaveCSS('color', 'rgb(0, 0, 0)');

  await page.goto(await write(page, 'article', 'longform', '# Why we wait\n\nRye takes time.'));
  const title = page.getByRole('region', { name: /^Preview/ }).getByText('Why we wait');
  await expect(title).toHaveCSS('font-family', /^"?Fraunces/);
  await expectSound(page, 'an article');
  await other.close();
});

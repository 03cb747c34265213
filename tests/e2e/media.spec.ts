import { randomUUID } from 'node:crypto';

import sharp from 'sharp';

import { giveProfile } from './setup/brand-pages.ts';
import { inDatabase } from './setup/database.ts';
import { holdRequests } from './setup/hold-requests.ts';
import { expect, marker, test, type Page } from './setup/journey.ts';
import { tabTo } from './setup/keyboard.ts';
import { expectSound } from './setup/sound.ts';

// The journeys' app has no image service, so it draws demo images, which take a second and a half each.

const STUDIO = '/media-creator?mode=generate';
const promptField = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
const create = (page: Page) => page.getByRole('button', { name: /^Create \d image/ });
const jobs = (page: Page) => page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
const gallery = (page: Page) => page.getByRole('region', { name: 'Gallery' });
const images = (page: Page, prompt: string) =>
  gallery(page).getByRole('button', { name: prompt, exact: true });
const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Image' });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Creates images without the form, and waits until they are there. */
async function make(page: Page, baseURL: string | undefined, prompt: string, count: number) {
  const headers = { Origin: baseURL ?? '' };
  const data = {
    clientKey: randomUUID(),
    prompt,
    model: 'demo',
    size: '1536x1024',
    count,
    seed: 42,
    style: 'flat',
    profileId: null,
    brandText: '',
  };
  const response = await page.request.post('/api/media/images', { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  const { id } = (await response.json()) as { id: string };
  await expect
    .poll(async () => {
      const job = await page.request.get(`/api/media/jobs/${id}`);
      return ((await job.json()) as { state: string }).state;
    })
    .toBe('succeeded');
}

test('a prompt becomes images in every tab, and survives a reload and a refusal @core', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp({ opens: false });
  await giveProfile(email, 'Hearth');
  await page.goto(STUDIO);
  await expect(page.getByRole('heading', { name: 'Generate Images', level: 1 })).toBeVisible();
  await expect(page.getByText(/^We’ll draw you an illustration/)).toBeVisible();
  await expect(gallery(page).getByText('Create your first image')).toBeVisible();
  await create(page).click();
  await expect(page.getByText('Describe your image.')).toBeVisible();
  await expect(promptField(page)).toBeFocused();

  await promptField(page).fill('A loaf of rye on a board');
  await page.getByRole('radio', { name: 'Line art' }).check();
  await page.getByRole('radio', { name: /^Landscape/ }).check();
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await expect(page.getByText('Free', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Brand profile')).toHaveValue(/./);
  await page.getByText('Brand details in the prompt').click();
  await expect(page.getByLabel('Brand details')).toHaveValue(/We bake rye bread/);
  await page.getByLabel('Brand details').fill('Warm and rustic');
  await page.reload();
  await expect(promptField(page)).toHaveValue('A loaf of rye on a board');
  await expect(page.getByRole('radio', { name: 'Line art' })).toBeChecked();

  const keys: string[] = [];
  await page.route('**/api/media/images', (route) => {
    keys.push((route.request().postDataJSON() as { clientKey: string }).clientKey);
    return keys.length === 1 ? route.abort() : route.continue();
  });
  await create(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your images couldn’t be created. Try again.');
  const other = await context.newPage();
  await other.goto(STUDIO);
  await promptField(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(jobs(page)).toContainText('A loaf of rye on a board');
  expect(keys[0], 'it is the same request').toBe(keys[1]);
  await expect(jobs(other)).toContainText('A loaf of rye on a board');
  await expect(jobs(page).getByRole('button', { name: 'Cancel' })).toBeVisible();

  await expect(images(page, 'A loaf of rye on a board')).toHaveCount(2);
  await expect(jobs(page)).toHaveCount(0);
  await expect(images(other, 'A loaf of rye on a board')).toHaveCount(2);
  // The gallery's tools stay in one row beside the form.
  await page.setViewportSize({ width: 1024, height: 900 });
  const tools = ['Dates', 'Select'].map((name) =>
    gallery(page).getByRole('button', { name, exact: true }),
  );
  const [dates, select] = await Promise.all(tools.map((tool) => tool.boundingBox()));
  expect(select?.y).toBe(dates?.y);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(promptField(page)).toHaveValue('A loaf of rye on a board');
  await images(page, 'A loaf of rye on a board').first().click();
  await lightbox(page).getByText('Brand details used').click();
  await expect(lightbox(page).getByText('Warm and rustic')).toBeVisible();
  const drawn = lightbox(page).getByRole('img', { name: 'A loaf of rye on a board' });
  await expect
    .poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('a job is canceled, and a failed one tried again, on a phone', async ({ page, signUp }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const { email } = await signUp({ opens: false });
  await page.goto(STUDIO);
  await promptField(page).fill('A jar of honey');
  await page.getByRole('radio', { name: '4', exact: true }).check();
  await create(page).click();
  await expect(jobs(page)).toContainText('A jar of honey');
  await expect(promptField(page)).toBeHidden();
  await expect(gallery(page).getByRole('heading', { name: 'Your images' })).toBeFocused();
  await jobs(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(jobs(page)).toHaveCount(0);

  await inDatabase(
    `UPDATE media_jobs SET state = 'failed', reason = 'The service refused this prompt.'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await page.reload();
  await page.getByRole('button', { name: /^Your images/ }).click();
  await expect(jobs(page)).toContainText('The service refused this prompt.');
  await jobs(page).getByRole('link', { name: 'Edit prompt' }).click();
  await expect(promptField(page)).toBeFocused();
  await expect(promptField(page)).toHaveValue('A jar of honey');
  await expect(page).toHaveURL(STUDIO);
  await page.getByRole('button', { name: /^Your images/ }).click();
  await jobs(page).getByRole('button', { name: 'Try again' }).click();
  await expect(jobs(page).getByRole('button', { name: 'Cancel' })).toHaveCount(1);
  await expect(page.getByText('The service refused this prompt.')).toHaveCount(0);
  await expect(images(page, 'A jar of honey').first()).toBeVisible();
  // What a pointer would show by hovering is there without one.
  await gallery(page).getByRole('button', { name: 'Favorite', exact: true }).first().click();
  await page.getByRole('button', { name: 'Favorites' }).click();
  await expect(images(page, 'A jar of honey')).toHaveCount(1);
});

test('failed jobs are dismissed by keyboard, and the focus moves to what is next', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await page.goto(STUDIO);
  await page.getByRole('radio', { name: '4', exact: true }).check();
  for (const prompt of ['A jar of honey', 'A loaf of rye']) {
    await promptField(page).fill(prompt);
    await create(page).click();
    await jobs(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(jobs(page)).toHaveCount(0);
  }
  await inDatabase(
    `UPDATE media_jobs SET state = 'failed', reason = 'The service refused this prompt.'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await page.reload();
  // The first key loads what keeps the focus.
  const loaded = page.waitForResponse(/kept-focus/);
  await page.keyboard.press('Tab');
  await loaded;
  const dismiss = jobs(page).getByRole('button', { name: 'Dismiss' });
  await dismiss.first().press('Enter');
  await expect(jobs(page)).toHaveCount(1);
  await expect(jobs(page).locator(':focus')).toHaveCount(1);
  await dismiss.press('Enter');
  await expect(jobs(page)).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('gallery items are viewed, marked, deleted, restored, and used again by keyboard', async ({
  page,
  baseURL,
  signUp,
}) => {
  test.slow();
  await signUp({ opens: false });
  await make(page, baseURL, 'A bicycle', 1);
  await make(page, baseURL, 'A red barn', 3);
  await page.goto(STUDIO);

  const barns = images(page, 'A red barn');
  await expect(barns).toHaveCount(3);
  await barns.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(barns.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lightbox(page)).toContainText('2 of 4');
  await expect(lightbox(page).getByText('1536 × 1024')).toBeVisible();
  await page.keyboard.press('f');
  await expect(lightbox(page).getByRole('button', { name: 'Favorite' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(lightbox(page)).toContainText('4 of 4');
  await expect(lightbox(page).getByText('A bicycle')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await expect(lightbox(page)).toContainText('3 of 3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lightbox(page)).toContainText('of 4');
  await page.keyboard.press('Home');
  await expect(lightbox(page)).toContainText('1 of 4');
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toBeHidden();
  await expect(barns.first()).toBeFocused();

  const dates = gallery(page).getByRole('button', { name: /^Dates/ });
  const calendar = gallery(page).getByRole('group', { name: 'Date range' });
  await dates.click();
  await expect(calendar.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await expect(dates).toBeFocused();
  await page.keyboard.press('Enter');
  await calendar.getByRole('button', { name: '7 days' }).click();
  await expect(calendar).toHaveCount(0);
  await expect(dates).toHaveAccessibleName(/^Dates: ./);
  await expect(barns).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear dates' }).click();
  await expect(dates).toBeFocused();

  await page.getByRole('button', { name: 'Favorites' }).click();
  await expect(barns).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(barns).toHaveCount(3);

  await barns.first().click();
  await lightbox(page).getByRole('button', { name: 'Reuse settings' }).click();
  await expect(promptField(page)).toBeFocused();
  await expect(promptField(page)).toHaveValue('A red barn');
  await expect(page.getByRole('radio', { name: 'Flat' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveValue(/^\d+$/);
  await barns.first().click();
  await lightbox(page).getByRole('button', { name: 'Edit with a prompt' }).click();
  await expect(page.getByRole('img', { name: 'Reference' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove reference image' }).click();
  const photo = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#c05030' },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel('Reference image file')
    .setInputFiles({ name: 'look.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByRole('img', { name: 'Reference' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove reference image' }).click();
  await page.getByRole('button', { name: 'From your images' }).click();
  await page
    .getByRole('dialog', { name: 'Choose a reference image' })
    .getByRole('button', { name: 'A bicycle' })
    .click();
  await expect(page.getByRole('img', { name: 'Reference' })).toBeVisible();

  await images(page, 'A bicycle').click();
  await lightbox(page)
    .getByRole('button', { name: /^Variations/ })
    .click();
  await expect(images(page, 'A bicycle')).toHaveCount(2);

  await gallery(page).getByRole('button', { name: 'Select', exact: true }).click();
  await barns.first().click();
  await barns.last().click({ modifiers: ['Shift'] });
  await expect(page.getByRole('group', { name: 'Selected images' })).toContainText('3 selected');
  await page
    .getByRole('group', { name: 'Selected images' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(toast(page, '3 images deleted')).toBeVisible();
  await expect(barns).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(barns).toHaveCount(3);
  await page.reload();
  await expect(barns).toHaveCount(3);
  await expect(images(page, 'A bicycle')).toHaveCount(2);
});

test('an image goes into a text’s preview by keyboard, and into what is saved from it', async ({
  page,
  baseURL,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: /^Social/ }).click();
  await page.getByRole('button', { name: /^LinkedIn post/ }).click();
  await page.getByRole('textbox', { name: 'Topic' }).fill(`Rye. ${marker({ text: 'Fresh rye.' })}`);
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: /^Write/ }).click();

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const picker = page.getByRole('dialog', { name: 'Choose an image' });
  const picture = page.getByRole('article', { name: 'Post on LinkedIn' }).getByRole('img');
  await button('Preview').click();
  await button('Add an image').click();
  await expect(picker).toContainText('You have no images yet.');
  await expectSound(page, 'no images to choose from');
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await expect(button('Add an image')).toBeFocused();

  await make(page, baseURL, 'a loaf of rye', 1);
  await page.keyboard.press('Enter');
  await tabTo(page, picker.getByRole('button', { name: 'a loaf of rye' }));
  await page.keyboard.press('Enter');
  await expect(picture).toHaveAttribute('alt', 'From your gallery');
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(button('Change image')).toBeFocused();
  await expectSound(page, 'a preview with an image');

  await page.reload();
  await button('Preview').click();
  await expect(picture).toBeVisible();
  await button('Save Variant 1').click();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/\/copy-wizard\/saved\/social\//);
  await expect(picture).toBeVisible();
  await tabTo(page, button('Remove image'));
  const stored = page.waitForResponse(/\/api\/saved-content\/[^/]+\/image$/);
  await page.keyboard.press('Enter');
  await expect(button('Add an image')).toBeFocused();
  await expect(picture).toHaveCount(0);
  await stored;
  await page.reload();
  await expect(button('Add an image')).toBeVisible();
});

test('an image is shown blurred until it has loaded', async ({ page, baseURL, signUp }) => {
  await signUp({ opens: false });
  await make(page, baseURL, 'A loaf of rye', 1);
  const release = await holdRequests(page, (url) => url.searchParams.get('size') === '320');
  await page.goto(STUDIO);
  const blurred = gallery(page).locator('img[src^="data:image/webp"]');
  await expect(blurred).toHaveCSS('opacity', '1');
  release();
  await expect(blurred).toHaveCSS('opacity', '0');
});

test('without a provider, the pages of videos and LoRAs show labeled samples and whom to ask', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.goto('/media-creator/video-gen');
  const videos = page.getByRole('region', { name: 'Videos aren’t connected yet' });
  await expect(videos).toContainText('Your admin can connect a provider.');
  await expect(videos.getByRole('listitem')).toHaveCount(2);
  await expect(videos.getByText('Demo', { exact: true })).toHaveCount(2);
  const sample = videos.getByLabel(/^A red bicycle/);
  await sample.evaluate((video: HTMLVideoElement) => video.play());
  await expect
    .poll(() => sample.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);

  await page.goto('/media-creator?mode=train-lora');
  const training = page.getByRole('region', { name: 'Training isn’t connected yet' });
  await expect(training.getByRole('img', { name: /^Four training images/ })).toBeVisible();
  await expect(training.getByText('Demo', { exact: true })).toBeVisible();
});

import sharp from 'sharp';

import { startFakeVideos } from '../fakes/videos.ts';
import { expect, type Page } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { axe } from './setup/sound.ts';

// One for each worker, as long as the worker runs.
const videos = await startFakeVideos();

const test = withOwnApp({
  REPLICATE_API_TOKEN: 'r8-secret-of-the-operator',
  REPLICATE_BASE_URL: `${videos.url}/replicate`,
  MEDIA_MODELS: JSON.stringify([
    { id: 'video/slow', kind: 'video', label: 'Slow', tokensPerSecond: 900, seconds: [5, 10] },
  ]),
});
// In one worker: a second one would start another app and database.
test.describe.configure({ mode: 'default' });

const STUDIO = '/media-creator/video-gen';

function promptField(page: Page) {
  return page.getByRole('textbox', { name: 'Prompt' });
}

function create(page: Page) {
  return page.getByRole('button', { name: 'Create video' });
}

function jobs(page: Page) {
  return page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
}

function tile(page: Page, prompt: string) {
  return page.getByRole('region', { name: 'Gallery' }).getByRole('button', { name: prompt });
}

function player(page: Page) {
  return page.getByRole('dialog', { name: 'Video' }).locator('video');
}

const timeOf = (page: Page) =>
  player(page).evaluate((video: HTMLVideoElement) => video.currentTime);

const isPaused = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.paused);

test('a video is created, watched by keyboard, downloaded, deleted, restored, and created again', async ({
  page,
  signUp,
}) => {
  test.slow();
  videos.reset();
  videos.behave({ hold: 'now', logs: ' 40%|████ | 8/20' });
  await signUp({ opens: false });
  await page.goto(STUDIO);
  const form = page.getByRole('form', { name: 'New video' });
  await expect(form.getByText('Free', { exact: true })).toBeVisible();
  await expect(form).not.toContainText(/token/i);
  await create(page).click();
  await expect(page.getByText('Describe your video.')).toBeVisible();
  await expect(promptField(page)).toBeFocused();
  await promptField(page).fill('A loaf of rye is cut');
  await create(page).click();
  await expect(jobs(page)).toContainText('Creating… 40%');
  videos.release('now');
  await expect(tile(page, 'A loaf of rye is cut')).toBeVisible();
  await expect(jobs(page)).toHaveCount(0);
  // This browser drew the poster, because no provider makes one.
  await expect(tile(page, 'A loaf of rye is cut').getByRole('img')).toBeVisible();

  await tile(page, 'A loaf of rye is cut').click();
  await expect(page.getByRole('dialog', { name: 'Video' })).toContainText('0:05');
  await expect
    .poll(() => player(page).evaluate((video: HTMLVideoElement) => video.duration))
    .toBe(5);
  await player(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeOf(page)).toBe(5);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => timeOf(page)).toBe(0);
  await page.keyboard.press('m');
  expect(await player(page).evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  // Otherwise it might end before the second key.
  await player(page).evaluate((video: HTMLVideoElement) => (video.loop = true));
  for (const key of ['Space', 'k']) {
    await page.keyboard.press(key);
    expect(await isPaused(page)).toBe(false);
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
    await page.keyboard.press(key);
    expect(await isPaused(page)).toBe(true);
  }
  const { violations } = await axe(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^brandwright-.*\.mp4$/);
  await page.getByRole('link', { name: 'Reuse settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Video' })).toBeHidden();
  await expect(promptField(page)).toBeFocused();
  await expect(promptField(page)).toHaveValue('A loaf of rye is cut');
  await expect(page).toHaveURL(STUDIO);

  await tile(page, 'A loaf of rye is cut').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Video deleted')).toBeVisible();
  await expect(page.getByText('Create your first video')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tile(page, 'A loaf of rye is cut')).toBeVisible();
});

test('a video begins with an image, is canceled, fails with a reason, and is tried again, on a phone', async ({
  page,
  app,
  signUp,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  videos.reset();
  videos.behave({ hold: 'now' });
  await signUp();
  const photo = await sharp({
    create: { width: 640, height: 360, channels: 3, background: '#c05030' },
  })
    .png()
    .toBuffer();
  const uploaded = await page.request.post('/api/media/uploads', {
    data: photo,
    headers: { origin: app.url, 'x-file-name': 'shop.png' },
  });
  const { id } = (await uploaded.json()) as { id: string };
  await page.goto(`${STUDIO}?from=${id}`);
  await expect(
    page.getByText('Your video starts from this image and keeps its shape.'),
  ).toBeVisible();
  await expect(page).toHaveURL(STUDIO);
  await expect(page.getByRole('group', { name: 'Shape' })).toHaveCount(0);
  await promptField(page).fill('The shop opens');
  await create(page).click();
  await expect(jobs(page)).toContainText('The shop opens');
  await jobs(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(jobs(page)).toHaveCount(0);

  videos.behave({ output: 'html' });
  await page.getByRole('button', { name: 'New video' }).click();
  await expect(promptField(page)).toHaveValue('The shop opens');
  await create(page).click();
  await expect(jobs(page)).toContainText('unsupported type of file');
  await jobs(page).getByRole('link', { name: 'Edit prompt' }).click();
  await expect(promptField(page)).toBeFocused();
  await expect(promptField(page)).toHaveValue('The shop opens');
  await expect(page).toHaveURL(STUDIO);

  videos.behave({});
  await page.getByRole('button', { name: /^Your videos/ }).click();
  await jobs(page).getByRole('button', { name: 'Try again' }).click();
  await expect(tile(page, 'The shop opens').getByRole('img')).toBeVisible();
});

import { randomUUID } from 'node:crypto';

import sharp from 'sharp';

import { startFakeImages, type FakeImages } from '../fakes/images.ts';
import { fakeTrainings, TRAINER } from '../fakes/trainings.ts';
import { expect, type Page } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

// With a service that trains LoRAs, and makes images with them.

let images: FakeImages;
const provider = fakeTrainings();
const test = withOwnApp(async () => {
  images = await startFakeImages({ mounted: [provider] });
  return {
    METERING: 'allowance',
    IMAGE_BASE_URL: `${images.url}/v1`,
    IMAGE_API_KEY: 'sk-test',
    REPLICATE_API_TOKEN: 'r8-test',
    REPLICATE_BASE_URL: `${images.url}/replicate`,
    MEDIA_MODELS: JSON.stringify([
      { id: 'gpt-image-2', label: 'Careful', tokens: 4_000 },
      { id: TRAINER, kind: 'training', tokens: 100, tokensPerStep: 1, pictureTokens: 500 },
    ]),
  };
});
test.beforeEach(() => provider.reset());
// One after the other in one worker: another worker would start another app, and this one's services would end in between.
test.describe.configure({ mode: 'default' });
test.afterAll(() => images.close());

const ROOM = '/media-creator?mode=train-lora';
const captions = (page: Page) => page.getByRole('textbox', { name: /^Caption of/ });
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' });
const train = (page: Page) => page.getByRole('button', { name: 'Start training' });
const rights = (page: Page) => page.getByRole('checkbox', { name: /^I have the right to use/ });
const log = (page: Page) => page.getByRole('region', { name: 'Training log' });

async function photo(name: string, shade: number, edge = 600) {
  const background = { r: shade, g: 120, b: 80 };
  const image = sharp({ create: { width: edge, height: 600, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/** A LoRA that could be trained at once, created without the form. */
async function draft(page: Page, baseURL: string | undefined): Promise<string> {
  const headers = { Origin: baseURL ?? '' };
  const data = { clientKey: randomUUID(), name: 'Our rye loaf' };
  const made = await page.request.post('/api/media/loras', { headers, data });
  const { id } = (await made.json()) as { id: string };
  const address = `/api/media/loras/${id}`;
  await page.request.patch(address, { headers, data: { triggerWord: 'RYELOAF' } });
  for (let shade = 0; shade < 4; shade += 1) {
    const { name, buffer } = await photo(`${shade}.png`, shade * 50);
    const sent = await page.request.post(`${address}/images`, {
      headers: {
        ...headers,
        'Content-Type': 'application/octet-stream',
        'X-File-Name': encodeURIComponent(name),
      },
      data: buffer,
    });
    expect(sent.ok(), await sent.text()).toBe(true);
  }
  return id;
}

test('a LoRA is prepared by keyboard: missing things are named, refusals have reasons, and typed text is kept', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp({ opens: false });
  await page.goto(ROOM);
  await expect(page.getByRole('heading', { name: 'Train your first LoRA' })).toBeVisible();
  await page.getByRole('button', { name: 'Create LoRA' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Add a name.')).toBeVisible();
  await expect(page.getByLabel('What should it learn?')).toBeFocused();
  await page.keyboard.type('Our rye loaf');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Our rye loaf', level: 1 })).toBeVisible();

  await expect(page.getByText(/^About 24 minutes · About 1,100 tokens/)).toBeVisible();
  await train(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose a trigger word.')).toBeVisible();
  await expect(page.getByLabel('Trigger word')).toBeFocused();
  await page.keyboard.type('two words');
  await expect(page.getByText(/^Use one word of 2 to 40 letters/)).toBeVisible();
  await page.getByLabel('Trigger word').fill('RYELOAF');

  // This press saves what was typed last, and leads to the next missing thing.
  await train(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Add at least 4 images.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Images', exact: true })).toBeFocused();
  await page
    .getByLabel('Image files')
    .setInputFiles([
      await photo('front.png', 0),
      await photo('side.png', 50),
      await photo('back.png', 100),
      await photo('above.png', 150),
      await photo('tiny.png', 200, 300),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('rye') },
    ]);
  await expect(captions(page)).toHaveCount(4);
  await expect(uploads(page)).toContainText('“tiny.png” is 300 × 600 pixels.');
  await expect(uploads(page)).toContainText('“notes.txt” isn’t an image');
  await page.getByRole('button', { name: 'Dismiss all' }).click();
  await expect(uploads(page)).toHaveCount(0);
  await page.getByLabel('Image files').setInputFiles(await photo('again.png', 50));
  await expect(uploads(page)).toContainText('is the same image as “side.png”');
  await page.getByRole('button', { name: 'Dismiss again.png' }).click();

  await page.route('**/api/media/loras/*/images/*', (route) => route.abort());
  const first = page.getByRole('textbox', { name: 'Caption of front.png' });
  await first.fill('On a linen cloth');
  await first.blur();
  await expect(page.getByText('Not saved.')).toBeVisible();
  await rights(page).focus();
  await page.keyboard.press('Space');
  await train(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/couldn’t be saved, so the training didn’t start/)).toBeVisible();
  expect(provider.trainings).toEqual([]);
  await page.reload();
  await expect(first).toHaveValue('On a linen cloth');
  await page.unroute('**/api/media/loras/*/images/*');
  await first.focus();
  await first.blur();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Suggest 3 captions' }).click();
  for (let at = 0; at < 4; at += 1) await expect(captions(page).nth(at)).toHaveValue(/\w/);
  await expect(first).toHaveValue('On a linen cloth');
  await expectSound(page);

  await page.getByRole('button', { name: 'Remove above.png' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(captions(page)).toHaveCount(3);
  await page.reload();
  await expect(captions(page)).toHaveCount(3);
  await expect(first).toHaveValue('On a linen cloth');
  for (let at = 0; at < 3; at += 1) await expect(captions(page).nth(at)).toHaveValue(/\w/);
  await expect(page.getByLabel('Trigger word')).toHaveValue('RYELOAF');
});

test('a training is followed, canceled, fails, and succeeds; then its LoRA makes images and is deleted', async ({
  page,
  context,
  baseURL,
  signUp,
}) => {
  test.slow();
  await signUp({ opens: false });
  const id = await draft(page, baseURL);
  provider.behave({ hold: 'first' });
  await page.goto(`${ROOM}&lora=${id}`);
  await train(page).click();
  await expect(page.getByText('Confirm this first.')).toBeVisible();
  await expect(rights(page)).toBeFocused();
  await page.keyboard.press('Space');
  await train(page).click();
  await expect(page.getByRole('heading', { name: 'Training', exact: true })).toBeFocused();
  await expect(page.getByText('You can close this page. Training continues.')).toBeVisible();
  await expect(page.getByText(/^Training… \d+%$/)).toBeVisible();
  await expect(log(page)).toContainText('400/1000');
  await expectSound(page);
  const other = await context.newPage();
  await other.goto(ROOM);
  const card = other.getByRole('listitem').filter({ hasText: 'Our rye loaf' });
  await expect(card).toContainText('Training');

  await page.getByRole('button', { name: 'Cancel training' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel training' }).click();
  await expect(page.getByText(/^You canceled the last training/)).toBeVisible();
  await expect(card).toContainText('Canceled');

  provider.behave({ fails: 'CUDA out of memory' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toContainText('Failed');
  await expect(page.getByRole('region', { name: 'Last training' })).toBeVisible();

  provider.behave({});
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your LoRA is ready' })).toBeVisible();
  await expect(card).toContainText('Ready');
  await expect(page.getByRole('link', { name: 'Download weights' })).toBeVisible();
  await expectSound(page);

  await page.getByRole('link', { name: 'Create images with it' }).click();
  await expect(page.getByRole('combobox', { name: 'LoRA' })).toHaveValue(id);
  await expect(page).not.toHaveURL(/lora=/);
  await page.getByRole('slider', { name: /^LoRA strength/ }).press('ArrowLeft');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('on a picnic blanket');
  await expect(page.getByText(/^About 500 tokens/)).toBeVisible();
  await page.getByRole('button', { name: /^Create 1 image/ }).click();
  const gallery = page.getByRole('region', { name: 'Gallery' });
  await expect(
    gallery.getByRole('button', { name: 'on a picnic blanket', exact: true }),
  ).toHaveCount(1);
  const { input } = JSON.parse(images.requests.at(-1)?.body ?? '') as {
    input: { prompt: string; lora_scale: number };
  };
  expect(input.prompt).toMatch(/^RYELOAF, on a picnic blanket/);
  expect(input.lora_scale).toBe(0.95);

  await page.goto(`${ROOM}&lora=${id}`);
  await expect(page.getByRole('img', { name: 'on a picnic blanket' })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename LoRA' });
  await dialog.getByLabel('Name').fill('Rye');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Rye', level: 1 })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Rye', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).not.toHaveURL(/lora=/);
  await expect(page.getByRole('heading', { name: 'Train your first LoRA' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Train your first LoRA' })).toBeVisible();
});

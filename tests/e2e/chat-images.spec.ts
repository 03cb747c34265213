import { type FakeImages, startFakeImages } from '../fakes/images.ts';
import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai.ts';
import { onEachSize } from './setup/each-size.ts';
import { answers, expect, messageField, type Page, questions, untilIdle } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

let ai: FakeOpenAi;
let images: FakeImages;
const test = withOwnApp(async () => {
  ai = await startFakeOpenAi();
  images = await startFakeImages();
  return {
    OPENAI_BASE_URL: ai.url,
    AI_MODELS: 'openai/gpt-4o-mini, vendor/plain',
    AI_TOOL_MODELS: 'openai/gpt-4o-mini',
    METERING: 'allowance',
    IMAGE_BASE_URL: `${images.url}/v1`,
    IMAGE_API_KEY: 'sk-test',
    MEDIA_MODELS: JSON.stringify([{ id: 'gpt-image-2', tokens: 900 }]),
  };
});
// One after the other in one worker: another worker would start another app, and this one's services would end in between.
test.describe.configure({ mode: 'default' });
test.afterAll(async () => {
  await ai.close();
  await images.close();
});
test.beforeEach(() => images.reset());

const PROMPT =
  'A round loaf of rye on an oak board, in low morning light, with flour dust in the air and a linen cloth beside it';
const make = (prompt = PROMPT) => ({ name: 'make_image', input: { prompt, shape: 'landscape' } });

async function send(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}

/** Waits until an image is there and drawn. */
async function expectDrawn(page: Page, name: string): Promise<void> {
  const image = page.getByRole('img', { name }).last();
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
    .toBe(true);
}

onEachSize(() => {
  test('an image that a chat asks for is made under its answer, is tried again, changed, and shared', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    images.script({ hold: 'first', output: 'half' }, { hold: 'again' });
    ai.behave({ text: 'Here it comes.', calls: [make()], then: { text: 'A loaf of rye.' } });
    await send(page, 'Make an image for our rye post');
    await page.waitForURL(/\/chat\//);
    const card = answers(page).getByRole('list', { name: 'Images' });
    await expect(card).toContainText(/Creating your image|Waiting to start/);
    await expect(
      answers(page).locator('summary', { hasText: 'Image: A round loaf' }),
    ).toContainText('900 tokens');
    await untilIdle(page);
    await expect(answers(page)).toContainText('A loaf of rye.');
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(answers(other).getByRole('list', { name: 'Images' })).toContainText('Cancel');
    await expectSoundScreen(page, 'an image that is being made');

    images.release('first');
    await expect(card).toContainText('Your image wasn’t created.');
    await expectSoundScreen(page, 'an image that was not made');
    const again = card.getByRole('button', { name: 'Try again' });
    await again.focus();
    await again.press('Enter');
    for (const tab of [page, other]) {
      await expect(answers(tab).getByRole('list', { name: 'Images' })).toContainText(
        /Creating your image|Waiting to start/,
      );
    }
    images.release('again');
    await expectDrawn(page, PROMPT);
    await expectDrawn(other, PROMPT);
    const files = /\/api\/media\/items\/[^/]+\/file/;
    await page.route(files, (route) => route.abort());
    await page.reload();
    await expect(card).toContainText('This image couldn’t be loaded.');
    await page.unroute(files);
    await card.getByRole('button', { name: 'Try again' }).press('Enter');
    await expectDrawn(page, PROMPT);
    await expectSoundScreen(page, 'an image of an answer');

    const edit = card.getByRole('button', { name: 'Edit image' });
    await edit.focus();
    await edit.press('Enter');
    await expect(messageField(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Remove image' })).toBeVisible();
    await expectSoundScreen(page, 'an image chosen for the next message');
    ai.behave({
      calls: [{ name: 'edit_image', input: { change: 'The same, at night' } }],
      then: { text: 'At night.' },
    });
    await send(page, 'Make it night');
    await expectDrawn(page, 'The same, at night');
    await untilIdle(page);
    await expect(questions(page).last().getByRole('img')).toBeVisible();

    await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue();
    await context.clearCookies();
    await page.goto(link);
    await expectDrawn(page, PROMPT);
    await expectDrawn(page, 'The same, at night');
    await expectSoundScreen(page, 'a shared conversation with images');
  });

  test('a model without tools has the person asked, and the image starts from one of the gallery', async ({
    page,
    signUp,
  }) => {
    await signUp();
    await page.getByRole('button', { name: /^AI model/ }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'Plain' }).press('Enter');
    ai.behave({ text: 'It could show a loaf in morning light.', holdAfter: 2, hold: 'half' });
    await send(page, 'Mach ein Bild dazu');
    await page.waitForURL(/\/chat\//);
    const offer = page.getByRole('region', { name: 'Image' });
    await expect(answers(page)).toContainText('It could');
    await expect(offer).toHaveCount(0);
    ai.release('half');
    await expect(offer).toContainText('Create an image for this? · 900 tokens');
    await untilIdle(page);
    expect(images.requests).toHaveLength(0);
    await expectSoundScreen(page, 'the offer of an image');
    await page.reload();
    const wanted = offer.getByRole('button', { name: 'Create image' });
    await wanted.focus();
    await wanted.press('Enter');
    await expect(offer).toHaveCount(0);
    await expectDrawn(page, 'Mach ein Bild dazu');

    const choose = page.getByRole('button', { name: 'Image from gallery' });
    await choose.focus();
    await choose.press('Enter');
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker
      .getByRole('list', { name: 'Your images' })
      .getByRole('button')
      .first()
      .press('Enter');
    ai.behave({ text: 'With snow.' });
    await send(page, 'Add snow');
    await expect(offer).toContainText('Edit this image?');
    await offer.getByRole('button', { name: 'No, thanks' }).press('Enter');
    await expect(offer).toHaveCount(0);
    await untilIdle(page);
    expect(images.requests).toHaveLength(1);
  });
});

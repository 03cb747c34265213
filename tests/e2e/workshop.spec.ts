import { type FakeImages, startFakeImages } from '../fakes/images.ts';
import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai.ts';
import { type FakeSearch, startFakeSearch } from '../fakes/search.ts';
import { onEachSize } from './setup/each-size.ts';
import { answers, expect, messageField, type Page, untilIdle } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

let ai: FakeOpenAi;
let images: FakeImages;
let search: FakeSearch;
const test = withOwnApp(async () => {
  ai = await startFakeOpenAi();
  images = await startFakeImages();
  search = await startFakeSearch();
  return {
    OPENAI_BASE_URL: ai.url,
    AI_TOOL_MODELS: 'openai/gpt-4o-mini',
    SEARCH_PROVIDER: 'searxng',
    SEARCH_BASE_URL: search.url,
    IMAGE_BASE_URL: `${images.url}/v1`,
    IMAGE_API_KEY: 'sk-test',
  };
});
// One after the other in one worker: another worker would start another app, and this one's services would end in between.
test.describe.configure({ mode: 'default' });
test.afterAll(() => Promise.all([ai.close(), images.close(), search.close()]));

const panel = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name });
const PROMPT = 'A round loaf of rye on an oak board, in low morning light';
const ARTICLE =
  '# Why rye keeps\n\nRye bread stays fresh for a week [1]. It holds more water than wheat [2].\n\nCome and taste it.';

async function send(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}

onEachSize(() => {
  test('in one conversation, a question becomes a researched, cited, illustrated article in the library', async ({
    page,
    signUp,
  }) => {
    search.pages = [
      { title: 'Elm Mill', url: 'https://mill.example/rye', text: 'Rye bread keeps a week.' },
      { title: 'Grain Lab', url: 'https://lab.example/water', text: 'Rye binds more water.' },
    ];
    await signUp();
    ai.behave({
      calls: [{ name: 'web_search', input: { query: 'how long rye bread keeps' } }],
      then: { text: ARTICLE },
    });
    await send(page, 'Why does rye bread keep so long? Look it up, and write an article.');
    await page.waitForURL(/\/chat\//);
    await untilIdle(page);
    await expect(answers(page).getByRole('link', { name: 'Source 1: Elm Mill' })).toBeVisible();

    ai.behave({
      calls: [{ name: 'make_image', input: { prompt: PROMPT, shape: 'landscape' } }],
      then: { text: 'A loaf for your article.' },
    });
    await send(page, 'Make an image for it');
    await expect(answers(page).last().getByRole('img', { name: PROMPT })).toBeVisible();
    await untilIdle(page);

    await answers(page).first().getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Open as document' }).click();
    await expect(panel(page)).toContainText('Rye bread stays fresh for a week');
    const phone = panel(page).getByRole('button', { name: 'Chat', exact: true });
    if (await phone.isVisible()) await phone.click();
    ai.behave({
      text: JSON.stringify({
        message: 'I say where it is.',
        patches: [
          { find: 'Come and taste it.', replace: 'Taste it on Elm Street.', before: '', after: '' },
        ],
      }),
    });
    await send(page, 'Say where we are');
    await untilIdle(page);
    await expect(answers(page).last()).toContainText('I say where it is.');
    const back = page.getByRole('button', { name: /Back to Why rye keeps/ });
    if (await back.isVisible()) await back.click();
    await button(page, 'Accept all').click();
    await expect(panel(page)).toContainText('Taste it on Elm Street.');

    await panel(page).getByLabel('Format', { exact: true }).selectOption('Article');
    await button(page, 'Preview').click();
    await button(page, 'Add an image').click();
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker.getByRole('button', { name: PROMPT }).press('Enter');
    const picture = panel(page).getByRole('img', { name: 'From your gallery' });
    await expect
      .poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
    await expectSoundScreen(page, 'an illustrated article beside its chat');

    await button(page, 'Save as content').click();
    const notices = page.getByRole('region', { name: 'Notifications' });
    await notices.getByRole('link', { name: 'Open' }).click();
    await expect(page).toHaveURL(/\/copy-wizard\/saved\/longform\//);
    const saved = page.getByRole('main');
    await expect(saved.getByRole('img', { name: 'From your gallery' })).toBeVisible();
    await expect(saved).toContainText('Taste it on Elm Street.');
    await expect(saved.getByRole('link', { name: 'Elm Mill', exact: true })).toHaveAttribute(
      'href',
      'https://mill.example/rye',
    );
    await expectSoundScreen(page, 'a researched, cited, illustrated article');
  });
});

import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai.ts';
import { type FakeSearch, startFakeSearch } from '../fakes/search.ts';
import { onEachSize } from './setup/each-size.ts';
import { answers, expect, messageField, untilIdle, withoutSocket } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

let ai: FakeOpenAi;
let search: FakeSearch;
const test = withOwnApp(async () => {
  ai = await startFakeOpenAi();
  search = await startFakeSearch();
  return {
    OPENAI_BASE_URL: ai.url,
    AI_TOOL_MODELS: 'openai/gpt-4o-mini',
    SEARCH_PROVIDER: 'searxng',
    SEARCH_BASE_URL: search.url,
  };
});
// One after the other in one worker: another worker would start another app, and this one's services would end in between.
test.describe.configure({ mode: 'default' });
test.afterAll(async () => {
  await ai.close();
  await search.close();
});

const find = (query: string) => ({ name: 'web_search', input: { query } });
const LONG =
  `what a kilo of organic whole-grain rye flour costs ${'in small mills '.repeat(12)}`.trim();

onEachSize(() => {
  test('what an answer has looked up is a line each while it works and afterwards, in each tab, and cited as links', async ({
    page,
    context,
    signUp,
  }) => {
    search.pages = [
      { title: 'Elm Mill', url: 'https://mill.example/rye', text: 'Rye flour costs €2 a kilo.' },
      { title: 'Prices', url: 'https://prices.example/', text: 'Spelt is €3.' },
    ];
    await signUp();
    ai.behave({ text: 'Hello.' });
    await messageField(page).fill('Hello');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/chat\//);
    await untilIdle(page);
    // Without a live connection, a tab must ask for what it isn't told.
    const other = await context.newPage();
    await withoutSocket(other);
    await other.goto(page.url());
    await expect(answers(other)).toHaveCount(1);

    const held = Promise.withResolvers<void>();
    search.held = held.promise;
    ai.behave({
      calls: [find('rye flour price'), find(LONG), { name: 'order_flour', input: { kilos: 5 } }],
      then: { text: 'Rye flour costs **€2 a kilo** [1], and spelt €3 [2].' },
    });
    await messageField(page).fill('What does flour cost?');
    await page.keyboard.press('Enter');
    const line = (tab: typeof page, text: string) =>
      answers(tab).locator('summary', { hasText: text });
    await expect(line(page, 'Web search: rye flour price…')).toBeVisible();
    await expect(line(page, 'Unusable call: order_flour')).toContainText('isn’t available here');
    await other.reload();
    await expect(line(other, 'Web search: rye flour price…')).toBeVisible();
    held.resolve();
    for (const tab of [page, other]) {
      await untilIdle(tab);
      await expect(answers(tab).last()).toContainText('Rye flour costs €2 a kilo');
      await expect(line(tab, 'Web search: rye flour price · 2 results')).toBeVisible();
    }
    await page.reload();
    const first = line(page, 'Web search: rye flour price · 2 results');
    await expect(first).toBeVisible();
    await first.focus();
    await first.press('Enter');
    const details = answers(page).locator('details[open]');
    await expect(details).toContainText('> Rye flour costs €2 a kilo.');
    await expectSoundScreen(page, 'what a search has found');
    await first.press('Enter');
    await expect(details).toHaveCount(0);

    const mark = answers(page).getByRole('link', { name: 'Source 1: Elm Mill' });
    await expect(mark).toHaveAttribute('href', 'https://mill.example/rye');
    await expect(mark).toHaveAttribute('rel', /noopener/);
    await mark.focus();
    await expect(page.getByRole('group', { name: 'Source 1' })).toContainText('Open mill.example');
    await page.keyboard.press('Escape');

    await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await page.goto(await dialog.getByRole('textbox', { name: 'Share link' }).inputValue());
    await expect(page.getByRole('link', { name: 'Elm Mill' })).toHaveAttribute(
      'href',
      'https://mill.example/rye',
    );
    await expect(page.getByText('Web search')).toHaveCount(0);
  });

  test('an answer is stopped while it searches, and goes on with the same search', async ({
    page,
    signUp,
  }) => {
    search.pages = [{ title: 'Mill', url: 'https://mill.example/', text: 'Open at six.' }];
    const held = Promise.withResolvers<void>();
    search.held = held.promise;
    search.searches.length = 0;
    ai.behave({
      text: 'Let me see.',
      calls: [find('mill opening hours')],
      then: { text: 'It opens at six [1].' },
    });
    await signUp();
    await messageField(page).fill('When does the mill open?');
    await page.keyboard.press('Enter');
    const line = answers(page).locator('summary', { hasText: 'Web search: mill opening hours' });
    await expect(line).toContainText('…');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(line).toContainText('Stopped');
    held.resolve();
    await page.getByRole('button', { name: 'Continue' }).click();
    await untilIdle(page);
    await expect(answers(page)).toContainText('Let me see.');
    await expect(answers(page)).toContainText('It opens at six');
    await expect(line).toContainText('1 result');
    await expect(line).toHaveCount(1);
  });
});

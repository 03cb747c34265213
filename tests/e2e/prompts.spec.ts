import { holdRequests } from './setup/hold-requests.ts';
import { expect, messageField, questions, test, type Page } from './setup/journey.ts';
import { watchMoves } from './setup/moves.ts';
import { expectSound } from './setup/sound.ts';

const options = (page: Page) => page.getByRole('listbox', { name: 'Prompts' }).getByRole('option');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const mine = (page: Page) => page.getByRole('list', { name: 'My prompts' }).getByRole('listitem');

async function act(page: Page, prompt: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${prompt}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a slash lists the prompts, which the keyboard chooses and fills in without sending anything', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  const field = messageField(page);
  await field.focus();
  await page.keyboard.type('/');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.type('etc');
  await expect(field).toHaveValue('/etc');
  await expect(options(page)).toHaveCount(0);

  await field.fill('');
  await page.keyboard.type('/news');
  await expect(options(page)).toHaveCount(1);
  const chosen = await options(page).getAttribute('id');
  await expect(field).toHaveAttribute('aria-activedescendant', chosen!);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Email newsletter')).toBeVisible();
  await expect(page.getByLabel('Length')).toHaveValue('200');
  await page.getByLabel('News', { exact: true }).fill('our {{rye}} week');
  await expectSound(page);
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(field).toHaveValue(/^Write a newsletter about our \{\{rye\}\} week\./);
  await expect(field).toBeFocused();
  await expect(questions(page)).toHaveCount(0);

  // Canceling leaves the slash as it was. A suggestion can be hidden permanently.
  await field.fill('');
  await page.keyboard.type('/plan');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'From notes to a plan')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('/plan');
  await field.fill('');
  const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem');
  await expect(suggestions).toHaveCount(4);
  await suggestions.first().hover();
  const hidden = page.waitForResponse('**/api/prompts/starters');
  await suggestions.first().getByRole('button', { name: /^Hide/ }).click();
  await expect(suggestions).toHaveCount(3);
  // It disappears from the page at once, and permanently once the server has stored that.
  await hidden;
  await page.reload();
  await expect(suggestions).toHaveCount(4);
  await expect(suggestions.first()).toContainText('Email newsletter');

  // A chosen suggestion is seen moving into the field, unless the person wants less motion.
  const moves = await watchMoves(page);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await field.fill('');
    await suggestions
      .first()
      .getByRole('button', { name: 'Email newsletter', exact: true })
      .click();
    await page.getByRole('button', { name: 'Insert' }).click();
    await expect(field).toHaveValue(/^Write a newsletter/);
    await expect(field).toBeFocused();
    await expect.poll(moves).toEqual(['Email newsletter']);
  }
});

test('Enter before the prompts have loaded sends nothing, and then chooses the first match @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  const release = await holdRequests(page, '**/api/prompts');
  const field = messageField(page);
  await field.focus();
  await page.keyboard.type('/plan');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('/plan');
  release();
  await expect(dialog(page, 'From notes to a plan')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a prompt that arrives after its list was closed does nothing', async ({
  page,
  baseURL,
  signUp,
}) => {
  await signUp();
  const data = { name: 'Daily special', text: 'Praise our bread.' };
  const headers = { origin: new URL(baseURL!).origin };
  expect((await page.request.post('/api/prompts', { data, headers })).status()).toBe(200);
  const field = messageField(page);

  async function chosenTooLate(choose: () => Promise<void>, close: () => Promise<void>) {
    const release = await holdRequests(page, '**/api/prompts/*');
    const asked = page.waitForRequest('**/api/prompts/*');
    await choose();
    const response = (await asked).response();
    await close();
    release();
    await (await response)?.finished();
    // By then the page has read the answer.
    await page.getByRole('button', { name: 'Prompts', exact: true }).click();
    await expect(mine(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  await chosenTooLate(
    () => mine(page).getByRole('button', { name: 'Daily special', exact: true }).click(),
    () => page.keyboard.press('Escape'),
  );
  await expect(field).toHaveValue('');

  await field.focus();
  await page.keyboard.type('/daily');
  await expect(options(page)).toHaveCount(1);
  await chosenTooLate(
    () => page.keyboard.press('Enter'),
    () => field.fill('/daily bread?\n'),
  );
  await expect(field).toHaveValue('/daily bread?\n');
});

test('the library creates, uses, changes, duplicates, deletes, restores, finds, and hides prompts', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  const field = messageField(page);
  await field.fill('Dear assistant,');
  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  await expect(page.getByText('Save the prompts you use often.')).toBeVisible();
  await page.getByRole('button', { name: 'New prompt' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Daily special');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter the text of your prompt.');
  await page.getByLabel('Text', { exact: true }).fill('Praise our bread.');
  // The text is still there after closing without saving.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  await page.getByRole('button', { name: 'New prompt' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Praise our bread.');
  await expectSound(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(mine(page)).toHaveCount(1);
  await expectSound(page);

  await page.getByRole('button', { name: 'Daily special', exact: true }).click();
  await expect(field).toHaveValue('Dear assistant,\n\nPraise our bread.');
  await expect(field).toBeFocused();

  const other = await context.newPage();
  await other.goto('/ai-lab');
  await other.getByRole('button', { name: 'Prompts', exact: true }).click();
  await expect(mine(other)).toHaveCount(1);

  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  await act(page, 'Daily special', 'Edit');
  await page.getByLabel('Name', { exact: true }).fill('Special of the day');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(mine(other)).toContainText('Special of the day');
  await act(page, 'Special of the day', 'Duplicate');
  await expect(mine(page)).toHaveCount(2);
  await act(page, 'Special of the day', 'Delete');
  await expect(mine(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mine(page)).toHaveCount(2);
  await expect(mine(other)).toHaveCount(2);

  await page.getByLabel('Search prompts').fill('reply to');
  await expect(mine(page)).toHaveCount(0);
  await act(page, 'Reply to a review', 'Hide');
  await expect(page.getByText('No prompts match your search')).toBeVisible();
  await page.getByLabel('Search prompts').fill('');
  await page.getByRole('button', { name: 'Show 1 hidden prompt' }).click();
  await expect(page.getByRole('button', { name: 'Reply to a review', exact: true })).toBeVisible();
});

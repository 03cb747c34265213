import { readFile } from 'node:fs/promises';

import { holdRequests } from './setup/hold-requests.ts';
import { answers, ask, expect, messageField, test, untilIdle, type Page } from './setup/journey.ts';

const saved = (page: Page) => page.getByRole('navigation', { name: 'Saved content' });
const rows = (page: Page) => saved(page).getByRole('listitem').getByRole('link');
const textField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Text' });
const titleField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Title' });
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name });
const state = (page: Page) => page.getByRole('main').getByRole('status').first();

/** Creates content with this text. */
async function write(page: Page, title: string, text: string): Promise<void> {
  await page.goto('/copy-wizard/new');
  await titleField(page).fill(title);
  await textField(page).fill(text);
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

async function act(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an answer can be saved, found in its category, edited, restored, discussed, and deleted @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await ask(page, 'Write a post', { text: '## Fresh bread\n\nCome **by** at seven.' });
  await untilIdle(page);
  await answers(page).getByRole('button', { name: 'Save as content' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as content' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Fresh bread');
  await dialog.getByLabel('Title').fill('Bread post');
  await dialog.getByLabel('Save in').selectOption('Email');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = page.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('Saved to Email');
  await notice.getByRole('link', { name: 'Open' }).click();

  await expect(page).toHaveURL(/\/copy-wizard\/saved\/email\//);
  await expect(page).toHaveTitle(/Bread post/);
  await expect(page.getByRole('main').locator('strong')).toHaveText('by');
  await expect(rows(page)).toHaveText(['Bread post']);
  await expect(rows(page).first()).toHaveAttribute('aria-current', 'page');

  await view(page, 'Edit').click();
  await textField(page).fill('Come by at eight.');
  await titleField(page).fill('Bread at eight');
  await page.keyboard.press('Control+s');
  await expect(state(page)).toHaveText('Saved');
  await expect(rows(page)).toHaveText(['Bread at eight']);
  await view(page, 'Preview').click();
  await expect(page.getByRole('main')).toContainText('Come by at eight.');

  await view(page, 'Versions').click();
  await page.getByRole('list', { name: 'Versions' }).getByRole('button').click();
  await expect(page.locator('del').first()).toContainText('post');
  await expect(page.locator('ins').last()).toContainText('eight');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByRole('heading', { name: 'Bread post', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('main').locator('strong')).toHaveText('by');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'Plain text' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Bread post.txt');
  expect(await readFile(await file.path(), 'utf8')).toBe('Fresh bread\n\nCome by at seven.\n');

  const address = page.url();
  await page.getByRole('button', { name: 'Discuss in chat' }).click();
  await expect(page).toHaveURL(/\/ai-lab\/chat\//);
  await expect(messageField(page)).toHaveValue('## Fresh bread\n\nCome **by** at seven.');
  await expect(page.getByRole('article')).toHaveCount(0);

  await page.goto(address);
  await page.route('**/api/saved-content/*', (route) => route.abort());
  await act(page, 'Bread post', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete this content?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete content')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.unroute('**/api/saved-content/*');

  await act(page, 'Bread post', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Content deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/copy-wizard$/);
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(address);
  await expect(rows(page)).toHaveText(['Bread post']);
});

test('by keyboard, a version is restored, and content is deleted and brought back', async ({
  page,
  baseURL,
  signUp,
}) => {
  await signUp();
  const headers = { Origin: baseURL ?? '' };
  const create = async (title: string) => {
    const data = { category: 'social', folderId: null, title, content: 'Come at seven.' };
    const response = await page.request.post('/api/saved-content', { headers, data });
    return ((await response.json()) as { item: { id: string } }).item.id;
  };
  const id = await create('First');
  await create('Second');
  const data = { title: 'First', content: 'Come at eight.', version: 1 };
  await page.request.patch(`/api/saved-content/${id}`, { headers, data });

  await page.goto(`/copy-wizard/saved/social/${id}`);
  await view(page, 'Versions').press('Enter');
  await page.getByRole('list', { name: 'Versions' }).getByRole('button').press('Enter');
  const restore = page.getByRole('button', { name: 'Restore this version' });
  await restore.press('Enter');
  await expect(page.getByText('The text hasn’t changed.')).toBeVisible();
  // There is nothing to restore any more.
  await expect(restore).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  const press = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  };
  await press('Second');
  await expect(rows(page)).toHaveText(['First']);
  await expect(rows(page)).toBeFocused();
  await press('First');
  await expect(page).toHaveURL(/\/copy-wizard$/);
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page.locator(':focus')).toHaveCount(1);
});

test('two tabs never overwrite each other’s content without a warning', async ({
  page,
  context,
  signUp,
}) => {
  await signUp({ opens: false });
  await write(page, 'Slogan', 'First words.');
  await view(page, 'Edit').click();
  const second = await context.newPage();
  await second.goto(page.url());
  await view(second, 'Edit').click();

  // Content saved in one tab appears in the other while nothing is typed there.
  await textField(page).fill('Second words.');
  await titleField(page).focus();
  await expect(textField(second)).toHaveValue('Second words.');

  // Without live events, the server refuses the older version.
  const hold = await holdRequests(second, '**/api/saved-content/*');
  await textField(second).fill('Words of the second tab.');
  await titleField(second).focus();
  await expect(state(second)).toHaveText('Saving…');
  await textField(page).fill('Words of the first tab.');
  await titleField(page).focus();
  await expect(state(page)).toHaveText('Saved');
  hold();
  const problem = second.getByRole('alert', { name: /was changed in another tab/ });
  await expect(problem).toContainText('Words of the first tab.');
  await expect(problem).toContainText('Words of the second tab.');
  await expect(textField(second)).toHaveValue('Words of the second tab.');

  // Typed text survives closing the page.
  second.on('dialog', (dialog) => void dialog.accept());
  await second.reload();
  await expect(problem).toContainText('Words of the second tab.');
  await problem.getByRole('button', { name: 'Keep mine' }).click();
  await expect(state(second)).toHaveText('Saved');
  await expect(textField(page)).toHaveValue('Words of the second tab.');
  await view(second, 'Versions').click();
  await second.getByRole('list', { name: 'Versions' }).getByRole('button').first().click();
  await expect(second.locator('del')).toHaveText(/first/);
});

test('content can be put into folders, moved, and searched, on a page that passes axe and fits', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await write(page, 'Ärger mit Brot', 'Viel Text.');
  await page.getByRole('button', { name: 'New folder in Email' }).click();
  await page.getByLabel('Folder name').fill('Welcome');
  await page.keyboard.press('Enter');
  await expect(saved(page)).toContainText('Welcome');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  await page.getByLabel('Move to').selectOption('Email / Welcome');
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(page).toHaveURL(/\/saved\/email\//);
  await expect(page.getByRole('main')).toContainText('Email / Welcome');
  await expect(rows(page)).toHaveText(['Ärger mit Brot']);

  // The other three categories are empty.
  await expect(saved(page).getByText('No saved content')).toHaveCount(3);

  // The pointer shows the actions of what it is on, and no others.
  const ofFolder = page.getByRole('button', { name: 'Actions for the folder Welcome' });
  const ofRow = page.getByRole('button', { name: 'Actions for Ärger mit Brot' });
  const opacities = () =>
    Promise.all(
      [ofFolder, ofRow].map((actions) =>
        actions.evaluate((button) => getComputedStyle(button.closest('.opacity-0')!).opacity),
      ),
    );
  await rows(page).hover();
  await expect.poll(opacities).toEqual(['0', '1']);
  await saved(page).getByText('Welcome', { exact: true }).hover();
  await expect.poll(opacities).toEqual(['1', '0']);
  await ofFolder.focus();
  await page.getByRole('main').hover();
  await expect.poll(opacities).toEqual(['1', '0']);

  await ofFolder.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(saved(page)).not.toContainText('Welcome');
  await expect(rows(page)).toHaveText(['Ärger mit Brot']);

  const search = page.getByRole('searchbox', { name: 'Search saved content' });
  await search.fill('ÄRGER');
  const found = page.getByRole('navigation', { name: 'Found content' });
  await expect(found.getByRole('link')).toHaveText([/Ärger mit Brot\s*Email/]);
  await search.fill('nothing like it');
  await expect(found).toHaveText('No saved content matches your search');
  await search.press('Escape');
  await expect(rows(page)).toHaveCount(1);
});

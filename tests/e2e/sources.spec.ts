import { createBrand, dialog, openAdding, sources, step } from './setup/brand-pages.ts';
import { expect, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const openStep = (page: Page) => step(page, 'Knowledge').click();

test('a brand gets a file and pasted text as sources, which can be read, changed, and deleted', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  await createBrand(page);
  await openStep(page);
  await expect(page.getByText('Let your brand know its facts')).toBeVisible();
  await expectSound(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText('Let your brand know its facts')).toBeVisible();

  await openAdding(page, 'File');
  await dialog(page)
    .getByLabel('Source file')
    .setInputFiles({
      name: 'photo.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    });
  await dialog(page).getByRole('button', { name: 'Add source' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('isn’t a file we can read');
  await expectSound(page);
  await dialog(page)
    .getByLabel('Source file')
    .setInputFiles({
      name: 'hours.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Day,Hours\nSaturday,6:30 to noon'),
    });
  await dialog(page).getByRole('button', { name: 'Add source' }).click();
  await expect(sources(page).getByRole('link', { name: 'hours.csv' })).toBeVisible();
  // Other tabs follow.
  await expect(sources(other).getByRole('link', { name: 'hours.csv' })).toBeVisible();

  // By keyboard alone.
  await page.getByRole('button', { name: 'Add a source' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('radio', { name: 'Website', exact: true })).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'Website', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await dialog(page).getByRole('textbox', { name: 'Text' }).focus();
  await page.keyboard.insertText('# Price list\n\nRye $8\n\nPlum cake $4');
  await dialog(page).getByRole('button', { name: 'Add source' }).focus();
  await page.keyboard.press('Enter');
  await expect(sources(page).getByRole('link', { name: 'Price list' })).toBeVisible();
  await expect(sources(other).getByRole('link', { name: 'Price list' })).toBeVisible();
  await expectSound(page);

  await sources(page).getByRole('link', { name: 'Price list' }).click();
  await expect(page.getByRole('heading', { name: 'Price list', level: 1 })).toBeFocused();
  await expect(page.getByRole('article', { name: 'Text' })).toContainText('Rye $8');
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('textbox', { name: 'Text' }).fill('# Price list\n\nRye $9');
  // Another tab is quicker, and nothing is overwritten unseen.
  await sources(other).getByRole('link', { name: 'Price list' }).click();
  await other.getByRole('button', { name: 'Edit' }).click();
  await dialog(other).getByRole('textbox', { name: 'Text' }).fill('# Price list\n\nRye $10');
  await dialog(other).getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('article', { name: 'Text' })).toContainText('Rye $10');
  await other.goBack();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('changed in another tab');
  await expect(dialog(page).getByRole('alert')).toContainText('Rye $10');
  await expectSound(page);
  await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Text' })).toContainText('Rye $9');
  const passage = page.getByRole('article', { name: 'Text' }).locator('[id^="chunk-"]').first();
  const chunk = (await passage.getAttribute('id'))?.replace('chunk-', '') ?? '';
  await page.goto(`${page.url()}?chunk=${chunk}`);
  await expect(passage).toBeFocused();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectSound(page);

  await page.getByRole('button', { name: 'Actions for Price list' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Knowledge' })).toBeFocused();
  await expect(sources(other).getByRole('link', { name: 'Price list' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article', { name: 'Text' })).toContainText('Rye $9');
  await expect(sources(other).getByRole('link', { name: 'Price list' })).toBeVisible();
});

test('a website that can’t be read says why, and can be tried again or deleted', async ({
  page,
  signUp,
}) => {
  await signUp();
  await createBrand(page);
  await openStep(page);
  await openAdding(page, 'Website');
  await dialog(page).getByLabel('Website address').fill('bakery');
  await dialog(page).getByRole('button', { name: 'Add source' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('open to everyone');
  await expect(dialog(page).getByLabel('Website address')).toHaveValue('bakery');
  await dialog(page).getByLabel('Website address').fill('127.0.0.1');
  await dialog(page).getByRole('button', { name: 'Add source' }).click();
  const row = sources(page).getByRole('listitem').filter({ hasText: '127.0.0.1' });
  await expect(row.getByText('We couldn’t reach this website.')).toBeVisible();
  await row.getByRole('button', { name: 'Actions for 127.0.0.1' }).click();
  await expect(page.getByRole('menuitem', { name: 'Resync' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Let your brand know its facts')).toBeVisible();
});

test('saved content becomes a source, which is read again after it has changed', async ({
  page,
  signUp,
}) => {
  await signUp();
  const headers = { origin: new URL(page.url()).origin };
  const save = async (title: string, content: string) => {
    const data = { category: 'social', folderId: null, title, content, format: null };
    const response = await page.request.post('/api/saved-content', { data, headers });
    return ((await response.json()) as { item: { id: string; version: number } }).item;
  };
  const opening = await save('Opening hours', 'We open at six.');
  await save('Market day', 'We sell rye bread.');
  await createBrand(page);
  await openStep(page);

  // By keyboard alone.
  await page.getByRole('button', { name: 'Add a source' }).press('Enter');
  await dialog(page).getByRole('radio', { name: 'Saved content', exact: true }).press('Space');
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(2);
  await dialog(page).getByRole('searchbox', { name: 'Find saved content' }).fill('hours');
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(1);
  await dialog(page).getByRole('checkbox', { name: 'Opening hours' }).press('Space');
  await expect(dialog(page).getByText('1 chosen.')).toBeVisible();
  await expectSound(page, 'saved content as a source');
  await dialog(page).getByRole('button', { name: 'Add source' }).press('Enter');
  const link = sources(page).getByRole('link');
  await expect(link).toHaveText(['Opening hours']);
  await link.press('Enter');
  await expect(page.getByRole('article', { name: 'Text' })).toContainText('We open at six.');

  const data = { title: 'Opening hours', content: 'We open at seven.', version: opening.version };
  const changed = await page.request.patch(`/api/saved-content/${opening.id}`, { data, headers });
  expect(changed.status()).toBe(200);
  await expect(page.getByRole('article', { name: 'Text' })).toContainText('We open at seven.');
});

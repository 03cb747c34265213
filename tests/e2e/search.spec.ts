import { randomUUID } from 'node:crypto';

import { inDatabase } from './setup/database.ts';
import { holdRequests } from './setup/hold-requests.ts';
import {
  answers,
  ask,
  conversations,
  expect,
  messageField,
  test,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { axe } from './setup/sound.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const options = (page: Page) => palette(page).getByRole('option');
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

async function expectNoViolation(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}

test('the palette opens a message of another branch in a long conversation from any page', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}.`).join('\n\n');
  await ask(page, 'Before', { text: lines });
  await expect(answers(page).last()).toContainText('Line 60.');
  await untilIdle(page);
  const text = 'The Ärger with **cobalt** blue.';
  await ask(page, 'Name a colour', { text, times: 1, hold: randomUUID() });
  await expect(answers(page).last()).toContainText('cobalt');
  await untilIdle(page);
  await answers(page).last().hover();
  await answers(page).last().getByRole('button', { name: 'Regenerate' }).click();
  await expect(answers(page).last()).toContainText('2 / 2');
  await untilIdle(page);
  await ask(page, 'After', { text: lines });
  await expect(answers(page).last()).toContainText('Line 60.');
  await untilIdle(page);
  const conversation = page.url();

  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await field(page).fill('go set');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings/);
  const button = page.getByRole('button', { name: 'Search everything' });
  await button.click();
  await expect(field(page)).toBeFocused();
  await expect(options(page).first()).toContainText(/Today, \d/);
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await page.keyboard.press('Control+k');
  await field(page).fill('arger coba');
  // The question has the words too, because it contains the provider's answer.
  await expect(options(page)).toHaveCount(2);
  await expect(chosen(page)).toContainText('Assistant');
  await expect(chosen(page).locator('mark')).toHaveText(['Ärger', 'cobalt']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  const message = answers(page).filter({ hasText: 'cobalt' });
  await expect(message).toBeFocused();
  await expect(message).toBeInViewport();
  await expect(message).toContainText('1 / 2');
  expect(page.url()).toContain(`${conversation}#message-`);
  await expect(page.getByText('This is the message you selected.')).toBeAttached();

  // Within the open conversation, nothing is loaded.
  await page.getByRole('button', { name: 'Search everything' }).click();
  await field(page).fill('"line 42"');
  await expect(options(page).first()).toContainText('Line 42');
  // The older of the two answers is in this branch.
  await expect(options(page)).toHaveCount(2);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  await expect(answers(page).filter({ hasText: 'Line 42' }).first()).toBeFocused();

  await page.getByRole('button', { name: 'Search everything' }).click();
  await field(page).fill('nowhere to be found');
  await expect(palette(page)).toContainText('No matches. Try fewer words.');
  await context.setOffline(true);
  await field(page).fill('cobalt');
  await expect(palette(page)).toContainText('Search failed.');
  await expectNoViolation(page);
  await context.setOffline(false);
  await options(page).filter({ hasText: 'Search again' }).click();
  await expect(options(page)).toHaveCount(2);
  await expect(field(page)).toBeFocused();
});

test('the palette finds brands, saved content, images, settings, and help, each under its heading @core', async ({
  page,
  baseURL,
  signUp,
}) => {
  const { email } = await signUp();
  const headers = { Origin: baseURL ?? '' };
  await page.request.post('/api/profiles', { headers, data: { name: 'Import Export Trading' } });
  await page.request.post('/api/saved-content', {
    headers,
    data: { category: 'social', folderId: null, title: 'Import duties explained', content: 'x' },
  });
  await page.keyboard.press('Control+k');
  await field(page).fill('import');
  const group = (name: string) => palette(page).getByRole('group', { name }).getByRole('option');
  await expect(group('Brand profiles')).toHaveText('Import Export Trading');
  await expect(group('Saved content')).toHaveText('Import duties explained');
  await expect(group('Settings')).toHaveText('Import & Export');
  await expect(group('Help').first()).toBeVisible();
  await expectNoViolation(page);
  await group('Settings').click();
  await expect(page).toHaveURL(/\/settings\?tab=importexport$/);

  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveValue('');
  await field(page).fill('duties');
  await expect(chosen(page)).toHaveText('Import duties explained');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/copy-wizard\/saved\/social\//);

  // An image far down in the gallery opens there. Its file isn't stored.
  await page.route('**/api/media/items/*/file*', (route) =>
    route.fulfill({ path: 'public/pictures/icon-192.png' }),
  );
  await inDatabase(
    `INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes, prompt, created_at)
     SELECT gen_random_uuid(), id, 'made', 'image', 'image/png', 4, 3, 1, 1,
            CASE n WHEN 80 THEN 'A blue bicycle' ELSE 'A red barn' END, now() - n * interval '1 day'
       FROM users, generate_series(1, 90) n WHERE email = $1`,
    [email],
  );
  await page.keyboard.press('Control+k');
  await field(page).fill('blue bi');
  await expect(group('Images and videos')).toHaveText('A blue bicycle');
  await expect(group('Images and videos').locator('img')).toHaveCount(1);
  await expect(chosen(page)).toHaveText('A blue bicycle');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Image' })).toContainText('A blue bicycle');
  await expect(page).toHaveURL(/\/media-creator\?mode=generate$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'A blue bicycle', exact: true })).toBeFocused();
});

test('what is typed while the palette is still loading goes into its field, and nowhere else', async ({
  page,
  signUp,
}) => {
  await signUp();
  const asked = page.waitForRequest('**/assets/palette-*.js');
  const release = await holdRequests(page, '**/assets/palette-*.js');
  await messageField(page).fill('A draft');
  await page.keyboard.press('Control+k');
  await asked;
  // Enter would send the draft.
  await page.keyboard.type('breads');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  release();
  await expect(field(page)).toHaveValue('bread');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(messageField(page)).toHaveValue('A draft');
  await expect(answers(page)).toHaveCount(0);
  // The next opening begins with an empty field.
  await page.keyboard.press('Control+k');
  await expect(field(page)).toHaveValue('');
});

test('"?" lists the keyboard shortcuts, which work and can be switched off', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp();
  await ask(page, 'First', { text: 'A first answer.' });
  await expect(answers(page)).toHaveText('A first answer.');
  await untilIdle(page);
  const first = page.url();

  // In a field, keys type letters.
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.type('n?');
  await expect(messageField(page)).toHaveValue('n?');
  await messageField(page).fill('');
  await page.getByRole('log').focus();

  await page.keyboard.press('?');
  await expect(shortcuts(page)).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('log')).toBeFocused();

  await page.keyboard.press('c');
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A first answer.');
  await page.keyboard.press('m');
  await expect(messageField(page)).toBeFocused();

  await page.getByRole('log').focus();
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(first);
  await ask(page, 'Second', { text: 'Words', hold: 'never', holdAfter: 1 });
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.getByRole('log').focus();
  await page.keyboard.press('s');
  await untilIdle(page);
  await expect(conversations(page).getByRole('link')).toHaveCount(2);
  await page.getByRole('log').focus();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(first);
  await page.keyboard.press('k');
  await expect(page).not.toHaveURL(first);

  // The palette opens the list, where the single keys are switched off.
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('keyb');
  await page.keyboard.press('Enter');
  await shortcuts(page).getByRole('checkbox', { name: 'Single-key shortcuts' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toHaveCount(0);
  await page.getByRole('log').focus();
  await page.keyboard.press('?');
  await page.keyboard.press('m');
  await expect(page.getByRole('log')).toBeFocused();
  await expect(shortcuts(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'User menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(shortcuts(page)).toBeVisible();
});

test('the keys for the next conversation step on even when pressed faster than pages open', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  const addresses: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    await page.goto('/ai-lab');
    await ask(page, name, { text: `Of ${name}.` });
    await untilIdle(page);
    addresses.push(page.url());
  }
  await expect(conversations(page).getByRole('link')).toHaveCount(3);
  await page.getByRole('log').focus();
  const [one = '', two = ''] = addresses;
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(one);
  await expect(answers(page)).toHaveText('Of One.');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(two);
});

import { randomUUID } from 'node:crypto';

import { inDatabase } from './setup/database.ts';
import {
  ask,
  conversations,
  expect,
  fulfillAs,
  messageField,
  type Page,
  test,
  untilIdle,
} from './setup/journey.ts';

const rows = (page: Page) => conversations(page).getByRole('listitem').getByRole('link');
const part = (page: Page, name: RegExp) => conversations(page).getByRole('button', { name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations' });

async function seed(page: Page, email: string, titles: string[]): Promise<void> {
  await inDatabase(
    `INSERT INTO conversations (id, user_id, title, last_message, last_updated)
     SELECT gen_random_uuid(), users.id, title, 'Here are three ideas.', now() - n * interval '1 day'
       FROM users, unnest($2::text[]) WITH ORDINALITY AS given (title, n) WHERE email = $1`,
    [email, titles],
  );
  await page.goto('/ai-lab');
}

async function act(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function ofList(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('conversations are pinned, put into folders, and archived in both tabs', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp({ opens: false });
  await seed(page, email, ['Bakery', 'Letter', 'Prices', '[ChatGPT] Old plan']);
  const second = await context.newPage();
  await second.goto('/ai-lab');

  await act(page, 'Prices', 'Pin');
  for (const tab of [page, second]) {
    await expect(tab.getByRole('heading', { name: 'Pinned' })).toBeVisible();
    await expect(rows(tab)).toHaveText([/Prices/, /Bakery/, /Letter/]);
  }

  // Moving can create a folder, but not without a name or with an existing one.
  await act(page, 'Letter', 'Move to folder…');
  const dialog = page.getByRole('dialog', { name: 'Move to folder' });
  await dialog.getByRole('button', { name: 'Create and move' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('New folder').fill('Customers');
  await dialog.getByLabel('New folder').press('Enter');
  await expect(dialog).toBeHidden();
  for (const tab of [page, second]) {
    await expect(part(tab, /^Customers\s*1$/)).toHaveAttribute('aria-expanded', 'false');
    await expect(rows(tab)).toHaveText([/Prices/, /Bakery/]);
  }
  await part(second, /^Customers/).click();
  await expect(rows(second)).toHaveText([/Prices/, /Letter/, /Bakery/]);
  await ofList(page, 'New folder…');
  const naming = page.getByRole('dialog', { name: 'New folder' });
  await naming.getByLabel('Name').fill('customers');
  await naming.getByRole('button', { name: 'Create' }).click();
  await expect(naming.getByText('You already have a folder with this name.')).toBeVisible();
  await page.keyboard.press('Escape');

  // A match is shown in its folder.
  await search(page).fill('letter');
  await expect(rows(page)).toHaveText([/Letter/]);
  await search(page).fill('');
  await expect(rows(page)).toHaveText([/Prices/, /Bakery/]);

  await act(page, 'Bakery', 'Archive');
  await expect(page.getByText('Conversation archived')).toBeVisible();
  for (const tab of [page, second]) await expect(rows(tab).last()).not.toContainText('Bakery');
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const tab of [page, second]) await expect(rows(tab).last()).toContainText('Bakery');
  await act(page, 'Bakery', 'Archive');
  await expect(rows(second).last()).not.toContainText('Bakery');
  await search(second).fill('bakery');
  await expect(conversations(second)).toHaveText('No conversations match your search');
  await ofList(second, 'Archived');
  await expect(rows(second)).toHaveText([/Bakery/]);
  // It leaves the archive in this tab too when another tab brings it back.
  await ofList(page, 'Archived');
  await act(page, 'Bakery', 'Unarchive');
  await expect(conversations(page)).toHaveText('No archived conversations');
  await expect(conversations(second)).toHaveText('No conversations match your search');
  await page.getByRole('button', { name: 'All conversations' }).click();
  await expect(rows(page)).toHaveText([/Prices/, /Bakery/]);

  await page.getByRole('button', { name: 'Actions for folder Customers' }).click();
  await page.getByRole('menuitem', { name: 'Rename folder' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename folder' });
  await renaming.getByLabel('Name').fill('Clients');
  await renaming.getByLabel('Name').press('Enter');
  await expect(part(page, /^Clients/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for folder Clients' }).click();
  await page.getByRole('menuitem', { name: 'Delete folder' }).click();
  await page.getByRole('button', { name: 'Delete folder' }).click();
  await expect(part(page, /^Clients/)).toBeHidden();
  await expect(rows(page)).toHaveText([/Prices/, /Bakery/, /Letter/]);
  await act(page, 'Prices', 'Unpin');
  await expect(rows(page)).toHaveText([/Bakery/, /Letter/, /Prices/]);
  await page.reload();
  await expect(rows(page)).toHaveText([/Bakery/, /Letter/, /Prices/]);
});

test('several conversations are selected by mouse and keyboard, deleted, and restored', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  await ask(page, 'Hello', { text: 'Hello to you.' });
  await untilIdle(page);
  const open = page.url();
  await seed(page, email, ['A', 'B', 'C', 'D', 'E']);
  await page.goto(open);
  const boxes = conversations(page).getByRole('checkbox');
  const bar = page.getByRole('group', { name: 'Selected conversations' });
  const status = bar.getByRole('status');

  await act(page, 'B', 'Select');
  await expect(status).toHaveText('1 selected');
  await boxes.filter({ hasText: /^D/ }).click({ modifiers: ['Shift'] });
  await expect(status).toHaveText('3 selected');
  await boxes.filter({ hasText: /^C/ }).click();
  await expect(status).toHaveText('2 selected');
  // The keyboard selects the open one, and extends the selection downward.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(status).toHaveText('3 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(status).toHaveText('4 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'List options' })).toBeFocused();

  await ofList(page, 'Select multiple');
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await bar.getByRole('button', { name: 'Select all' }).click();
  await expect(status).toHaveText('6 selected');
  await boxes.filter({ hasText: /^E/ }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
  await expect(question).toContainText('5 conversations');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveText([/^E/]);
  // A new conversation replaces the open one.
  await expect(page).not.toHaveURL(open);
  await expect(messageField(page)).toBeEnabled();
  await page.clock.runFor(9_900);
  await expect(page.getByText('5 conversations deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(open);
  await expect(rows(page)).toHaveText([/About Hello/, /^A/, /^B/, /^C/, /^D/, /^E/]);
  await page.clock.resume();

  // A failed action leaves the selection unchanged.
  await act(page, 'A', 'Select');
  await boxes.filter({ hasText: /^B/ }).click();
  await page.route('**/api/conversations/batch', (route) => route.abort());
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Couldn’t archive. Try again.')).toBeVisible();
  await expect(status).toHaveText('2 selected');
  await page.unroute('**/api/conversations/batch');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('2 conversations archived')).toBeVisible();
  await expect(rows(page)).toHaveText([/About Hello/, /^C/, /^D/, /^E/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(6);
});

test('by keyboard, the archived list is emptied, and the focus stays where the next chat is', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await seed(page, email, ['One', 'Two', 'Three']);
  await inDatabase(
    `UPDATE conversations SET archived_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await page.reload();
  const press = async (button: string, item: string) => {
    await page.getByRole('button', { name: button, exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  await press('List options', 'Archived');
  await expect(rows(page)).toHaveText([/One/, /Two/, /Three/]);
  await press('Actions for One', 'Unarchive');
  await expect(rows(page).first()).toContainText('Two');
  await expect(rows(page).first()).toBeFocused();
  await press('Actions for Two', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(rows(page)).toHaveText([/Three/]);
  await expect(rows(page).first()).toBeFocused();
  await press('Actions for Three', 'Unarchive');
  const back = page.getByRole('button', { name: 'All conversations' });
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(rows(page)).toHaveText([/One/, /Three/]);
  await expect(page.getByRole('button', { name: 'List options' })).toBeFocused();
});

test('ten thousand conversations are scrolled to the end and back with few nodes, also with the keyboard', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  const start = Date.now();
  const hours = (n: number) => start - n * 3_600_000;
  await inDatabase(
    `INSERT INTO conversations (id, user_id, title, last_message, last_updated)
     SELECT gen_random_uuid(), users.id, 'Number ' || n, 'Here are three ideas.', $2::timestamptz - n * interval '1 hour'
       FROM users, generate_series(1, 51) n WHERE email = $1`,
    [email, new Date(start)],
  );
  // The rest comes in larger pages than the server's, whose pages other tests cover.
  const rest = Array.from({ length: 9_950 }, (_, index) => ({
    id: randomUUID(),
    title: `Number ${index + 51}`,
    lastMessage: 'Here are three ideas.',
    lastUpdated: hours(index + 51),
    originalCreationDate: null,
    isPublic: false,
    pinnedAt: null,
    archived: false,
    folderId: null,
  }));
  await page.route('**/api/conversations?*cursor=*', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '';
    const from = cursor.startsWith('at ') ? Number(cursor.slice(3)) : 0;
    const to = Math.min(rest.length, from + 2_000);
    const next = to < rest.length ? `at ${to}` : null;
    return fulfillAs(route, { items: rest.slice(from, to), cursor: next });
  });
  await page.goto('/ai-lab');
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  await expect(rows(page).first()).toContainText('Number 1');
  expect(await nodes()).toBeLessThanOrEqual(1_500);

  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows(page).first()).toBeFocused();

  // Scrolls to the end until all are loaded.
  const toEnd = () =>
    page.evaluate(() => {
      const scroller = document.querySelector('#sidebar .overflow-y-auto');
      scroller?.scrollTo(0, scroller.scrollHeight);
    });
  const more = conversations(page).getByRole('button', { name: 'Show more' });
  await expect(async () => {
    await toEnd();
    await expect(more).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await toEnd();
  await expect(rows(page).last()).toContainText('Number 10000');
  await expect(rows(page).last()).toBeInViewport();
  const last = conversations(page).getByRole('listitem').last();
  await expect(last).toHaveAttribute('aria-posinset', '10000');
  await expect(last).toHaveAttribute('aria-setsize', '10000');
  expect(await nodes()).toBeLessThanOrEqual(1_500);
  await page.requestGC();
  const heap = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  );
  expect(heap).toBeLessThanOrEqual(25_000_000);

  // The visible rows keep their place when one is added at the top.
  const seen = conversations(page).getByRole('link', { name: /^Number 9995/ });
  const before = await seen.boundingBox();
  await ask(page, 'Hello', { text: 'Hello to you.' });
  await untilIdle(page);
  await expect(last).toHaveAttribute('aria-setsize', '10001');
  expect((await seen.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);

  await seen.focus();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page).first()).toContainText('About Hello');
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  await expect(rows(page).last()).toContainText('Number 10000');
  // The server doesn't know the conversations of the larger pages.
  await page.route('**/api/conversations/*', (route) => fulfillAs(route, {}));
  await act(page, 'Number 9990', 'Rename');
  await page.getByRole('textbox', { name: /New title/ }).fill('Deep down');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /Deep down/ })).toBeFocused();
});

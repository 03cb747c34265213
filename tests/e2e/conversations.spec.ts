import { inDatabase } from './setup/database.ts';
import {
  answers,
  ask,
  conversations,
  expect,
  fulfillAs,
  messageField,
  type Page,
  test,
  untilIdle,
} from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

interface Seed {
  title: string;
  lastMessage?: string;
  /** ISO dates. */
  updated: string;
  created?: string;
}

/** Stores conversations of other days for a person, and loads the page with them. */
async function seed(page: Page, email: string, seeds: Seed[]): Promise<void> {
  for (const { title, lastMessage = 'Here are three ideas.', updated, created } of seeds) {
    await inDatabase(
      `INSERT INTO conversations (id, user_id, title, last_message, last_updated, original_creation_date)
       SELECT gen_random_uuid(), id, $2, $3, $4, $5 FROM users WHERE email = $1`,
      [email, title, lastMessage, updated, created ?? null],
    );
  }
  await page.goto('/ai-lab');
}

const MANY: Seed[] = [
  { title: 'Bakery opening', updated: '2026-03-10T09:00:00Z' },
  { title: 'Newsletter', lastMessage: 'ÄRGER with bread', updated: '2026-03-12T23:30:00Z' },
  { title: 'Price list', updated: '2026-03-14T12:00:00Z' },
  {
    title: '[ChatGPT] Old plan',
    updated: '2026-03-20T12:00:00Z',
    created: '2024-05-01T12:00:00Z',
  },
  {
    title: '[ChatGPT]',
    updated: '2026-03-20T13:00:00Z',
    created: '2024-06-01T12:00:00Z',
  },
];

const rows = (page: Page) => conversations(page).getByRole('listitem').getByRole('link');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations' });
const imports = (page: Page) =>
  conversations(page).getByRole('button', { name: /ChatGPT Imports/ });

async function act(page: Page, title: string, action: 'Rename' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('imports have their own group with a count, each with a badge and its date, newest first', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await seed(page, email, MANY);
  await expect(rows(page)).toHaveText([/Price list/, /Newsletter/, /Bakery opening/]);
  await expect(imports(page)).toHaveText(/ChatGPT Imports\s*2/);
  await expect(imports(page)).toHaveAttribute('aria-expanded', 'false');
  await imports(page).click();
  await expect(rows(page)).toHaveText([
    /Imported Chat.*ChatGPT\s*Jun 1, 2024/s,
    /Old plan.*ChatGPT\s*May 1, 2024/s,
    /Price list/,
    /Newsletter/,
    /Bakery opening/,
  ]);
  await imports(page).click();
  await expect(rows(page)).toHaveCount(3);
});

test.describe('in their time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('conversations are grouped by day, and a long title is shown in full to pointer and keyboard @core', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    await page.clock.setFixedTime('2026-03-15T03:30:00Z');
    const title = 'Everything that has to be ready before the bakery opens its doors in spring';
    await seed(page, email, [...MANY, { title, updated: '2025-12-24T12:00:00Z' }]);
    const headings = conversations(page).getByRole('listitem').getByRole('heading');
    await expect(headings).toHaveText(['Today', 'Previous 7 days', 'December 2025']);
    const groups = conversations(page)
      .getByRole('listitem')
      .filter({ has: page.locator('h2') });
    await expect(groups).toHaveText([/^Today.*Price list/, /days.*Newsletter/, /2025.*Everything/]);

    const long = rows(page).last();
    await long.hover();
    await expect(long).toHaveAttribute('title', title);
    const tip = conversations(page).getByText(title, { exact: true }).last();
    await rows(page).nth(2).focus();
    await page.keyboard.press('ArrowDown');
    await expect(long).toBeFocused();
    await expect(conversations(page).getByText(title, { exact: true })).toHaveCount(2);
    await expect(tip).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(conversations(page).getByText(title, { exact: true })).toHaveCount(1);
  });
});

test('the search finds titles and last messages in any case, including those of imports @core', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await seed(page, email, MANY);
  await search(page).fill('BAKERY');
  await expect(rows(page)).toHaveText([/Bakery opening/]);
  await search(page).fill('ärger');
  await expect(rows(page)).toHaveText([/Newsletter/]);
  await search(page).fill('plan');
  await expect(rows(page)).toHaveText([/Old plan/]);
  await search(page).fill('nothing like it');
  await expect(conversations(page)).toHaveText('No conversations match your search');
  await search(page).fill('   ');
  await expect(rows(page)).toHaveCount(3);
});

test.describe('the date filter', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('covers both chosen days in either order, and starts again with a third click', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    await page.clock.setFixedTime('2026-03-25T12:00:00Z');
    await seed(page, email, MANY);
    await page.getByRole('button', { name: 'Filter by date' }).click();
    const day = (name: RegExp) =>
      page.getByRole('group', { name: 'Date range' }).getByRole('button', { name });
    await day(/March 12th, 2026/).click();
    // A single day doesn't filter yet.
    await expect(rows(page)).toHaveCount(3);
    await expect(day(/March 12th, 2026/)).toHaveAttribute('aria-pressed', 'true');
    await day(/March 10th, 2026/).click();
    // 23:30 UTC is still the 12th in New York; all of the 10th counts.
    await expect(rows(page)).toHaveText([/Newsletter/, /Bakery opening/]);
    await expect(page.getByText('Mar 10 – 12, 2026')).toBeVisible();
    await expect(day(/March 11th, 2026/)).toHaveAttribute('aria-pressed', 'true');

    await day(/March 14th, 2026/).click();
    await expect(rows(page)).toHaveCount(3);
    await day(/March 14th, 2026/).click();
    await expect(rows(page)).toHaveText([/Price list/]);
    await search(page).fill('newsletter');
    await expect(conversations(page)).toHaveText('No conversations match your search');
    await page.getByRole('button', { name: 'Clear date range' }).click();
    await expect(rows(page)).toHaveText([/Newsletter/]);
  });

  test('offers the last days, keeps chosen days readable under the pointer, and closes with Escape', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    await page.clock.setFixedTime('2026-03-15T03:30:00Z');
    await seed(page, email, MANY);
    const toggle = page.getByRole('button', { name: 'Filter by date' });
    await toggle.click();
    const calendar = page.getByRole('group', { name: 'Date range' });
    const preset = (name: string) => calendar.getByRole('button', { name, exact: true });
    // It is still the 14th in New York.
    await preset('Today').click();
    await expect(rows(page)).toHaveText([/Price list/]);
    await expect(preset('Today')).toHaveAttribute('aria-pressed', 'true');
    await preset('7 days').click();
    await expect(rows(page)).toHaveText([/Price list/, /Newsletter/, /Bakery opening/]);
    await preset('30 days').click();
    await expect(page.getByText('Feb 13 – Mar 14, 2026')).toBeVisible();

    const day = calendar.getByRole('button', { name: /March 14th, 2026/ });
    const color = () => day.evaluate((button) => getComputedStyle(button).backgroundColor);
    const at = await color();
    await day.hover();
    await expect.poll(color).not.toBe(at);
    await expectSound(page);

    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(toggle).toBeFocused();
    // Escape also closes it from the button that opened it, and before its days are there.
    await page.keyboard.press('Enter');
    await expect(calendar).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
  });

  test('applies to the original creation of imports', async ({ page, signUp }) => {
    const { email } = await signUp({ opens: false });
    await page.clock.setFixedTime('2024-05-15T12:00:00Z');
    await seed(page, email, MANY);
    await page.getByRole('button', { name: 'Filter by date' }).click();
    const day = (name: RegExp) =>
      page.getByRole('group', { name: 'Date range' }).getByRole('button', { name });
    await day(/May 1st, 2024/).click();
    await day(/May 31st, 2024/).click();
    await expect(rows(page)).toHaveText([/Old plan/]);
    await expect(imports(page)).toHaveText(/1$/);
  });
});

test.describe('renaming a conversation', () => {
  test('happens in place: Enter and leaving the field save, Escape and an empty title do not @core', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    await seed(page, email, MANY);
    const field = page.getByRole('textbox', { name: /New title/ });

    await act(page, 'Price list', 'Rename');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Price list');
    await page.keyboard.type('Summer prices');
    await page.keyboard.press('Enter');
    await expect(rows(page).first()).toContainText('Summer prices');

    await act(page, 'Newsletter', 'Rename');
    await field.fill('Letter');
    await search(page).focus();
    await expect(rows(page).nth(1)).toContainText('Letter');

    await act(page, 'Bakery opening', 'Rename');
    await field.fill('Given up');
    await page.keyboard.press('Escape');
    await act(page, 'Bakery opening', 'Rename');
    await field.fill('   ');
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(2)).toContainText('Bakery opening');

    await page.reload();
    await expect(rows(page)).toHaveText([/Summer prices/, /Letter/, /Bakery opening/]);
  });

  test('keeps the mark of an import, and makes an import by a typed mark', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    await seed(page, email, MANY);
    await imports(page).click();
    await act(page, 'Old plan', 'Rename');
    const field = page.getByRole('textbox', { name: /New title/ });
    await expect(field).toHaveValue('Old plan');
    await field.fill('Older plan');
    await field.press('Enter');
    await expect(rows(page).nth(1)).toContainText('Older plan');
    await act(page, 'Price list', 'Rename');
    await field.fill('[ChatGPT] Prices');
    await field.press('Enter');
    await expect(imports(page)).toHaveText(/3$/);
    await page.reload();
    await expect(imports(page)).toHaveText(/3$/);
  });

  test('changes the other tab, and the title of the open page', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    await ask(page, 'Hello', { text: 'Hello to you.' });
    await untilIdle(page);
    await expect(page).toHaveTitle(/About Hello/);
    const second = await context.newPage();
    await second.goto(page.url());
    await act(second, 'About Hello', 'Rename');
    await second.getByRole('textbox', { name: /New title/ }).fill('Greetings');
    await second.keyboard.press('Enter');
    await expect(rows(page)).toHaveText([/Greetings/]);
    await expect(page).toHaveTitle(/Greetings/);
    await expect(second).toHaveTitle(/Greetings/);
  });

  test('in another tab while its page loads changes that page too', async ({
    page,
    context,
    signUp,
  }) => {
    const { email } = await signUp({ opens: false });
    await seed(page, email, MANY);
    const second = await context.newPage();
    await second.goto('/ai-lab');
    await page.route(/\/ai-lab\/chat\/[^/]+\.data/, async (route) => {
      const response = await route.fetch();
      await act(second, 'Price list', 'Rename');
      await second.getByRole('textbox', { name: /New title/ }).fill('Prices of spring');
      await second.keyboard.press('Enter');
      await expect(rows(page)).toContainText(['Prices of spring']);
      await route.fulfill({ response });
    });
    await rows(page).filter({ hasText: 'Price list' }).click();
    await expect(page.getByRole('heading', { name: 'Prices of spring' })).toBeVisible();
    await expect(page).toHaveTitle(/Prices of spring/);
  });

  test('reports a failure, and shows the old title again', async ({ page, signUp }) => {
    const { email } = await signUp({ opens: false });
    await seed(page, email, MANY);
    await page.route('**/api/conversations/*', (route) => route.abort());
    await act(page, 'Price list', 'Rename');
    await page.getByRole('textbox', { name: /New title/ }).fill('Lost');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Failed to rename conversation')).toBeVisible();
    await expect(rows(page).first()).toContainText('Price list');
  });
});

test.describe('deleting a conversation', () => {
  test('asks for confirmation, and changes nothing when canceled', async ({ page, signUp }) => {
    const { email } = await signUp({ opens: false });
    await seed(page, email, MANY);
    await act(page, 'Price list', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(rows(page)).toHaveCount(3);

    await act(page, 'Price list', 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Conversation deleted')).toBeVisible();
    await expect(rows(page)).toHaveText([/Newsletter/, /Bakery opening/]);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
  });

  test('replaces the open one by a new one; the other tab says so, and takes what was typed to a new one', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    await ask(page, 'Hello', { text: 'Hello to you.' });
    await untilIdle(page);
    const old = page.url();
    const second = await context.newPage();
    await second.goto(old);
    await messageField(second).fill('Half a thought');
    await act(page, 'About Hello', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/ai-lab\/chat\//);
    await expect(page).not.toHaveURL(old);
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(conversations(page)).toHaveText('Start a new conversation');
    await expect(conversations(second)).toHaveText('Start a new conversation');
    await expect(page.getByRole('alert')).toHaveCount(0);
    const notice = second.getByRole('main').getByRole('alert');
    await expect(notice).toContainText('This conversation was deleted in another tab');
    await expect(second.getByRole('button', { name: 'Send' })).toBeDisabled();
    await expect(messageField(second)).toHaveValue('Half a thought');
    await expectSound(second);
    await notice.getByRole('button', { name: 'New Chat' }).click();
    await expect(second).not.toHaveURL(old);
    await expect(messageField(second)).toHaveValue('Half a thought');
    await expect(notice).toHaveCount(0);
    await messageField(page).fill('A new beginning [[fake:{"text":"Indeed."}]]');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(answers(page)).toHaveText('Indeed.');
    expect((await page.goto(old))?.status()).toBe(404);
  });

  test('while a tab is offline leaves its page there, with what was typed', async ({
    page,
    context,
    baseURL,
    signUp,
  }) => {
    await signUp();
    await ask(page, 'Hello', { text: 'Hello to you.' });
    await untilIdle(page);
    await expect(page).toHaveURL(/\/chat\//);
    const id = page.url().split('/').at(-1);
    await messageField(page).fill('Half a thought');
    await context.setOffline(true);
    const response = await page.request.delete(`/api/conversations/${id}`, {
      headers: { origin: new URL(baseURL!).origin },
    });
    expect(response.ok()).toBe(true);
    await context.setOffline(false);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('was deleted');
    await expect(messageField(page)).toHaveValue('Half a thought');
    await expect(answers(page)).toHaveText('Hello to you.');
  });

  test('can be undone for ten seconds @core', async ({ page, signUp }) => {
    await signUp();
    await ask(page, 'Hello', { text: 'Hello to you.' });
    await untilIdle(page);
    const old = page.url();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const remove = async () => {
      await act(page, 'About Hello', 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(conversations(page)).toHaveText('Start a new conversation');
    };
    await remove();
    const undo = page.getByRole('button', { name: 'Undo' });
    await page.clock.runFor(9_900);
    await undo.click();
    await expect(page).toHaveURL(old);
    await expect(answers(page)).toHaveText('Hello to you.');
    await expect(rows(page)).toHaveCount(1);
    await expect(undo).toBeHidden();

    await remove();
    await expect(undo).toBeVisible();
    await page.clock.runFor(10_100);
    await expect(undo).toBeHidden();
  });

  test('reports a failure, and removes nothing', async ({ page, signUp }) => {
    const { email } = await signUp({ opens: false });
    await seed(page, email, MANY);
    await page.route('**/api/conversations/*', (route) => route.abort());
    await act(page, 'Price list', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Failed to delete conversation')).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
  });
});

test('the list reports that it could not be loaded', async ({ page, signUp }) => {
  const { email } = await signUp({ opens: false });
  await seed(page, email, MANY);
  await page.route('**/api/conversations?*', (route) => route.abort());
  await search(page).fill('bread');
  await expect(page.getByText('Failed to load conversations.')).toBeVisible();
});

test('New Chat reports a refusal, and a response without an id', async ({ page, signUp }) => {
  await signUp();
  for (const status of [429, 200]) {
    await page.route('**/api/conversations', (route) => fulfillAs(route, {}, status));
    await page.getByRole('button', { name: 'New Chat' }).click();
    await expect(page.getByText('Failed to create new conversation')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss notification' }).click();
    await expect(page).toHaveURL(/\/ai-lab$/);
  }
});

test('a list that is loaded again keeps no live event from the rest of the page', async ({
  page,
  context,
  signUp,
}) => {
  // What the server says to this tab is held up, as on a slow connection.
  let held: (() => void)[] | null = null;
  let live = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      live ||= message.toString().includes('"newest"');
      if (held) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  const { email } = await signUp({ opens: false });
  await seed(page, email, MANY);
  await rows(page).first().click();
  await page.waitForURL(/\/ai-lab\/chat\//);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(() => live).toBe(true);

  held = [];
  await other.getByRole('button', { name: 'Instructions' }).click();
  await other.getByRole('textbox', { name: 'Instructions' }).fill('Answer in rhymes.');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('button', { name: 'Instructions: set' })).toBeVisible();
  await expect.poll(() => held?.length).toBeGreaterThan(0);
  for (const text of ['bakery', '']) {
    const loaded = page.waitForResponse(/\/api\/conversations(\?|$)/);
    await search(page).fill(text);
    await loaded;
  }
  await expect(rows(page)).toHaveCount(3);
  const late = held;
  held = null;
  late.forEach((send) => send());
  await expect(page.getByRole('button', { name: 'Instructions: set' })).toBeVisible();
});

test('the list can be searched, filtered by days, and renamed in with the keyboard alone', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await page.clock.setFixedTime('2026-03-25T12:00:00Z');
  await seed(page, email, MANY);
  await search(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: /March 2026/ })).toBeVisible();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Tab');
  // Today has the focus. The arrows go up two weeks, and then right by three days.
  await expect(page.getByRole('button', { name: /March 25th, 2026/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const day = page.getByRole('button', { name: /March 11th, 2026/ });
  const element = await day.elementHandle();
  await page.keyboard.press('Enter');
  await expect(day).toHaveAttribute('aria-pressed', 'true');
  // A key is lost that is pressed while another element takes its place.
  expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/Price list/, /Newsletter/]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter by date' })).toBeFocused();

  await page.getByRole('button', { name: 'Actions for Price list' }).focus();
  await page.keyboard.press('Enter');
  // The menu's code is loaded first.
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /New title/ })).toBeFocused();
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText('Renamed');
  await expect(rows(page).first()).toBeFocused();
});

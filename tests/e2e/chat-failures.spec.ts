import { inDatabase } from './setup/database.ts';
import { holdRequests } from './setup/hold-requests.ts';
import {
  answers,
  ask,
  conversations,
  expect,
  fulfillAs,
  messageField,
  type Page,
  test,
} from './setup/journey.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const newChat = (page: Page) => page.getByRole('button', { name: 'New Chat' });

/** Gives a person more conversations than one page of the list has. */
async function fillList(email: string): Promise<void> {
  await inDatabase(
    `INSERT INTO conversations (id, user_id, title, last_message, last_updated)
     SELECT gen_random_uuid(), users.id, 'Number ' || n, 'Hello', now() - n * interval '1 minute'
       FROM users, generate_series(1, 60) AS n WHERE users.email = $1`,
    [email],
  );
}

test.use({ provoked: /^500: / });

test('New Chat reports that the server failed', async ({ page, signUp }) => {
  await signUp();
  await page.route('**/api/conversations', (route) => route.fulfill({ status: 500, body: 'no' }));
  await newChat(page).click();
  await expect(toasts(page)).toContainText('Failed to create new conversation');
  await expect(page).toHaveURL(/\/ai-lab$/);
});

test('New Chat reports a response without an id as a failure', async ({ page, signUp }) => {
  await signUp();
  await page.route('**/api/conversations', (route) => fulfillAs(route, {}));
  await newChat(page).click();
  await expect(toasts(page)).toContainText('Failed to create new conversation');
  await expect(newChat(page)).toBeEnabled();
});

test('a message that the server refuses without a reason stays in the field', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.route('**/api/chat/messages', (route) => route.fulfill({ status: 500, body: 'no' }));
  await messageField(page).fill('Not to be lost');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(toasts(page)).toContainText('Failed to save message');
  await expect(messageField(page)).toHaveValue('Not to be lost');
});

test('the list reports that its next page could not be loaded, and loads it on request', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await fillList(email);
  await page.route('**/api/conversations?*', (route) => route.abort());
  await page.goto('/ai-lab');
  const more = page.getByRole('button', { name: 'Show more' });
  const rows = conversations(page).getByRole('listitem');
  await more.scrollIntoViewIfNeeded();
  await expect(toasts(page)).toContainText('Failed to load conversations.');
  // Only the rows near the view are drawn; each states the total, once it is known.
  await expect(rows.first()).toHaveAttribute('aria-setsize', '-1');
  await page.unroute('**/api/conversations?*');
  await more.click();
  await expect(rows.first()).toHaveAttribute('aria-setsize', '60');
});

test('a first answer that fails while its page is being loaded is reported', async ({
  page,
  signUp,
}) => {
  await signUp();
  const loading = page.waitForRequest(/\/ai-lab\/chat\/[^/]+\.data/);
  const go = await holdRequests(page, /\/ai-lab\/chat\/[^/]+\.data/);
  await ask(page, 'Fail', { status: 401 });
  await loading;
  await expect(page.getByText(/^AI response error: /).first()).toBeVisible();
  go();
  await expect(page).toHaveURL(/\/ai-lab\/chat\//);
  await expect(answers(page)).toContainText('AI response error');
});

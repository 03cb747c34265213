import { randomUUID } from 'node:crypto';

import {
  answers,
  ask,
  conversations,
  expect,
  marker,
  messageField,
  questions,
  release,
  test,
  untilIdle,
} from './setup/journey.ts';

const TEN = 'one two three four five six seven eight nine ten';

test('a new user asks a question, sees the answer stream in, and finds both after a reload @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await expect(conversations(page)).toContainText('Start a new conversation');

  const hold = randomUUID();
  await ask(page, 'Please count', { text: TEN, holdAfter: 4, hold });
  await expect(page).toHaveURL(/\/ai-lab\/chat\/[0-9a-f-]{36}$/);
  await expect(answers(page)).toContainText('one two three four');
  await expect(answers(page)).not.toContainText('five');
  await expect(messageField(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  // Screen readers announce the finished answer, not every token.
  const finished = page.getByRole('status').filter({ hasText: 'The answer is complete.' });
  await expect(page.getByRole('log')).toHaveAttribute('aria-live', 'off');
  await expect(finished).toHaveCount(0);
  await release(hold);
  await expect(answers(page)).toContainText(TEN);
  await untilIdle(page);
  await expect(finished).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();

  await expect(conversations(page).getByRole('link')).toHaveCount(1);
  await expect(conversations(page)).toContainText('About Please count');
  await expect(conversations(page)).toContainText(TEN.slice(0, 48));

  await page.reload();
  await expect(questions(page)).toHaveCount(1);
  await expect(questions(page)).toContainText('Please count');
  await expect(answers(page)).toHaveText(TEN);
  await expect(conversations(page).getByRole('link')).toHaveCount(1);
});

test('a conversation continues, with its messages in order @core', async ({ page, signUp }) => {
  await signUp();
  for (const word of ['first', 'second', 'third']) {
    await ask(page, `The ${word} question`, { text: `The ${word} answer.` });
    await expect(answers(page).last()).toHaveText(`The ${word} answer.`);
    await untilIdle(page);
  }
  await page.reload();
  await expect(page.getByRole('article')).toHaveText([
    /The first question/,
    'The first answer.',
    /The second question/,
    'The second answer.',
    /The third question/,
    'The third answer.',
  ]);
});

test('New Chat creates an untitled conversation, which is listed from its first message on', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.getByRole('button', { name: 'New Chat' }).click();
  await expect(page).toHaveURL(/\/ai-lab\/chat\//);
  await expect(page).toHaveTitle(/New Chat/);
  const { pathname } = new URL(page.url());
  await expect(conversations(page).getByRole('link')).toHaveCount(0);
  await ask(page, 'Hello', { text: 'Hello to you.' });
  await expect(answers(page)).toHaveText('Hello to you.');
  expect(new URL(page.url()).pathname).toBe(pathname);
  await expect(conversations(page).getByRole('link')).toHaveCount(1);
});

test('an empty or blank message is not sent', async ({ page, signUp }) => {
  await signUp();
  const send = page.getByRole('button', { name: 'Send' });
  await expect(send).toBeDisabled();
  await messageField(page).fill('   \n  ');
  await expect(send).toBeDisabled();
  await messageField(page).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page).toHaveURL(/\/ai-lab$/);
});

test('Enter sends the message, and Shift+Enter starts a new line', async ({ page, signUp }) => {
  await signUp();
  await messageField(page).pressSequentially('First line');
  await messageField(page).press('Shift+Enter');
  await messageField(page).pressSequentially('second line');
  await messageField(page).press('Enter');
  await expect(questions(page)).toHaveText(/First line\s*second line/);
});

test('by keyboard, Tab continues from the message field after the first message, and the field gets the focus back', async ({
  page,
  signUp,
}) => {
  await signUp();
  const hold = randomUUID();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await messageField(page).focus();
  await page.keyboard.type(`Hello ${marker({ text: 'One.', hold, holdAfter: 0 })}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ai-lab\/chat\//);
  await expect(stop).toBeVisible();
  // The page of the conversation takes the focus over from the one before, in the work after its first paint.
  await expect(page.getByRole('main').getByRole('button', { name: 'Share' })).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.keyboard.press('Tab');
  await expect(stop).toBeFocused();
  await release(hold);
  await untilIdle(page);
  await expect(messageField(page)).toBeFocused();

  // Someone who has gone elsewhere meanwhile stays there.
  const again = randomUUID();
  await page.keyboard.type(`And then? ${marker({ text: 'Two.', hold: again, holdAfter: 0 })}`);
  await page.keyboard.press('Enter');
  await expect(stop).toBeVisible();
  const share = page.getByRole('main').getByRole('button', { name: 'Share' });
  await share.focus();
  await release(again);
  await untilIdle(page);
  await expect(answers(page).last()).toContainText('Two.');
  await expect(share).toBeFocused();
});

test('Stop ends an answer and keeps its text, from which Continue continues @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold: randomUUID(), times: 1 });
  await expect(answers(page)).toContainText('four');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(answers(page)).toContainText('You stopped this answer.');
  await untilIdle(page);
  await page.reload();
  await expect(answers(page)).toContainText('one two three four');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(answers(page)).not.toContainText('You stopped this answer.');
  await expect(answers(page)).toContainText(/one two three four.*Lorem/s);
  await untilIdle(page);
});

test('the latest answer always shows its actions, and becomes a post, an email, or an image @core', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  const text = 'Our rye bread is back on Saturday.';
  await ask(page, 'First', { text: 'The first answer.' });
  await untilIdle(page);
  await ask(page, 'Second', { text });
  await untilIdle(page);
  await expect(page).toHaveURL(/\/chat\//);
  const url = page.url();
  await messageField(page).hover();
  const actions = (at: number) =>
    answers(page).nth(at).getByRole('button', { name: 'Copy', exact: true }).locator('..');
  await expect(actions(0)).toHaveCSS('opacity', '0');
  await expect(actions(1)).toHaveCSS('opacity', '1');
  await answers(page).first().getByRole('button', { name: 'Regenerate' }).focus();
  await expect(actions(0)).toHaveCSS('opacity', '1');
  // Nothing about tokens while nothing is metered.
  await expect(page.getByRole('main').getByText(/token/i)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /token/i })).toHaveCount(0);

  const turnInto = async (name: string) => {
    await page.goto(url);
    await answers(page).last().getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await turnInto('Turn into a post');
  await expect(page).toHaveURL(/\/copy-wizard$/);
  await expect(page.locator('[name=topic]')).toHaveValue(text);
  await expect(page.getByRole('main')).toContainText('Facebook post');
  await turnInto('Turn into an email');
  await expect(page).toHaveURL(/\/copy-wizard$/);
  await expect(page.locator('[name=topic]')).toHaveValue(text);
  await expect(page.getByRole('main')).toContainText('Promotion');
  await turnInto('Create an image');
  await expect(page).toHaveURL(/\/media-creator\?mode=generate$/);
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await expect(prompt).toHaveValue(text);
  // It is filled in once: what is typed then stays.
  await prompt.fill('A loaf of rye bread');
  await page.reload();
  await expect(prompt).toHaveValue('A loaf of rye bread');
});

test('reloading the page during an answer loses nothing @core', async ({ page, signUp }) => {
  await signUp();
  const hold = randomUUID();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold });
  await expect(answers(page)).toContainText('four');
  await expect(page).toHaveURL(/\/chat\//);
  await page.reload();
  await expect(answers(page)).toContainText('one two three four');
  await expect(messageField(page)).toBeDisabled();
  await release(hold);
  await expect(answers(page)).toHaveText(TEN);
  await untilIdle(page);
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('closing the tab during an answer loses nothing', async ({ page, context, signUp }) => {
  await signUp();
  const hold = randomUUID();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold });
  await expect(answers(page)).toContainText('four');
  await expect(page).toHaveURL(/\/chat\//);
  const url = page.url();
  await page.close();
  await release(hold);
  const later = await context.newPage();
  await later.goto(url);
  await expect(answers(later)).toHaveText(TEN);
  await untilIdle(later);
});

test('a second tab shows a new conversation, and its answer while it is written @core', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  const second = await context.newPage();
  await second.goto('/ai-lab');
  await expect(conversations(second)).toContainText('Start a new conversation');

  const hold = randomUUID();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold });
  await conversations(second).getByRole('link').click();
  await expect(answers(second)).toContainText('one two three four');
  await expect(messageField(second)).toBeDisabled();
  await release(hold);
  await expect(answers(second)).toHaveText(TEN);
  await untilIdle(second);

  // A question from the second tab appears in the first one, which shows the same conversation.
  await messageField(page).fill('What I was');
  const rest = randomUUID();
  await ask(second, 'And now?', { text: 'Now we rest.', holdAfter: 1, hold: rest });
  await expect(questions(page)).toHaveCount(2);
  await expect(messageField(page)).toBeDisabled();
  await release(rest);
  await expect(answers(page).last()).toHaveText('Now we rest.');
  await expect(messageField(page)).toBeFocused();
  await expect(messageField(page)).toHaveValue('What I was');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(second.getByRole('article')).toHaveCount(4);
});

test('an answer that is stopped in one tab is stopped in the other', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold: randomUUID() });
  await expect(answers(page)).toContainText('four');
  await expect(page).toHaveURL(/\/chat\//);
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Stop' }).click();
  await expect(answers(page)).toContainText('You stopped this answer.');
  await expect(answers(second)).toContainText('You stopped this answer.');
  await untilIdle(page);
});

test('losing the network during an answer loses nothing', async ({ page, context, signUp }) => {
  await signUp();
  const hold = randomUUID();
  await ask(page, 'Count', { text: TEN, holdAfter: 4, hold });
  await expect(answers(page)).toContainText('four');
  await expect(page).toHaveURL(/\/chat\//);
  await context.setOffline(true);
  await release(hold);
  await context.setOffline(false);
  await expect(answers(page)).toHaveText(TEN);
  await untilIdle(page);
});

test('when the provider fails, a toast and the answer say so, and the message stays @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await ask(page, 'Hello', { status: 401 });
  await expect(
    page.getByText(/^AI response error: .+\. Please try again\.$/).first(),
  ).toBeVisible();
  await expect(answers(page)).toContainText('Sorry, I couldn’t finish this answer.');
  await untilIdle(page);
  await expect(questions(page)).toContainText('Hello');
});

test('a message that cannot be sent offline stays in the field', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  await messageField(page).fill('Not to be lost');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('We couldn’t reach the server.')).toBeVisible();
  await expect(messageField(page)).toHaveValue('Not to be lost');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('another user’s conversation is not found', async ({ page, browser, signUp, baseURL }) => {
  await signUp();
  await ask(page, 'A secret', { text: 'Kept.' });
  await expect(answers(page)).toHaveText('Kept.');
  await expect(page).toHaveURL(/\/chat\//);
  const other = await browser.newPage({ baseURL });
  await signUp({ on: other });
  const response = await other.goto(page.url());
  expect(response?.status()).toBe(404);
  await expect(other.getByText('A secret')).toHaveCount(0);
  await other.close();
});

test('signing out in another tab leads to sign-in, and then back to the typed message', async ({
  page,
  context,
  signUp,
}) => {
  const person = await signUp();
  await ask(page, 'Hello', { text: 'Hello.' });
  await expect(answers(page)).toHaveText('Hello.');
  await untilIdle(page);
  await expect(page).toHaveURL(/\/chat\//);
  const url = page.url();
  await messageField(page).fill('Half a thought');
  const second = await context.newPage();
  await second.goto('/ai-lab');
  await second.getByRole('button', { name: 'Sign out' }).first().click();
  await second.waitForURL('**/auth/login');

  await expect(page).toHaveURL(/\/auth\/login\?redirectTo=/);
  await expect(page.getByText('User not authenticated')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(url);
  await expect(messageField(page)).toHaveValue('Half a thought');
  // The tab receives live events again.
  await second.goto('/auth/login');
  await second.goto(url);
  await ask(second, 'Are you there?', { text: 'Always.' });
  await expect(answers(page).last()).toHaveText('Always.');
});

test('another user who signs in on the same tab sees nothing of the previous one', async ({
  page,
  context,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp();
  await ask(page, 'A secret', { text: 'Kept.' });
  await expect(answers(page)).toHaveText('Kept.');
  await untilIdle(page);
  await page.goto('/ai-lab');
  await messageField(page).fill('A draft');
  const elsewhere = await browser.newPage({ baseURL });
  const other = await signUp({ on: elsewhere });
  await elsewhere.close();

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/auth/login');
  await page.getByLabel('Email').fill(other.email);
  await page.getByLabel('Password', { exact: true }).fill(other.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/ai-lab$/);
  await expect(conversations(page)).toContainText('Start a new conversation');
  await expect(messageField(page)).toHaveValue('');
  await expect(page.getByText('secret')).toHaveCount(0);
  await context.clearCookies();
});

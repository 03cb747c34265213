import { runAdmin } from '../harness/admin-command.ts';
import {
  conversations,
  expect,
  messageField,
  test,
  type Page,
  type Person,
  withoutSocket,
} from './setup/journey.ts';
import { endSessions, signOutElsewhere } from './setup/sessions.ts';

async function expectSignedOut(page: Page, redirectTo?: string): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('User not authenticated');
  await expectSignInPage(page, redirectTo);
}

async function expectSignInPage(page: Page, redirectTo?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('redirectTo') ?? undefined).toBe(redirectTo);
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const TYPED = 'Dear customers, we have news for you';
const newEmail = (page: Page) => page.getByLabel('New email');

test.describe('while a person types a message', () => {
  test('ending the session elsewhere leads to sign-in, and then back to the typed message @core', async ({
    page,
    context,
    signUp,
    baseURL,
  }) => {
    const person = await signUp();
    await messageField(page).fill(TYPED);
    await signOutElsewhere(baseURL, await context.cookies());
    await expectSignedOut(page);
    await signIn(page, person);
    await expect(messageField(page)).toHaveValue(TYPED);
  });

  test('a tab without live events notices the end of the session when it sends, and keeps the message', async ({
    page,
    signUp,
  }) => {
    await withoutSocket(page);
    const person = await signUp();
    await endSessions(person.email);
    await messageField(page).fill(TYPED);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expectSignedOut(page);
    await signIn(page, person);
    await expect(messageField(page)).toHaveValue(TYPED);
  });

  test('signing out in another tab signs this tab out too @core', async ({
    page,
    context,
    signUp,
  }) => {
    const person = await signUp();
    await messageField(page).fill(TYPED);
    const other = await context.newPage();
    await other.goto('/profiles');
    await other.getByRole('button', { name: 'Sign out' }).first().click();
    await expectSignedOut(page);
    await signIn(page, person);
    await expect(messageField(page)).toHaveValue(TYPED);
  });

  test('another user who signs in on the tab does not see the message', async ({
    page,
    browser,
    context,
    signUp,
    baseURL,
  }) => {
    const elsewhere = await browser.newContext({ baseURL });
    const other = await signUp({ on: await elsewhere.newPage() });
    await elsewhere.close();
    const person = await signUp();
    await messageField(page).fill(TYPED);
    await page.goto('/settings?tab=account');
    await newEmail(page).fill('ada@new.example');
    await signOutElsewhere(baseURL, await context.cookies());
    await expectSignedOut(page, '/settings?tab=account');

    await signIn(page, other);
    await expect(newEmail(page)).toHaveValue('');
    await page.getByRole('link', { name: 'Chat' }).first().click();
    await expect(messageField(page)).toHaveValue('');
    // The person who typed it doesn't see it anymore either.
    await signOutElsewhere(baseURL, await context.cookies());
    await expectSignedOut(page);
    await signIn(page, person);
    await expect(messageField(page)).toHaveValue('');
  });
});

test('New Chat leads to sign-in after the session has ended', async ({ page, signUp }) => {
  await withoutSocket(page);
  const { email } = await signUp();
  await endSessions(email);
  await page.getByRole('button', { name: 'New Chat' }).click();
  await expectSignedOut(page);
  await expect(page.getByText('Failed to create new conversation')).toBeHidden();
});

test('a navigation after the session has ended leads to sign-in, and then to the page', async ({
  page,
  signUp,
}) => {
  await withoutSocket(page);
  const person = await signUp();
  await expect(conversations(page)).toContainText('Start a new conversation');
  await endSessions(person.email);
  await page.getByRole('link', { name: 'Copy' }).first().click();
  await expectSignInPage(page, '/copy-wizard');
  await signIn(page, person);
  await expect(page).toHaveURL(/\/copy-wizard$/);
});

test.describe('in the settings', () => {
  test('a form that is sent after the session has ended leads to sign-in, and then back to what was typed, except passwords', async ({
    page,
    signUp,
  }) => {
    await withoutSocket(page);
    const person = await signUp({ opens: false });
    await page.goto('/settings?tab=account');
    await newEmail(page).fill('ada@new.example');
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password').fill('a new password');
    // A visible password is in an ordinary text field.
    await page.getByRole('button', { name: 'Show password' }).last().click();
    await page.getByLabel('New password').press('End');
    await page.getByLabel('New password').pressSequentially('!');
    await endSessions(person.email);
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(stored).toContain('ada@new.example');
    expect(stored).not.toContain('a new password');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expectSignedOut(page, '/settings?tab=account');
    await signIn(page, person);
    await expect(newEmail(page)).toHaveValue('ada@new.example');
    await expect(page.getByLabel('Current password')).toHaveValue('');
    await expect(page.getByLabel('New password')).toHaveValue('');
  });

  test('the end of the session reaches the tab while the person types', async ({
    page,
    context,
    signUp,
    baseURL,
  }) => {
    const person = await signUp({ opens: false });
    await page.goto('/settings?tab=account');
    await newEmail(page).pressSequentially('ada@new.exam');
    await signOutElsewhere(baseURL, await context.cookies());
    await expectSignedOut(page, '/settings?tab=account');
    await signIn(page, person);
    await expect(newEmail(page)).toHaveValue('ada@new.exam');
  });
});

test('disabling a user signs every tab out at once, by WebSocket and by long polling', async ({
  page,
  browser,
  signUp,
  baseURL,
}) => {
  const person = await signUp({ opens: false });
  await page.goto('/profiles');
  const elsewhere = await browser.newContext({ baseURL });
  const polling = await elsewhere.newPage();
  await polling.addInitScript(() => {
    // As behind a proxy that refuses WebSockets.
    window.WebSocket = class {
      onerror?: (event: Event) => void;
      constructor() {
        setTimeout(() => this.onerror?.(new Event('error')));
      }
      close() {}
    } as unknown as typeof WebSocket;
  });
  await polling.goto('/auth/login');
  const connected = polling.waitForResponse(
    (response) =>
      response.url().includes('transport=polling') && response.request().method() === 'POST',
  );
  await signIn(polling, person);
  await expect(polling).toHaveURL(/\/ai-lab$/);
  await connected;

  await runAdmin(process.env.E2E_DATA_DIR ?? '', 'disable', person.email);
  // Neither tab does anything.
  await expectSignedOut(page, '/profiles');
  await expectSignedOut(polling);

  await signIn(page, { ...person, password: 'not it at all' });
  await expect(page.getByRole('alert').last()).toContainText('don’t match an account');
  await signIn(page, person);
  await expect(page.getByRole('alert').last()).toContainText('This account is disabled.');
  await elsewhere.close();
});

import { randomUUID } from 'node:crypto';

import { expect, PASSWORD, type Page } from './setup/journey.ts';
import { expectSeenFocus, tabTo } from './setup/keyboard.ts';
import { emailsTo } from './setup/mailbox.ts';
import { withOwnApp, type OwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';
import { update, UPDATED } from './setup/update.ts';

const WEBHOOK = { user: 'postmark', password: 'of the webhook, and long' };

const test = withOwnApp({
  SIGNUP: 'invite',
  METERING: 'allowance',
  POSTMARK_WEBHOOK_USER: WEBHOOK.user,
  POSTMARK_WEBHOOK_PASSWORD: WEBHOOK.password,
});
// In one worker: another would start another app and database.
test.describe.configure({ mode: 'default' });

const newAddress = () => `${randomUUID()}@example.com`;

/** Creates an account by command, and signs in to it in this browser. */
async function signIn(page: Page, app: OwnApp, ...options: string[]): Promise<string> {
  const email = newAddress();
  await app.adminTyping(PASSWORD, 'create-user', email, '--password', '--verified', ...options);
  await page.request.post('/auth/login', {
    form: { email, password: PASSWORD },
    headers: { origin: app.url },
    maxRedirects: 0,
  });
  return email;
}

/** A control of the main area, by its name. */
function named(page: Page, name: string) {
  const roles = ['button', 'link', 'textbox', 'searchbox', 'combobox'] as const;
  return roles
    .map((role) => page.getByRole('main').getByRole(role, { name, exact: true }))
    .reduce((any, one) => any.or(one));
}

test('with the keyboard, an admin invites a user, who signs up, and gives them a monthly allowance', async ({
  page,
  app,
  browser,
}) => {
  test.slow();
  await signIn(page, app, '--admin');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible();
  await tabTo(page, named(page, 'Invitations'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeVisible();
  const email = newAddress();
  await tabTo(page, named(page, 'Email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  const outcome = page.getByRole('form', { name: 'Invite' }).getByRole('status');
  const link = await outcome.getByText(/^http/).innerText();
  await tabTo(page, named(page, 'Copy link'));
  await expectSound(page);

  const other = await browser.newContext({ baseURL: app.url });
  const guest = await other.newPage();
  await guest.goto(link);
  await expect(guest.getByLabel('Email')).toHaveValue(email);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('First name').fill('Ina');
  await guest.getByLabel('Last name').fill('Invited');
  await guest.getByRole('button', { name: 'Sign up' }).press('Enter');
  await expect(guest).toHaveURL(/\/welcome$/);

  await page.reload();
  const invitation = page.getByRole('listitem').filter({ hasText: email });
  await expect(invitation).toContainText('Used');
  await tabTo(page, named(page, 'Users'));
  await page.keyboard.press('Enter');
  await tabTo(page, named(page, 'Name or email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await tabTo(page, named(page, 'Ina Invited'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ina Invited' })).toBeVisible();
  await tabTo(page, named(page, 'Tokens per month'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('40,000');
  await page.keyboard.press('Enter');
  const allowance = page.getByRole('form', { name: 'Set allowance' });
  await expect(allowance.getByRole('status')).toHaveText('Allowance set.');
  await expect(page.getByRole('region', { name: 'Tokens', exact: true })).toContainText(
    'Monthly allowance40,000',
  );

  await guest.goto('/settings?tab=tokens');
  await expect(guest.getByRole('main')).toContainText(/Monthly tokens\s*40,000/);
  await other.close();
});

test('when email bounces, the user sees a banner at once, until an admin counts the address as reachable', async ({
  page,
  app,
  browser,
}) => {
  test.slow();
  const other = await browser.newContext({ baseURL: app.url });
  const guest = await other.newPage();
  const email = await signIn(guest, app, '--first-name', 'Una', '--last-name', 'Unreached');
  const connected = guest.waitForEvent('websocket');
  await guest.goto('/settings?tab=account');
  await (
    await connected
  ).waitForEvent('framereceived', ({ payload }) => `${payload}`.includes('hello'));
  const banner = guest.getByRole('region', { name: 'Email doesn’t reach you' });
  await expect(banner).toBeHidden();

  const webhook = await page.request.post('/api/mail/postmark-webhook', {
    headers: {
      authorization: `Basic ${Buffer.from(Object.values(WEBHOOK).join(':')).toString('base64')}`,
    },
    data: {
      RecordType: 'Bounce',
      ID: 1,
      Type: 'HardBounce',
      MessageID: randomUUID(),
      Tag: 'notice',
      Email: email,
      BouncedAt: new Date().toISOString(),
      Inactive: true,
      Description: 'The server was unable to deliver your message (ex: unknown user).',
      Subject: 'Your password was changed',
    },
  });
  expect(webhook.status()).toBe(200);
  await expect(banner).toContainText(`We couldn’t deliver an email to ${email}.`);
  await guest.goto('/ai-lab');
  await expectSound(guest);
  await banner.getByRole('link', { name: 'Change your email' }).press('Enter');
  await expect(guest).toHaveURL(/\/settings\?tab=account$/);

  await signIn(page, app, '--admin');
  await page.goto('/admin/users?filter=unreached');
  await expect(page.getByRole('list', { name: 'Users' })).toContainText('Unreachable by email');
  await tabTo(page, named(page, 'Undelivered'));
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Undelivered email' });
  await expect(list).toContainText('Your password was changed');
  await expectSound(page);
  await tabTo(page, named(page, `Mark as reachable: ${email}`));
  await page.keyboard.press('Enter');
  const notice = page.getByText('Marked as reachable.');
  await expectSeenFocus(page.getByRole('main').locator('div[tabindex]').filter({ has: notice }));
  await expect(list).toBeHidden();
  await expect(banner).toBeHidden();
  await tabTo(page, named(page, 'Audit log'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText(/clear mail failures/i);
  await other.close();
});

test('an admin keeps what they typed if the server was updated since the page was loaded, or can’t be reached', async ({
  page,
  app,
}) => {
  const email = await signIn(page, app, '--admin');
  const [admin] = (await app.sql('SELECT id FROM users WHERE email = $1', [email])) as [
    { id: string },
  ];
  await page.goto(`/admin/users/${admin.id}`);
  const form = page.getByRole('form', { name: 'Give tokens' });
  await form.getByLabel('Tokens').fill('500');
  await form.getByLabel('Reason').fill('For the long wait');
  const give = async () => {
    await form.getByRole('button', { name: 'Give tokens' }).click();
  };

  await update(page);
  await give();
  await expect(form.getByRole('alert')).toHaveText(UPDATED);
  await page.route('**/admin/users/**', (route) => route.abort());
  await give();
  await expect(form.getByRole('alert')).toHaveText(/Check your connection/);
  await page.unrouteAll();
  await expect(form.getByLabel('Tokens')).toHaveValue('500');
  await expect(form.getByLabel('Reason')).toHaveValue('For the long wait');

  await page.reload();
  await form.getByLabel('Tokens').fill('500');
  await form.getByLabel('Reason').fill('For the long wait');
  await give();
  await expect(form.getByRole('status')).toBeVisible();
});

test('an admin sees the health of the parts, and retries a failed job', async ({ page, app }) => {
  test.slow();
  const email = await signIn(page, app, '--admin');
  await app.sql(
    `INSERT INTO failed_jobs (id, queue_id, name, data, cause, failed_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'account-mail',
            jsonb_build_object('kind', 'password-changed', 'email', $1::text), 'MailError: unreachable (ECONNREFUSED)', now()`,
    [email],
  );
  await page.goto('/admin');
  const parts = page.getByRole('list', { name: 'Health' }).getByRole('listitem');
  for (const name of ['Database', 'Files', 'AI']) {
    await expect(parts.filter({ hasText: name }).first()).toContainText('Works');
  }
  for (const name of ['Replicate', 'Email', 'Payments']) {
    await expect(parts.filter({ hasText: name }).first()).toContainText('Not in use');
  }
  await expect(parts.filter({ hasText: 'No email reaches anyone' })).toHaveCount(1);

  await tabTo(page, named(page, 'Failed jobs'));
  await page.keyboard.press('Enter');
  const failed = page.getByRole('list', { name: 'Failed work' });
  await expect(failed).toContainText('MailError: unreachable (ECONNREFUSED)');
  await expectSound(page);
  await tabTo(page, named(page, 'Try again: Account mail'));
  await page.keyboard.press('Enter');
  const outcome = page.getByText('Account mail: trying again.');
  await expect(outcome).toBeFocused();
  await expect(failed).toBeHidden();
  await emailsTo(email, 1, app.dataDir);
});

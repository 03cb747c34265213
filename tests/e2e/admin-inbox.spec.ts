import { startFakeStripe, STRIPE_KEY, WEBHOOK_SECRET } from '../fakes/stripe.ts';
import { expect, type Page } from './setup/journey.ts';
import { expectSeenFocus, tabTo } from './setup/keyboard.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

const stripe = await startFakeStripe({ prices: [] });

// An app of its own, because its banner is shown to everyone.
const test = withOwnApp({
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_BASE_URL: stripe.url,
});
// One after the other in one worker: another worker would start another app and database.
test.describe.configure({ mode: 'default' });

test.afterAll(() => stripe.close());

const adminPages = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

test.describe('an admin', () => {
  test.use({ provoked: /^(?:400|503): .*\/api\/admin\// });

  test('replies to a message, announces a maintenance, and sees both the email and the banner', async ({
    page,
    app,
    signUp,
  }) => {
    const origin = app.url;
    const subject = `The press stands still ${Date.now()}`;
    const sent = await page.request.post('/api/email/webhook-handler', {
      data: {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        subject,
        message: 'It stops after a while.\n\n<b>Why?</b>',
      },
      headers: { origin },
    });
    expect(sent.ok()).toBe(true);

    const me = await signUp({ opens: false });
    await app.admin('grant', me.email);
    await page.goto('/admin');
    const pages = adminPages(page);
    await pages.getByRole('link', { name: 'Inbox' }).click();
    await page.getByLabel('Kind').selectOption('Support request');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: subject }).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await expect(page.getByText('<b>Why?</b>')).toBeVisible();
    await expect(page.getByText('Sent by a visitor')).toBeVisible();

    // The invalid field is marked, and typed text survives a failed request and a reload.
    const answer = page.getByRole('textbox', { name: 'Your answer to ada@example.com' });
    const send = page.getByRole('button', { name: 'Save answer' });
    await send.click();
    await expect(answer).toHaveAccessibleDescription('Write a reply.');
    await expect(answer).toBeFocused();
    await answer.fill('Please press the lever.\n\nSorry!');
    const replies = '**/api/admin/inbox/*/replies';
    await page.route(replies, (route) => route.abort());
    await send.click();
    await expect(page.getByRole('alert')).toHaveText(/Your reply wasn’t sent. It’s still here/);
    await page.unroute(replies);
    await page.reload();
    await expect(answer).toHaveValue('Please press the lever.\n\nSorry!');
    await send.click();
    await expect(page.getByText('Answer saved.')).toBeVisible();
    await expect(answer).toHaveValue('');
    await expect(page.getByRole('listitem').filter({ hasText: 'press the lever' })).toContainText(
      me.email,
    );
    const state = page.getByRole('region', { name: 'State' });
    // Without an email service no one got the answer, so the message stays open.
    await expect(state.getByRole('status')).toHaveText('Open');
    await expectSound(page);
    await state.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(state.getByRole('status')).toHaveText('Closed');
    await expect(state.getByRole('status')).toBeFocused();

    // The reply is in the outbox within moments, and says so.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('not sent: it’s in the outbox')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(async () => {
      await pages.getByRole('link', { name: 'Outbox' }).click();
      await expect(page.getByRole('link', { name: `Re: ${subject}` })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await page.getByRole('link', { name: `Re: ${subject}` }).click();
    await expect(page.getByText('Please press the lever.')).toBeVisible();

    await pages.getByRole('link', { name: 'Maintenance' }).click();
    const announce = page.getByRole('button', { name: 'Show banner' });
    await announce.click();
    await expect(page.getByLabel('End')).toHaveAccessibleDescription(/date and time/);
    await page.getByLabel('Text').fill('New disks until {end}.');
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('End').fill(`${day}T18:30`);
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
      /New disks until .* at 6:30 PM/,
    );
    await expectSound(page);
    await announce.click();
    const banner = page.getByRole('region', { name: 'Maintenance', exact: true });
    await expect(banner).toContainText(/New disks until .* at 6:30 PM/);
    await page.getByRole('button', { name: 'Remove banner' }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.getByLabel('Text')).toBeFocused();
    await pages.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByText('Announce maintenance').first()).toBeVisible();
    await expect(page.getByText('Reply to message').first()).toBeVisible();
  });
});

test.describe('an admin without a mouse', () => {
  // Replaying an event that Stripe doesn't have.
  test.use({ provoked: /^503: .*\/admin\/payments/ });

  /** Uses the navigation of the admin area, which then has the focus. */
  async function goTo(page: Page, name: string): Promise<void> {
    await tabTo(page, adminPages(page).getByRole('link', { name }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectSeenFocus(adminPages(page).getByRole('link', { name }));
  }

  async function press(page: Page, name: string): Promise<void> {
    await tabTo(page, page.getByRole('main').getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  }

  test('replies to a message and closes it', async ({ page, app, signUp }) => {
    test.slow();
    const me = await signUp();
    await app.admin('grant', me.email);
    const subject = `The lever is stuck ${Date.now()}`;
    const sent = await page.request.post('/api/email/webhook-handler', {
      data: {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        subject,
        message: 'It does not move.',
      },
      headers: { origin: app.url },
    });
    expect(sent.ok()).toBe(true);

    await page.goto('/ai-lab');
    await tabTo(page, page.getByRole('link', { name: 'Admin', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();

    await goTo(page, 'Inbox');
    const kind = page.getByRole('combobox', { name: 'Kind' });
    await tabTo(page, kind);
    await page.keyboard.type('Sugg');
    await press(page, 'Show');
    await expect(page.getByText('Inbox zero')).toBeVisible();
    await expectSeenFocus(page.getByRole('button', { name: 'Show' }));
    await page.keyboard.press('Shift+Tab');
    await expectSeenFocus(kind);
    await page.keyboard.type('Supp');
    await press(page, 'Show');
    const link = page.getByRole('link', { name: subject });
    await expect(link).toBeVisible();
    await expectSeenFocus(page.getByRole('button', { name: 'Show' }));
    // Going back restores the earlier filter.
    await page.goBack();
    await expect(link).toBeHidden();
    await expect(kind).toHaveValue('suggestion');
    await page.goForward();
    await expect(kind).toHaveValue('support');

    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await press(page, 'Save answer');
    const answer = page.getByRole('textbox', { name: 'Your answer to ada@example.com' });
    await expectSeenFocus(answer);
    await page.keyboard.type('Oil it.');
    await press(page, 'Save answer');
    await expect(page.getByText('Answer saved.')).toBeVisible();
    await expectSeenFocus(page.getByRole('button', { name: 'Save answer' }));
    const state = page.getByRole('region', { name: 'State' }).getByRole('status');
    await press(page, 'Close');
    await expect(state).toHaveText('Closed');
    await expectSeenFocus(state);
    await tabTo(page, page.getByRole('link', { name: 'Back to the inbox' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  });

  test('announces a maintenance, replays payment events, and reads the configuration', async ({
    page,
    app,
    signUp,
  }) => {
    test.slow();
    const me = await signUp();
    await app.admin('grant', me.email);
    // The first event is of no interest here; the second is about an invoice that Stripe doesn't know.
    await app.sql(
      `INSERT INTO payment_events (id, type, object, object_id, state, error, attempts, received_at)
       VALUES ('evt_first', 'customer.created', NULL, NULL, 'failed', 'a fault of old', 1, now()),
              ('evt_second', 'invoice.paid', 'invoice', 'in_none', 'failed', 'No such invoice', 2, now() - interval '1 day')`,
    );
    await page.goto('/admin');

    await goTo(page, 'Maintenance');
    await press(page, 'Show banner');
    await expectSeenFocus(page.getByLabel('End'));
    const [year, month, day] = new Date(Date.now() + 2 * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .split('-');
    await page.keyboard.type(`${month}${day}${year}`);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('0630PM');
    await press(page, 'Show banner');
    const banner = page.getByRole('region', { name: 'Maintenance', exact: true });
    await expect(banner).toContainText('6:30 PM');
    await expectSeenFocus(page.getByRole('button', { name: 'Show banner' }));
    await press(page, 'Remove banner');
    await expect(banner).toHaveCount(0);
    await expectSeenFocus(page.getByRole('textbox', { name: 'Text' }));

    await goTo(page, 'Payments');
    const events = page.getByRole('list', { name: 'Failed events' });
    await page.setViewportSize({ width: 390, height: 520 });
    await press(page, 'Replay evt_second');
    await expect(page.getByRole('alert')).toContainText('The event couldn’t be processed');
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectSeenFocus(page.getByRole('button', { name: 'Replay evt_second' }));
    await press(page, 'Replay evt_first');
    const outcome = page.getByText('This event isn’t about anything on this site.');
    await expectSeenFocus(page.getByRole('main').locator('div[tabindex]').filter({ has: outcome }));
    await expect(events).not.toContainText('evt_first');
    await press(page, 'Replay');
    const field = page.getByRole('textbox', { name: 'Replay any event by its ID' });
    await expect(field).toHaveAccessibleDescription(/starts with evt_/);
    await expectSeenFocus(field);
    await page.keyboard.type('evt_first');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('form', { name: 'Replay an event' }).locator(outcome),
    ).toBeVisible();
    await expectSeenFocus(field);
    await expect(field).toHaveValue('');

    await goTo(page, 'Configuration');
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Connections' }).last());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  });
});

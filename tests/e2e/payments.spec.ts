import { serveStripeScript } from '../fakes/stripe-script.ts';
import {
  PUBLISHABLE_KEY,
  startFakeStripe,
  STRIPE_KEY,
  WEBHOOK_SECRET,
  type FakeStripe,
} from '../fakes/stripe.ts';
import { freePort } from '../harness/app-process.ts';
import { readOutbox } from '../harness/outbox.ts';
import { ask, expect, messageField, type Page } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

const prices = [
  { id: 'price_month', amount: 1_900, interval: 'month', name: 'Studio' } as const,
  { id: 'price_year', amount: 19_000, interval: 'year', name: 'Studio' } as const,
  { id: 'price_pack', amount: 900, name: 'Small pack' },
  { id: 'price_old', amount: 900, name: 'Old pack', active: false },
];
const stripe: FakeStripe = await startFakeStripe({ prices });
const port = await freePort();

const test = withOwnApp({
  PORT: String(port),
  APP_URL: `http://localhost:${port}`,
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_BASE_URL: stripe.url,
  STRIPE_PRICES: JSON.stringify(
    prices.map(({ id }) => ({
      ...{ price: id, kind: id.includes('pack') || id.includes('old') ? 'pack' : 'plan' },
      tokens: 100_000,
    })),
  ),
});

test.afterAll(() => stripe.close());

const SUBSCRIPTION = '/settings?tab=subscription';
const choose = (page: Page) => page.getByRole('button', { name: 'Choose Studio' });

test('a user subscribes after the trial, cancels the plan, and buys a pack', async ({
  page,
  app,
  signUp,
}) => {
  test.slow();
  stripe.settings.webhookUrl = null;
  const script = await serveStripeScript(page, stripe);

  // Visitors see the prices.
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible();
  await expect(page.getByText('€19', { exact: true })).toBeVisible();
  await expect(page.getByText('About 80 posts')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start free trial' })).toHaveAttribute(
    'href',
    '/auth/signup',
  );
  await page.getByRole('link', { name: 'Yearly' }).click();
  await expect(page.getByText('€190', { exact: true })).toBeVisible();
  await expect(page.getByText('16% less than monthly')).toBeVisible();
  await expectSound(page);
  await page.goto('/pricing-dev');
  await expect(page.getByText(/^Not shown: archived at Stripe/)).toBeVisible();
  await expectSound(page);
  await page.goto('/stripe-testing');
  await expect(page.getByText(`http://localhost:${port}/api/stripe/webhook`).first()).toBeVisible();
  await expectSound(page);
  await page.goto('/auth/verify-subscription');
  await expect(page.getByText(/^Sign in to check on your payment/)).toBeVisible();

  // The trial is over, and the typed message is kept.
  const { email } = await signUp();
  // Only their email isn't confirmed, so nothing is offered for sale.
  await ask(page, 'What do we sell?');
  const note = page.getByRole('alert').filter({ hasText: 'to use your 25,000 trial tokens' });
  await expect(note.getByRole('link', { name: 'Confirm your email' })).toBeVisible();
  await expect(note.getByRole('link', { name: 'Get more tokens' })).toHaveCount(0);
  await page.goto(SUBSCRIPTION);
  await expect(page.getByRole('heading', { name: 'Free trial' })).toBeVisible();
  await app.sql(
    `WITH u AS (UPDATE users SET email_verified = true WHERE email = $1 RETURNING id)
     UPDATE billing_accounts b SET subscription_trial_end_at = now() - interval '1 hour', lapses_at = now() - interval '1 hour'
       FROM u WHERE b.user_id = u.id`,
    [email],
  );
  await page.goto('/ai-lab');
  await ask(page, 'What is a brand?');
  await expect(page.getByText(/Your trial has ended/).first()).toBeVisible();
  await expect(messageField(page)).toHaveValue(/What is a brand\?/);

  // Pay in Stripe's form on the checkout page; the next page waits for Stripe's event.
  await page.goto(SUBSCRIPTION);
  await expect(page.getByRole('heading', { name: 'No plan' })).toBeVisible();
  await expectSound(page);
  // Nothing of Stripe's is loaded before the checkout.
  expect(script.asked).toEqual([]);
  await choose(page).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  const form = page.frameLocator('iframe[title="Stripe"]');
  await expect(form.getByRole('heading', { name: 'Pay for Studio' })).toBeVisible();
  expect(new Set(script.asked)).toEqual(
    new Set(['js.stripe.com/endive', 'js.stripe.com/form', 'q.stripe.com/pixel.gif']),
  );
  await expectSound(page);
  const { pathname: checkout } = new URL(page.url());

  // A client-side navigation back to the page loads the document, whose policy the form needs.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'No plan' })).toBeVisible();
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false);
  await page.waitForFunction(() => '__remixRouter' in window);
  await page.evaluate((path) => {
    const { __remixRouter: router } = window as unknown as {
      __remixRouter: { navigate(path: string): Promise<void> };
    };
    void router.navigate(path);
  }, checkout);
  await expect(form.getByRole('heading', { name: 'Pay for Studio' })).toBeVisible();
  await form.getByRole('button', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(/\/auth\/verify-subscription\?checkout=/);
  await expect(page.getByText('Confirming your payment…')).toBeVisible();
  await expectSound(page);
  await stripe.sendEvents(`http://localhost:${port}/api/stripe/webhook`);
  await expect(page.getByText(/^Studio is active/)).toBeVisible();
  stripe.settings.webhookUrl = `http://localhost:${port}/api/stripe/webhook`;
  await expectSound(page);

  await page.getByRole('link', { name: 'See your plan' }).click();
  await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible();
  await expect(page.getByText(/^Renews on /)).toBeVisible();
  await expect(choose(page)).toHaveCount(0);
  await expectSound(page);
  await page.goto('/pricing');
  await expect(page.getByRole('listitem').filter({ hasText: 'Your plan' })).toContainText('€19');
  await expect(page.getByText('Recommended')).toHaveCount(0);
  await expect
    .poll(async () => (await readOutbox(app.dataDir)).map(({ subject }) => subject))
    .toContain('Your receipt');

  // The assistant answers again.
  await page.goto('/ai-lab');
  await ask(page, 'What is a brand?');
  await expect(page.getByRole('article', { name: 'Assistant' })).toBeVisible();

  // Cancel the plan in Stripe's portal; the open page is updated by a live event.
  await page.goto(SUBSCRIPTION);
  await page.getByRole('button', { name: 'Manage plan and payments' }).click();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page).toHaveURL(/tab=subscription/);
  await expect(page.getByText(/^Canceled\. It ends on /)).toBeVisible();
  const [subscription] = [...stripe.subscriptions.keys()];
  stripe.change(subscription!, { status: 'past_due', cancel_at_period_end: false });
  await expect(page.getByRole('heading', { name: /last payment didn’t go through/ })).toBeVisible();
  await expectSound(page);
  stripe.change(subscription!, { status: 'canceled' });
  await expect(choose(page)).toBeVisible();

  // Buy a pack. A blocker stops Stripe's script, so it is paid on Stripe's own page.
  script.blocked = true;
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Buy Small pack' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test/);
  // The back button leads to where the pack was chosen, not into the redirect again.
  await page.goBack();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.getByRole('button', { name: 'Buy Small pack' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('100,000 tokens were added to your account.')).toBeVisible();
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { APIRequestContext, Browser, BrowserContext } from 'playwright/test';

import { hostileLine, hostileLines, hostileText, markerOf } from '../../factories/hostile-texts.ts';
import { startFakeStripe, STRIPE_KEY, WEBHOOK_SECRET } from '../../fakes/stripe.ts';
import { freePort } from '../../harness/app-process.ts';
import { readOutbox } from '../../harness/outbox.ts';
import { storeHostileAccount, type HostileAccount } from './hostile-account.ts';
import { expect, signUpBy } from './journey.ts';
import { withOwnApp, type OwnApp } from './own-app.ts';
import { TEST_HANG_MS } from '../../harness/eventually.ts';

const port = await freePort();
/** The address of the app with hostile texts. */
export const url = `http://localhost:${port}`;

/** Wider than any line, without a place to break. */
const longName = (source: string) => `${markerOf(source)}<b onclick=x>`.padEnd(500, 'w');
const PRICES = [
  {
    id: 'price_month',
    amount: 1_900,
    interval: 'month',
    name: longName('stripe.plan'),
  } as const,
  { id: 'price_pack', amount: 900, name: longName('stripe.pack') },
];

/** Hostile texts of the operator and the payment service. */
const ownApp = withOwnApp(async () => {
  const stripe = await startFakeStripe({ prices: PRICES });
  const pages = mkdtempSync(join(tmpdir(), 'brandwright-pages-'));
  for (const name of ['privacy', 'terms']) {
    writeFileSync(join(pages, `${name}.md`), `# ${hostileText(`pages.${name}`)}`);
  }
  return {
    PORT: String(port),
    APP_URL: url,
    PAGES_DIR: pages,
    AI_MODELS: `openai/gpt-4o-mini, vendor/"><img src onerror>${markerOf('setting.model')}`,
    SUPPORT_EMAIL: 'help@example.com',
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_BASE_URL: stripe.url,
    STRIPE_PRICES: JSON.stringify(
      PRICES.map(({ id }) => ({
        price: id,
        kind: id.includes('pack') ? 'pack' : 'plan',
        tokens: 100_000,
      })),
    ),
  };
});

type Signed = Awaited<ReturnType<BrowserContext['storageState']>>;

/** An app in which all texts are hostile, and the people who open it. */
export interface HostileApp {
  account: HostileAccount;
  userId: string;
  /** The name of an email's file. */
  mail: string;
  /** Their sessions, for the tests' browsers. */
  member: Signed;
  admin: Signed;
}

/** Journeys on such an app, one for each worker; they only read. */
export const test = ownApp.extend<object, { hostile: HostileApp }>({
  hostile: [
    async ({ browser, app }, use) => use(await storeHostileApp(browser, app)),
    { scope: 'worker', timeout: TEST_HANG_MS },
  ],
  // A test's page belongs to the member.
  storageState: async ({ hostile }, use) => use(hostile.member),
});

async function storeHostileApp(browser: Browser, app: OwnApp): Promise<HostileApp> {
  const [boss, own] = await Promise.all([
    browser.newContext({ baseURL: url, storageState: undefined }),
    browser.newContext({ baseURL: url, storageState: undefined }),
  ]);
  const enter = async ({ request }: BrowserContext, isAdmin: boolean) => {
    const { email } = await signUpBy(request, url);
    const [row] = await app.sql(
      `UPDATE users SET email_verified = true, is_admin = $2 WHERE email = $1 RETURNING id`,
      [email, isAdmin],
    );
    return (row as { id: string }).id;
  };
  const adminId = await enter(boss, true);
  const userId = await enter(own, false);
  const account = await storeHostileAccount(app.sql, userId, adminId);
  await writeEmails(app, own.request, boss.request);
  const hostile = {
    account,
    userId,
    mail: storeEmail(app.dataDir),
    member: await own.storageState(),
    admin: await boss.storageState(),
  };
  await boss.close();
  await own.close();
  return hostile;
}

/** Sends a message by the contact form and answers it, so that there are emails. */
async function writeEmails(
  app: OwnApp,
  visitor: APIRequestContext,
  admin: APIRequestContext,
): Promise<void> {
  await visitor.post('/contact', {
    form: {
      kind: 'support',
      firstName: '<img src=x onerror=window.__tripped=1>',
      lastName: '"><svg onload=window.__tripped=1>',
      email: 'visitor@example.com',
      details: hostileLines('mail.contact').slice(0, 4_900),
    },
    headers: { origin: url },
  });
  const answer = { id: crypto.randomUUID(), text: hostileLines('mail.answer').slice(0, 4_900) };
  const [written] = await app.sql(
    `SELECT id FROM contact_messages WHERE email = 'visitor@example.com'`,
  );
  const replied = await admin.post(`/api/admin/inbox/${(written as { id: string }).id}/replies`, {
    data: answer,
    headers: { origin: url },
  });
  expect(replied.ok(), await replied.text()).toBe(true);
  await expect
    .poll(async () =>
      (await readOutbox(app.dataDir)).some(({ html }) => html.includes(markerOf('mail.answer'))),
    )
    .toBe(true);
}

/** Stores an email as a file. */
function storeEmail(dataDir: string): string {
  const mail = '2026-01-01T00-00-00.000Z-000001-notice-0123abcd';
  writeFileSync(
    join(dataDir, 'outbox', `${mail}.eml`),
    [
      `From: ${hostileLine('mail.from')}`,
      `To: ${hostileLine('mail.to')}`,
      `Subject: ${hostileLine('mail.subject')}`,
      'X-Brandwright-Kind: notice',
      'Content-Type: multipart/alternative; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      hostileText('mail.text'),
      '--b--',
      '',
    ].join('\n'),
  );
  return mail;
}

/** The real addresses of listed screens whose addresses have a placeholder. */
const REAL_ADDRESSES: Record<string, (app: HostileApp) => string[]> = {
  '/ai-lab/chat/0198c0de-0000-7000-8000-000000000000': ({ account }) => [
    `/ai-lab/chat/${account.conversationId}`,
  ],
  '/copy-wizard/briefs/1': ({ account }) =>
    account.briefIds.map((id) => `/copy-wizard/briefs/${id}`),
  '/copy-wizard/saved/social/1': ({ account }) =>
    account.contents.map(({ id, category }) => `/copy-wizard/saved/${category}/${id}`),
  '/media-creator?mode=train-lora&lora=1': ({ account }) => [
    `/media-creator?mode=train-lora&lora=${account.loraId}`,
  ],
  '/profiles/1': ({ account }) => [`/profiles/${account.profileId}`],
  '/profiles/1/sources/1': ({ account }) => [
    `/profiles/${account.profileId}/sources/${account.sourceId}`,
  ],
  '/profiles/1/draft': ({ account }) => [`/profiles/${account.profileId}/draft`],
  '/admin/users/none': ({ userId }) => [`/admin/users/${userId}`],
  '/admin/inbox/none': ({ account }) => [`/admin/inbox/${account.contactId}`],
  '/admin/outbox/none': ({ mail }) => [`/admin/outbox/${mail}`],
  '/admin/undelivered': () => ['/admin/undelivered', '/admin/undelivered?filter=all'],
  '/shared/unknown': ({ account }) => [`/shared/${account.shareId}`],
  '/shared/unknown/unknown': ({ account, userId }) => [`/shared/${userId}/${account.shareId}`],
  '/auth/verify-subscription': ({ account }) => [
    `/auth/verify-subscription?checkout=${account.checkoutId}`,
  ],
  '/checkout/1': ({ account }) => [`/checkout/${account.checkoutId}`],
  // These belong to no one, and show no texts of anyone.
  '/auth/oidc/unknown': () => ['/auth/oidc/unknown'],
  '/auth/oidc/unknown/callback': () => ['/auth/oidc/unknown/callback'],
  '/help/none': () => ['/help/none'],
};

/** Whether the address of a listed screen has a placeholder for which no real address is known. */
export const lacksAddress = (screen: string): boolean =>
  !(screen in REAL_ADDRESSES) && /\/(?:1|none|unknown)(?:\/|$)|=1$/.test(screen);

export const addressesOf = (screen: string, app: HostileApp): string[] =>
  REAL_ADDRESSES[screen]?.(app) ?? [screen];

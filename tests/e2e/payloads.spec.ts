import type { BrowserContext } from 'playwright/test';

import { HOSTILE_COLUMNS, SHOWN_COLUMNS } from '../factories/hostile-columns.ts';
import { markerOf } from '../factories/hostile-texts.ts';
import { TRIPWIRE_HOST, TRIPWIRE_SCRIPT } from '../factories/markdown-payloads.ts';
import { readOutbox } from '../harness/outbox.ts';
import { textColumns } from '../harness/text-columns.ts';
import { addressesOf, lacksAddress, test, url } from './setup/hostile-app.ts';
import { visit } from './setup/hostile-screens.ts';
import { expect, test as journey } from './setup/journey.ts';
import { ADMIN_SCREENS, MEMBER_SCREENS, VISITOR_SCREENS } from './setup/screens.ts';
import { armTripwire, type Tripwire } from './setup/tripwire.ts';

journey('every column that can hold text declares where it is shown @core', () => {
  const columns = textColumns().map(({ table, column }) => `${table}.${column}`);
  expect(
    columns.filter((column) => !(column in HOSTILE_COLUMNS)),
    'put these into tests/factories/hostile-columns.ts',
  ).toEqual([]);
  expect(
    Object.keys(HOSTILE_COLUMNS).filter((column) => !columns.includes(column)),
    'these are no columns any more',
  ).toEqual([]);
});

const CONTROL = 'https://control.invalid';

journey.describe('the tripwire', () => {
  // This test makes its page fail in every way.
  journey.use({ provoked: /./ });

  journey('detects everything that a payload could do @core', async ({ context, page }) => {
    const tripwire = await armTripwire(context, CONTROL);
    const served: { policy?: string; body: string } = { body: '' };
    await context.route(`${CONTROL}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: served.policy ? { 'content-security-policy': served.policy } : {},
        body: new URL(route.request().url()).pathname === '/' ? served.body : '',
      }),
    );
    const out = `https://${TRIPWIRE_HOST}`;
    const cases: [html: string, alarm: RegExp][] = [
      [`<img src="${CONTROL}/x" onerror="${TRIPWIRE_SCRIPT}">`, /a payload ran/],
      [`<svg onload="${TRIPWIRE_SCRIPT}">`, /an attribute that runs/],
      [`<script>${TRIPWIRE_SCRIPT}</script>`, /a script without a nonce/],
      [`<script>alert('boo')</script>`, /a dialog of the browser's: boo/],
      [`<img src="${out}/pixel">`, /asked for https:\/\/tripwire\.invalid\/pixel/],
      [`<img src="//${TRIPWIRE_HOST}/pixel">`, /an address elsewhere/],
      [`<script>open('${CONTROL}/new')</script>`, /a window was opened/],
      [`<a href="java&#x09;script:1">x</a>`, /an address of javascript:/],
      [`<a href="data:text/html,x">x</a>`, /a link to a made-up page/],
      [`<form action="${out}"></form>`, /an address elsewhere/],
      [`<button formaction="javascript:1">x</button>`, /an address of javascript:/],
      [`<svg><a xlink:href="javascript:1">x</a></svg>`, /an address of javascript:/],
      [`<iframe src="${CONTROL}/frame"></iframe>`, /a frame without a sandbox/],
      [`<base href="/x/">`, /a kind that we do not use/],
      [`<meta http-equiv="refresh" content="100;url=/">`, /leads elsewhere/],
      [`<p style="background: url(//${TRIPWIRE_HOST}/x)">x</p>`, /a style that fetches/],
      [`<script>new WebSocket('wss://${TRIPWIRE_HOST}')</script>`, /a socket to wss:/],
      [`<script>location = '${out}/away'</script>`, /asked for https:\/\/tripwire\.invalid\/away/],
    ];
    for (const [html, alarm] of cases) {
      tripwire.alarms.length = 0;
      served.body = `<!doctype html><meta charset="utf-8"><main>${html}</main>`;
      await page.goto(CONTROL);
      await expect(async () => {
        await tripwire.look(page);
        expect(tripwire.alarms.join('\n')).toMatch(alarm);
      }).toPass();
    }
    // The same under a policy that blocks it.
    served.policy = "default-src 'none'";
    served.body = `<main><script>${TRIPWIRE_SCRIPT}</script><img src="${out}/x"></main>`;
    tripwire.alarms.length = 0;
    await page.goto(CONTROL);
    await expect
      .poll(() => tripwire.alarms.filter((alarm) => alarm.startsWith('refused')).length)
      .toBeGreaterThanOrEqual(2);
  });
});

/** Shown texts that aren't in a column. */
const SHOWN_BESIDE = [
  ...['stripe.plan', 'stripe.pack', 'setting.model', 'pages.privacy', 'pages.terms'],
  ...['mail.to', 'mail.subject', 'mail.text'],
];

/** Opens HTML that leaves the app in a page without our policy. */
async function openOutside(context: BrowserContext, tripwire: Tripwire, pages: [string, string][]) {
  const page = await context.newPage();
  let html = '';
  await context.route(`${CONTROL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  for (const [name, content] of pages) {
    html = content;
    await page.goto(`${CONTROL}/${encodeURIComponent(name)}`);
    await tripwire.look(page);
    // Emails link to the app, and exports have their own policy, which forbids everything.
    const meant = [
      `an address elsewhere: <a href="${url}/`,
      'sets rules: <meta http-equiv="Content-Security-Policy" content="default-src \'none\';',
    ];
    const alarms = tripwire.alarms
      .splice(0)
      .filter((alarm) => !meant.some((text) => alarm.includes(text)));
    expect.soft(alarms, name).toEqual([]);
  }
  await page.close();
}

// The tripwire reports what policies block, except in the frames of diagrams, where the policy is the protection. Some
// image rows here have no files.
test.use({ provoked: /violates the following Content Security Policy|^503: |Blocked script/ });

const within = (...areas: string[]) =>
  MEMBER_SCREENS.filter((screen) => areas.some((area) => screen.startsWith(`/${area}`)));
const CHAT = within('ai-lab');
const BRIEFS = within('copy-wizard/new', 'copy-wizard/briefs');
const SAVED = within('copy-wizard').filter((screen) => !BRIEFS.includes(screen));
const PROFILES = within('profiles');
const OTHERS = MEMBER_SCREENS.filter(
  (screen) => ![...CHAT, ...BRIEFS, ...SAVED, ...PROFILES].includes(screen),
);

interface Part {
  /** Which screens each person opens. */
  visits: [who: 'visitor' | 'member' | 'admin', screens: string[]][];
  /** Tables, and other sources, whose texts must be seen in this part. */
  shows: string[];
}

/** All screens and texts, in parts that share the time. */
const PARTS: Record<string, Part> = {
  'what is for everybody': {
    visits: [
      ['visitor', VISITOR_SCREENS],
      // Public pages also show the name of a signed-in person.
      ['member', ['/contact', '/pricing', '/shared/unknown', '/auth/verify-subscription']],
    ],
    shows: ['stripe', 'pages'],
  },
  'the chat lab': {
    visits: [['member', CHAT]],
    shows: [
      ...['users', 'conversations', 'conversation_folders', 'messages', 'generations'],
      ...['generation_chunks', 'tool_calls', 'prompts', 'attachments', 'maintenance_announcements'],
      ...['chat_documents', 'chat_document_versions', 'chat_document_patches'],
    ],
  },
  briefs: {
    visits: [['member', BRIEFS]],
    shows: ['briefs', 'pieces'],
  },
  'saved content': {
    visits: [['member', SAVED]],
    shows: ['saved_contents', 'saved_content_folders', 'saved_content_versions'],
  },
  profiles: {
    visits: [['member', PROFILES]],
    shows: [
      ...['profiles', 'brand_stories', 'customer_journeys', 'solution_suites'],
      ...['campaign_frameworks', 'profile_drafts', 'generated_texts'],
      ...['sources', 'source_pages', 'source_chunks'],
    ],
  },
  'all else of the app': {
    visits: [['member', [...OTHERS, '/welcome/brand', '/welcome/posts']]],
    shows: [
      ...['media_jobs', 'media_items', 'loras', 'lora_images', 'billing_accounts'],
      ...['imports', 'import_files', 'import_candidates', 'exports'],
      ...['passkeys', 'identities', 'security_events'],
    ],
  },
  'the admin area': {
    visits: [['admin', ADMIN_SCREENS]],
    shows: [
      ...['invitations', 'contact_messages', 'contact_replies', 'audit_entries', 'failed_jobs'],
      ...['mail_failures', 'payment_events', 'mail', 'setting'],
    ],
  },
};

const shownBy = ({ shows }: Part) =>
  [...SHOWN_COLUMNS, ...SHOWN_BESIDE].filter((text) => shows.includes(text.split('.')[0] ?? ''));

journey('every screen and every shown text belongs to one of the parts @core', () => {
  const parts = Object.values(PARTS);
  const screens = new Set(parts.flatMap(({ visits }) => visits.flatMap(([, those]) => those)));
  const all = [...VISITOR_SCREENS, ...MEMBER_SCREENS, ...ADMIN_SCREENS];
  expect(all.filter((screen) => !screens.has(screen))).toEqual([]);
  expect(
    [...screens].filter(lacksAddress),
    'say in tests/e2e/setup/hostile-app.ts what to open for these',
  ).toEqual([]);
  const texts = parts.flatMap(shownBy).sort();
  expect(texts).toEqual([...SHOWN_COLUMNS, ...SHOWN_BESIDE].sort());
});

/** More than twice the time that a part needs beside others. */
const MAX_MS = 600_000;

for (const [name, part] of Object.entries(PARTS)) {
  test(`hostile texts of people, models, files, and services stay text on the screens of ${name}`, async ({
    context: own,
    browser,
    hostile,
    viewport,
  }) => {
    test.setTimeout(MAX_MS);
    const seen = new Set<string>();
    for (const [who, screens] of part.visits) {
      const storageState = who === 'admin' ? hostile.admin : { cookies: [], origins: [] };
      const context =
        who === 'member' ? own : await browser.newContext({ baseURL: url, viewport, storageState });
      const tripwire = await armTripwire(context, url);
      tripwire.seen = seen;
      const addresses = screens.flatMap((screen) => addressesOf(screen, hostile));
      await visit(await context.newPage(), tripwire, addresses);
      await context.close();
    }
    expect(
      shownBy(part).filter((text) => !seen.has(markerOf(text))),
      'declared as shown, and not come across',
    ).toEqual([]);
  });
}

test('hostile texts stay text in emails, exports, and files', async ({
  context,
  browser,
  app,
  hostile: { account },
}) => {
  test.setTimeout(120_000);
  const outside = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const watched = await armTripwire(outside, CONTROL);
  const files: [string, string][] = (await readOutbox(app.dataDir))
    .filter(({ html }) => html !== '')
    .map(({ subject, html }) => [`mail ${subject}`, html]);
  for (const address of [
    `/api/conversations/${account.conversationId}/export?format=html`,
    ...account.contents.map(({ id }) => `/api/saved-content/${id}/download?format=html`),
  ]) {
    const response = await context.request.get(address);
    expect(response.status(), address).toBe(200);
    const disposition = response.headers()['content-disposition'];
    expect
      .soft(disposition, address)
      .toMatch(/^attachment; filename="[^"\\<>/;]+"; filename\*=UTF-8''[\w%.()~!-]+$/);
    expect.soft(response.headers()['x-content-type-options'], address).toBe('nosniff');
    // Markdown isn't opened in a browser.
    if (address.includes('/export?')) files.push([address, await response.text()]);
  }
  await openOutside(outside, watched, files);
  const written = ['mail.contact', 'mail.answer'].map(markerOf);
  expect([...watched.seen]).toEqual(expect.arrayContaining(written));
  await outside.close();
});

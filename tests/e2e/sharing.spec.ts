import { PAYLOADS } from '../factories/markdown-payloads.ts';
import { inDatabase } from './setup/database.ts';
import {
  answers,
  ask,
  conversations,
  expect,
  test,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { expectSeenFocus, tabTo } from './setup/keyboard.ts';
import { shareTexts } from './setup/shared-conversation.ts';
import { axe } from './setup/sound.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share conversation' });

async function askAndWait(page: Page, text: string, answer: string): Promise<void> {
  await ask(page, text, { text: answer });
  await expect(answers(page).last()).toHaveText(answer.replaceAll('**', ''));
  await untilIdle(page);
}

/** Shares the open conversation and returns the link. */
async function share(page: Page): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  await dialog(page).getByRole('button', { name: 'Create link' }).click();
  return dialog(page).getByRole('textbox', { name: 'Share link' }).inputValue();
}

test('a link can be created, copied, updated, and removed @core', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp();
  await askAndWait(page, 'Hello', 'Hello to **you**.');
  const url = await share(page);
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Share link copied to clipboard')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard(page)).toBe(url);
  await page.keyboard.press('Escape');

  const visitor = await browser.newPage();
  const response = await visitor.goto(url);
  expect(response?.headers()['x-robots-tag']).toBe('noindex, nofollow');
  expect(response?.headers()['cache-control']).toBe('private, no-store');
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('About Hello');
  await expect(visitor.getByRole('article')).toHaveCount(2);
  await expect(visitor.getByRole('article', { name: 'Assistant' })).toHaveText('Hello to you.');
  await expect(visitor.getByRole('link', { name: /Sign in to continue/ })).toBeVisible();
  // The page doesn't reveal the owner.
  expect(await visitor.content()).not.toContain('Tina');
  expect(await visitor.content()).not.toContain('@example.com');

  await askAndWait(page, 'And more', 'More to come.');
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  await expect(dialog(page)).toContainText('2 newer messages aren’t shared.');
  await visitor.reload();
  await expect(visitor.getByRole('article')).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Update link' }).click();
  await expect(dialog(page)).not.toContainText('newer');
  await visitor.reload();
  await expect(visitor.getByRole('article')).toHaveCount(4);

  await dialog(page).getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await visitor.reload())?.status()).toBe(404);
  await visitor.close();
});

test('deleting a conversation removes its link', async ({ page, browser, signUp }) => {
  await signUp();
  await askAndWait(page, 'Hello', 'Hello to you.');
  const url = await share(page);
  await page.keyboard.press('Escape');
  const visitor = await browser.newPage();
  expect((await visitor.goto(url))?.status()).toBe(200);
  await page.getByRole('button', { name: 'Actions for About Hello' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Conversation deleted')).toBeVisible();
  expect((await visitor.reload())?.status()).toBe(404);
  await visitor.close();
});

test('a visitor who signs in continues a shared conversation as their own', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp();
  await askAndWait(page, 'Hello', 'Hello to you.');
  const url = await share(page);
  const context = await browser.newContext();
  const other = await context.newPage();
  const person = await signUp({ on: other });
  await other.getByRole('button', { name: 'Sign out' }).first().click();
  await other.waitForURL('**/auth/login');
  await other.goto(url);
  await other.getByRole('link', { name: 'Sign in to continue in Brandwright' }).click();
  await other.getByLabel('Email').fill(person.email);
  await other.getByLabel('Password', { exact: true }).fill(person.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).toHaveURL(url);
  await other.getByRole('button', { name: 'Continue in Brandwright' }).click();
  await expect(other).toHaveURL(/\/ai-lab\/chat\//);
  await expect(other.getByRole('article')).toHaveCount(2);
  await askAndWait(other, 'My own question', 'Your own answer.');
  await expect(conversations(other).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  await context.close();
});

test('the page of all links copies a link, and stops sharing it', async ({ page, signUp }) => {
  await signUp({ opens: false });
  await page.goto('/ai-lab/shares');
  await expect(page.getByText('No shared links yet')).toBeVisible();
  await page.goto('/ai-lab');
  await askAndWait(page, 'Hello', 'Hello to you.');
  const url = await share(page);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await dialog(page).getByLabel('Link expires').selectOption('In 7 days');
  await saved;
  await dialog(page).getByRole('link', { name: 'All shared links' }).click();
  await expect(page.getByRole('heading', { name: 'Shared links' })).toBeVisible();
  const row = page.getByRole('main').getByRole('listitem');
  await expect(row).toContainText(/About Hello.*Expires/s);
  await row.getByRole('button', { name: 'Copy the link to About Hello' }).click();
  await expect(page.getByText('Share link copied to clipboard')).toBeVisible();
  expect(await clipboard(page)).toBe(url);
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  const { violations } = await axe(page).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await row.getByRole('button', { name: /Stop sharing/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByText('No shared links yet')).toBeVisible();
  expect((await page.request.get(url)).status()).toBe(404);
});

test('with the keyboard, the dialog keeps the focus and returns it, and a link is removed on the page of all links', async ({
  page,
  signUp,
}) => {
  await signUp();
  await askAndWait(page, 'Hello', 'Hello to you.');
  const opener = page.getByRole('main').getByRole('button', { name: 'Share' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Create link' }));
  await page.keyboard.press('Enter');
  await expectSeenFocus(dialog(page).getByRole('textbox', { name: 'Share link' }));
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.goto('/ai-lab');
  await askAndWait(page, 'And?', 'Another one.');
  await share(page);
  await page.goto('/ai-lab/shares');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const stop = async () => {
    await tabTo(page, rows.first().getByRole('button', { name: /Stop sharing/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }));
    await page.keyboard.press('Enter');
  };
  await stop();
  await expect(rows).toHaveCount(1);
  await expectSeenFocus(rows.getByRole('link').first());
  await stop();
  await expectSeenFocus(page.getByRole('link', { name: 'Go to your chats' }));
});

test('the dialog fits the smallest phone, and has no accessibility faults in both themes', async ({
  page,
  signUp,
}) => {
  await signUp();
  await askAndWait(page, 'Hello', 'Hello to you.');
  await share(page);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    const box = await dialog(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(8);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(352);
    const { violations } = await axe(page).include('[role=dialog]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
});

test('the dialog reports when sharing or copying the link fails', async ({ page, signUp }) => {
  await signUp();
  await askAndWait(page, 'Hello', 'Hello to you.');
  await page.route('**/api/conversations/*/share', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  await dialog(page).getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Failed to share conversation')).toBeVisible();
  await page.unroute('**/api/conversations/*/share');
  await dialog(page).getByRole('button', { name: 'Create link' }).click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await dialog(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Failed to copy link')).toBeVisible();
});

test('a message and a conversation are copied as they were written, with a check mark for two seconds', async ({
  page,
  signUp,
}) => {
  await signUp();
  await askAndWait(page, 'Hello', 'Hello to **you**.');
  await page.clock.install();
  // Time passes only by `runFor`.
  await page.clock.pauseAt(Date.now() + 60_000);
  const answer = answers(page).first();
  await answer.hover();
  await answer.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  expect(await clipboard(page)).toBe('Hello to **you**.');
  const copied = answer.locator('[data-copied]');
  await expect(copied).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toHaveCount(0);

  await page.getByRole('button', { name: 'Dismiss notification' }).click();
  await page.getByRole('button', { name: 'Copy conversation' }).click();
  await expect
    .poll(() => clipboard(page))
    .toMatch(/^# About Hello\n\n## You\n\nHello .*\n\n## Assistant\n\nHello to \*\*you\*\*\.\n$/);

  await page.getByRole('button', { name: 'Dismiss notification' }).click();
  await page.route('**/api/messages/*', (route) => route.abort());
  await page.route('**/api/conversations/*/text', (route) => route.abort());
  await answer.hover();
  await answer.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Failed to copy', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss notification' }).click();
  await page.getByRole('button', { name: 'Copy conversation' }).click();
  await expect(page.getByText('Failed to copy conversation')).toBeVisible();
});

const LONG_NAME = `${'Frühjahrsangebotsübersicht'.repeat(8)}.txt`;

for (const theme of ['dark', 'light'] as const) {
  test(`a shared page has no accessibility faults at any size in the ${theme} theme`, async ({
    page,
    browser,
    signUp,
  }) => {
    const { email } = await signUp();
    await ask(page, 'Make a plan', { kind: 'markdown', tokens: 120 });
    await expect(answers(page)).toContainText('A plan for the week');
    await untilIdle(page);
    await inDatabase(
      `UPDATE messages m SET files = $2::jsonb FROM users u WHERE u.id = m.user_id AND u.email = $1 AND m.role = 'user'`,
      [email, JSON.stringify([{ id: null, name: LONG_NAME, type: 'text/plain', size: 10 }])],
    );
    const url = await share(page);
    const context = await browser.newContext({ colorScheme: theme });
    const visitor = await context.newPage();
    await visitor.goto(url);
    for (const width of [1440, 390, 360]) {
      await visitor.setViewportSize({ width, height: 800 });
      const { violations } = await axe(visitor).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      const overflow = await visitor.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      const files = await visitor.getByRole('list', { name: 'Attached files' }).boundingBox();
      expect(files?.x, 'a long file name is cut').toBeGreaterThan(0);
    }
    await context.close();
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a shared page can be read, with all of its pages @core', async ({
    page,
    browser,
    signUp,
  }) => {
    const person = await signUp();
    const more = Array.from({ length: 40 }, (_, n) => `Message ${n}`);
    const texts = ['Hello', 'Hello to **you**.', ...more];
    const shareId = await shareTexts(person.email, texts);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    await visitor.goto(new URL(`/shared/${shareId}`, page.url()).href);
    const articles = visitor.getByRole('article');
    await expect(articles.nth(1)).toHaveText('Hello to you.');
    await visitor.getByRole('link', { name: 'Later messages' }).click();
    await expect(articles).toHaveText(['Message 38', 'Message 39']);
    await visitor.getByRole('link', { name: 'Earlier messages' }).click();
    await expect(articles).toHaveCount(40);
    await expect(articles.first()).toHaveText('Hello');
    await context.close();
  });
});

/** Expects that a page's texts run nothing and add no elements of their own. Returns the number of diagrams. */
async function expectTextAlone(page: Page): Promise<number> {
  await showAllParts(page);
  for (const frame of page.frames()) {
    const tripped = frame
      .evaluate(() => '__tripped' in window)
      .catch((error: unknown) => {
        // The frame of a diagram that can't be drawn is removed.
        if (!frame.isDetached()) throw error;
        return false;
      });
    expect(await tripped).toBe(false);
  }
  const markup = await page.getByRole('log').innerHTML();
  expect(markup).not.toMatch(/<(script|object|embed|form|img|style|link|base|meta)\b/i);
  expect(await page.locator('[role=log] svg:not([data-formula] svg, button svg)').count()).toBe(0);
  expect(await page.locator('[data-formula] :is(a, img, [id], [onclick])').count()).toBe(0);
  const frames = await page
    .locator('[role=log] iframe')
    .evaluateAll((all) =>
      all.map((frame) => [frame.getAttribute('src'), frame.getAttribute('sandbox')]),
    );
  for (const [src, sandbox] of frames) {
    expect(src).toMatch(/^\/frames\/diagram\?script=%2Fassets%2F[\w.-]+$/);
    expect(sandbox).toBe('allow-scripts');
  }
  // As the browser parses them; an address that it can't parse has the protocol ':'.
  const schemes = await page
    .locator('[role=log] a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
  const allowed = ['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:', ':'];
  expect(schemes.filter((scheme) => !allowed.includes(scheme))).toEqual([]);
  return frames.length;
}

/** Waits until formulas are typeset and each diagram has been drawn or has failed. */
async function showAllParts(page: Page): Promise<void> {
  await expect(page.locator(':is(.math-inline, .math-block):not([data-formula])')).toHaveCount(0);
  for (const block of await page.locator('.code-block:has(code.language-mermaid)').all()) {
    await block.scrollIntoViewIfNeeded();
    await expect(
      block.getByText('could not be drawn').or(block.getByRole('button', { name: 'Show source' })),
    ).toBeVisible();
  }
}

test('hostile texts of a shared conversation are shown as text, and do nothing', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp();
  const sources = PAYLOADS.map(({ source }) => source.replaceAll('\0', '')).filter(Boolean);
  const title = '<img src=x onerror=window.__tripped=1>"><script>window.__tripped=1</script>';
  const shareId = await shareTexts(person.email, sources, title);
  const origin = new URL(page.url()).origin;

  const context = await browser.newContext();
  const visitor = await context.newPage();
  const asked: string[] = [];
  visitor.on('request', (request) => {
    const url = request.url();
    if (new URL(url).origin === origin || url.startsWith('data:')) return;
    // The policy of a diagram's frame stops its requests before they leave the browser; see below.
    if (!request.frame().url().includes('/frames/diagram')) asked.push(url);
  });
  visitor.on('requestfinished', (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:')) {
      asked.push(`answered: ${request.url()}`);
    }
  });
  visitor.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    if (new URL(request.url()).origin !== origin && errorText !== 'csp') {
      asked.push(`${errorText}: ${request.url()}`);
    }
  });
  visitor.on('dialog', (alert) => {
    asked.push(`dialog: ${alert.message()}`);
    void alert.dismiss();
  });
  await visitor.goto(`${origin}/shared/${shareId}`, { waitUntil: 'networkidle' });
  let [articles, diagrams] = [0, 0];
  for (;;) {
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    articles += await visitor.getByRole('article').count();
    diagrams += await expectTextAlone(visitor);
    const later = visitor.getByRole('link', { name: 'Later messages' });
    if ((await later.count()) === 0) break;
    const address = await later.getAttribute('href');
    await visitor.goto(new URL(address ?? '', visitor.url()).href, { waitUntil: 'networkidle' });
  }
  expect(articles).toBe(sources.length);
  expect(diagrams).toBeGreaterThan(5);
  expect(asked).toEqual([]);
  await context.close();
});

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runAdmin } from '../harness/admin-command.ts';
import { freePort, startApp } from '../harness/app-process.ts';
import { holdRequests } from './setup/hold-requests.ts';
import { ask, expect, messageField, test, type Page } from './setup/journey.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';
import { tooSmall } from './setup/touch.ts';
import { TEST_HANG_MS } from '../harness/eventually.ts';
import { HOUR_MS } from '../../app/lib/time.ts';

const HEIGHT = 800;
/** The smallest width at which the sidebar is always visible, and the largest at which it is a drawer. */
const WIDE = { width: 1025, height: HEIGHT };
const NARROW = { width: 1024, height: HEIGHT };
const PHONE = { width: 390, height: 844 };

/** One path of each section, because the sidebar's content depends on the path. */
const WITH_DRAWERS = [
  ...['/ai-lab', '/ai-lab/shares', '/media-creator', '/copy-wizard', '/copy-wizard/new'],
  ...['/profiles', '/settings?tab=account', '/help', '/nowhere'],
];

const toggle = (page: Page) => page.getByRole('button', { name: 'Open sidebar' });
const close = (page: Page) => page.getByRole('button', { name: 'Close sidebar' });
const fixedSidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Sidebar' });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' });
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Loading page' });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** The data that a client navigation to this path fetches. */
const dataOf = (path: string) => (url: URL) => url.pathname === `${path}.data`;

test.describe('the sidebar', () => {
  test('is always visible above 1024 px, 80 units wide', async ({ page, signUp }) => {
    await page.setViewportSize(WIDE);
    await signUp();
    await expect(fixedSidebar(page)).toBeVisible();
    expect((await fixedSidebar(page).boundingBox())?.width).toBe(320);
    await expect(toggle(page)).toBeHidden();
    await expect(close(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await sections(page).getByRole('link', { name: 'Copy' }).click();
    await expect(page).toHaveURL(/\/copy-wizard$/);
    await expect(fixedSidebar(page)).toBeVisible();
  });

  test('is a drawer at 1024 px, closed at first and with a dark backdrop', async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize(NARROW);
    await signUp();
    await expect(drawer(page)).toBeHidden();
    await expect(signOut(page)).toBeHidden();
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');

    await toggle(page).click();
    await expect(drawer(page)).toBeVisible();
    // It slides in, and ends at the edge, 80 units wide.
    await expect.poll(() => drawer(page).boundingBox()).toMatchObject({ x: 0, width: 320 });
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      const behind = await page.evaluate(() => {
        const backdrop = document.elementFromPoint(900, 400);
        const { backgroundColor } = getComputedStyle(backdrop as Element);
        const context = document.createElement('canvas').getContext('2d');
        if (!context) throw new Error('no canvas');
        context.fillStyle = backgroundColor;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      });
      const [red = 255, green = 255, blue = 255, alpha = 0] = behind;
      expect(Math.max(red, green, blue), `${theme} backdrop`).toBeLessThan(64);
      expect(alpha, `${theme} backdrop`).toBeGreaterThan(100);
    }
  });

  test('closes as a drawer by Escape, the backdrop, its button, and any navigation @core', async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize(PHONE);
    await signUp();
    const ways: [string, () => Promise<void>][] = [
      ['Escape', () => page.keyboard.press('Escape')],
      ['the backdrop', () => page.mouse.click(PHONE.width - 10, HEIGHT / 2)],
      ['the close button', () => close(page).click()],
    ];
    for (const [way, closeBy] of ways) {
      await toggle(page).click();
      await expect(drawer(page), way).toBeVisible();
      await closeBy();
      await expect(drawer(page), way).toBeHidden();
      await expect(toggle(page), way).toBeFocused();
    }
    await toggle(page).click();
    await sections(page).getByRole('link', { name: 'Create' }).click();
    await expect(page).toHaveURL(/\/media-creator$/);
    await expect(drawer(page)).toBeHidden();

    // A change of the query alone is a navigation too, and so is the Back button.
    await toggle(page).click();
    await drawer(page)
      .getByRole('link', { name: /Train a LoRA/ })
      .click();
    await expect(page).toHaveURL(/mode=train-lora$/);
    await expect(drawer(page)).toBeHidden();
    await toggle(page).click();
    await page.goBack();
    await expect(page).toHaveURL(/\/media-creator$/);
    await expect(drawer(page)).toBeHidden();
  });

  test('traps the focus while it is a drawer, and becomes fixed when the window grows', async ({
    page,
    signUp,
  }) => {
    await page.setViewportSize(NARROW);
    await signUp();
    await toggle(page).click();
    await expect(drawer(page)).toBeFocused();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused !== document.body && !focused?.closest('#sidebar');
      });
      expect(outside).toBe(false);
    }
    await page.setViewportSize(WIDE);
    await expect(fixedSidebar(page)).toBeVisible();
    await page.setViewportSize(NARROW);
    await expect(drawer(page)).toBeHidden();
    await expect(fixedSidebar(page)).toBeHidden();
  });

  test('shows what belongs to the current path @core', async ({ page, signUp }) => {
    await signUp();
    const sidebar = fixedSidebar(page);
    await expect(sidebar.getByRole('button', { name: 'New Chat' })).toBeVisible();
    await expect(sidebar).toContainText('Start a new conversation');

    await page.goto('/copy-wizard');
    await expect(sidebar.getByRole('heading', { name: 'Saved Content' })).toBeVisible();
    for (const folder of ['Social', 'Longform', 'Landing', 'Email']) {
      await sidebar.getByText(folder, { exact: true }).click();
    }
    await expect(sidebar.getByText('No saved content')).toHaveCount(4);
    await expect(sidebar.getByText('No saved content').last()).toBeVisible();

    await page.goto('/media-creator');
    await expect(sidebar.getByRole('heading', { name: 'Media Creator' })).toBeVisible();
    const cards = [
      ['Generate Images', 'Popular', '/media-creator?mode=generate'],
      ['Train a LoRA', 'Advanced', '/media-creator?mode=train-lora'],
      ['Create Videos', 'New', '/media-creator/video-gen'],
    ] as const;
    for (const [title, badge, href] of cards) {
      const card = sidebar.getByRole('link', { name: title });
      await expect(card).toContainText(badge);
      await expect(card).toHaveAttribute('href', href);
    }

    await page.goto('/settings');
    const tabs = sidebar.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    const ids = 'tokens account subscription importexport appearance contact privacyLink termsLink';
    expect(
      await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual([...ids.split(' '), 'deleteAccount'].map((id) => `/settings?tab=${id}`));

    for (const path of ['/help', '/nowhere', '/ai-laboratory', '/admin']) {
      await page.goto(path);
      await expect(sidebar, path).toContainText('Select a section using the buttons below');
    }
  });

  test('lists the brand profiles, and how complete the components of each are', async ({
    page,
    signUp,
    baseURL,
  }) => {
    await signUp({ opens: false });
    await page.goto('/profiles');
    await expect(fixedSidebar(page)).toContainText('Your brand profiles will be listed here.');
    const headers = { Origin: baseURL ?? '' };
    const createdBy = async (name: string) => {
      const response = await page.request.post('/api/profiles', { headers, data: { name } });
      return ((await response.json()) as { id: string }).id;
    };
    const id = await createdBy('Lindau Bakery');
    await createdBy('Repair Shop');

    const brands = fixedSidebar(page).getByRole('navigation', { name: 'Your brands' });
    await page.goto(`/profiles/${id}`);
    const bakery = brands.getByRole('group').filter({ hasText: 'Lindau Bakery' });
    await expect(bakery).toContainText('0 of 4 parts');
    // The other profile's components are folded.
    // Four components, the look, the voice rules, and the sources.
    await expect(brands.getByRole('link')).toHaveCount(7);
    await bakery.getByRole('link', { name: 'Customer journey' }).click();
    await expect(page).toHaveURL(/\?step=customerJourney$/);
    await page.getByRole('main').getByRole('textbox').nth(1).fill('Families nearby');
    await expect(bakery).toContainText('1 of 4 parts');
    await expect(bakery.getByRole('link', { name: 'Customer journey' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await brands.getByText('Repair Shop').click();
    await expect(brands.getByRole('link')).toHaveCount(14);
  });

  test('links to Chat, Create, Copy, and Brand @core', async ({ page, signUp }) => {
    await signUp();
    for (const [name, path] of [
      ['Create', '/media-creator'],
      ['Copy', '/copy-wizard'],
      ['Brand', '/profiles'],
      ['Chat', '/ai-lab'],
    ] as const) {
      await sections(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL((url) => url.pathname === path);
      await expect(sections(page).getByRole('link', { name })).toHaveAttribute(
        'aria-current',
        'page',
      );
    }
  });

  test('links to Admin only for admins, and /admin exists only for them', async ({
    page,
    signUp,
  }) => {
    const person = await signUp();
    const admin = fixedSidebar(page).getByRole('link', { name: 'Admin' });
    await expect(signOut(page)).toBeVisible();
    await expect(admin).toHaveCount(0);
    expect((await page.goto('/admin'))?.status()).toBe(404);

    await runAdmin(process.env.E2E_DATA_DIR ?? '', 'grant', person.email);
    await page.goto('/ai-lab');
    await admin.click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible();
    await expect(fixedSidebar(page)).toContainText('Select a section using the buttons below');
  });
});

test('phones have a bar with the sections, which covers nothing and gives way to the keyboard @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar).toBeHidden();
  await page.setViewportSize(PHONE);
  await expect(bar.getByRole('link')).toHaveText(['Chat', 'Create', 'Copy', 'Brand']);
  await expect(bar.getByRole('link', { name: 'Chat' })).toHaveAttribute('aria-current', 'page');
  const bottomOf = async (part: ReturnType<Page['getByRole']>) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const top = async () => (await bar.boundingBox())?.y ?? 0;
  expect(await bottomOf(page.getByRole('button', { name: 'Send' }))).toBeLessThanOrEqual(
    await top(),
  );

  // What browsers do when they show the keyboard.
  const showKeyboard = (height: number) =>
    page.evaluate((visible) => {
      Object.defineProperty(window.visualViewport, 'height', {
        value: visible,
        configurable: true,
      });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    }, height);
  await showKeyboard(PHONE.height / 2);
  await expect(bar).toBeHidden();
  await showKeyboard(PHONE.height);
  await expect(bar).toBeVisible();

  await bar.getByRole('link', { name: 'Brand' }).click();
  await expect(page).toHaveURL(/\/profiles$/);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await bottomOf(page.getByRole('main'))).toBeLessThanOrEqual(await top());
  await toggle(page).click();
  await expect(drawer(page)).toBeVisible();
  await expect(sections(page).getByRole('link')).toHaveCount(4);
});

test('the header has the logo, help and the user menu at every width', async ({ page, signUp }) => {
  await signUp();
  const header = page.getByRole('banner');
  for (const size of [WIDE, NARROW, PHONE]) {
    await page.setViewportSize(size);
    await expect(header.getByRole('link', { name: 'Brandwright, home' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'User menu' })).toBeVisible();
    await expect(toggle(page)).toBeVisible({ visible: size !== WIDE });
  }
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await header.getByRole('button', { name: 'Help' }).click();
    await expect(help).toBeVisible();
    expect(await help.evaluate((element) => (element as HTMLElement).offsetWidth)).toBe(287);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(header.getByRole('button', { name: 'Help' })).toBeFocused();
  }
});

test('the user menu switches the theme, leads to settings, and signs out', async ({
  page,
  signUp,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signUp();
  const html = page.locator('html');
  const menu = page.getByRole('menu', { name: 'User menu' });
  const open = () => page.getByRole('button', { name: 'User menu' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await open();
  await expect(menu).toBeVisible();
  await expectSoundScreen(page, 'the open user menu');
  await page.emulateMedia({ colorScheme: 'dark' });
  await menu.getByRole('menuitem', { name: 'Switch to light theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');

  await open();
  await menu.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);

  await open();
  await menu.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/auth\/login\?/);
});

test('the progress bar is visible while the route changes, and for 300 ms after that', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.clock.install();
  await page.goto('/copy-wizard');
  await expect(progress(page)).toHaveCount(0);
  const release = await holdRequests(page, dataOf('/media-creator'));
  await page.clock.pauseAt(Date.now() + 60_000);
  await sections(page).getByRole('link', { name: 'Create' }).click();
  await expect(progress(page)).toBeVisible();
  expect((await progress(page).boundingBox())?.height).toBeLessThanOrEqual(4);
  await page.clock.runFor(5_000);
  await expect(progress(page)).toBeVisible();

  release();
  await expect(page.getByRole('heading', { name: 'Media Creator', level: 1 })).toBeVisible();
  await page.clock.runFor(299);
  await expect(progress(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(progress(page)).toHaveCount(0);
});

test.describe('signing out', () => {
  test('shows that it is in progress, and covers the page', async ({ page, signUp }) => {
    await signUp();
    await messageField(page).fill('A secret thought');
    const release = await holdRequests(page, (url) => url.pathname === '/auth/logout');
    await signOut(page).click();
    const wait = page.getByRole('status').filter({ hasText: 'Signing out…' });
    await expect(wait).toBeVisible();
    // The page is behind it.
    const onTop = await messageField(page).evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === field;
    });
    expect(onTop).toBe(false);
    release();
    await expect(page).toHaveURL(/\/auth\/login$/);
  });

  test.describe('when the server fails', () => {
    test.use({ provoked: /^500: .*\/auth\/logout$/ });

    test('says so, and the person stays signed in', async ({ page, signUp }) => {
      await signUp();
      await page.route('**/auth/logout', (route) => route.fulfill({ status: 500, body: 'no' }));
      await signOut(page).click();
      await expect(toasts(page).getByRole('alert')).toHaveText(
        'Failed to sign out. Please try again.',
      );
      await expect(page.getByText('Signing out…')).toHaveCount(0);
      await expect(signOut(page)).toBeFocused();
      await page.reload();
      await expect(page).toHaveURL(/\/ai-lab$/);
      await page.unroute('**/auth/logout');
      await signOut(page).click();
      await expect(page).toHaveURL(/\/auth\/login$/);
    });
  });

  test('says that it failed without a network, and the person stays signed in', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    await context.setOffline(true);
    await signOut(page).click();
    await expect(toasts(page)).toContainText('Failed to sign out. Please try again.');
    await context.setOffline(false);
    await page.reload();
    await expect(page).toHaveURL(/\/ai-lab$/);
  });
});

test.describe('a page that the Back button brings back', () => {
  /** The event of a browser that shows a page again which it kept in memory. */
  const bringBack = (page: Page) =>
    page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );

  test('is covered until it knows that its session is still open', async ({ page, signUp }) => {
    await signUp({ opens: false });
    await page.goto('/profiles');
    const release = await holdRequests(page, dataOf('/profiles'));
    const wait = page.getByRole('status').filter({ hasText: 'Checking that you’re signed in…' });
    await expect(async () => {
      // The page may not be hydrated yet.
      await bringBack(page);
      await expect(wait).toBeVisible({ timeout: 1_000 });
    }).toPass();
    release();
    await expect(wait).toHaveCount(0);
    await expect(page).toHaveURL(/\/profiles$/);
  });

  test('leads to sign-in if its session has ended', async ({ page, context, signUp }) => {
    await signUp({ opens: false });
    await page.goto('/profiles');
    await context.clearCookies();
    await bringBack(page);
    await expect(page).toHaveURL(/\/auth\/login\?redirectTo=%2Fprofiles/);
  });
});

test.describe('a navigation that fails', () => {
  test('because of an error says “Navigation failed”, and the page says what to do', async ({
    page,
    signUp,
  }) => {
    await signUp();
    await page.route(dataOf('/copy-wizard'), (route) => route.abort());
    await sections(page).getByRole('link', { name: 'Copy' }).click();
    await expect(toasts(page).getByRole('alert')).toHaveText('Navigation failed');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    // The shell is still there, so people can continue elsewhere.
    await sections(page).getByRole('link', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'Media Creator', level: 1 })).toBeVisible();
  });

  test('without a network says “Navigation failed”, and the page stays', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    await messageField(page).fill('Not to be lost');
    await context.setOffline(true);
    await sections(page).getByRole('link', { name: 'Copy' }).click();
    await expect(toasts(page)).toContainText('Navigation failed');
    await expect(messageField(page)).toHaveValue('Not to be lost');
    await expect(page).toHaveURL(/\/ai-lab$/);
    await context.setOffline(false);
    await sections(page).getByRole('link', { name: 'Copy' }).click();
    await expect(page).toHaveURL(/\/copy-wizard$/);
  });
});

test.describe('every touch target is at least 44 px at widths up to 640 px', () => {
  // screens.spec.ts checks the screens themselves.
  test('in the drawer of each section, and in the user menu', async ({ page, signUp }) => {
    await page.setViewportSize(PHONE);
    await signUp({ opens: false });
    for (const path of WITH_DRAWERS) {
      await page.goto(path);
      await toggle(page).click();
      await expect(drawer(page)).toBeVisible();
      expect.soft(await tooSmall(page), `${path}, drawer`).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    expect.soft(await tooSmall(page), 'user menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(page.getByRole('link', { name: 'All help articles' })).toBeVisible();
    expect.soft(await tooSmall(page), 'help menu').toEqual([]);
  });

  test('in a conversation that failed, with its toast', async ({ page, signUp }) => {
    await page.setViewportSize(PHONE);
    await signUp();
    await ask(page, 'Make a plan', { kind: 'markdown', tokens: 120, status: 401 });
    await expect(page.getByRole('button', { name: 'Dismiss notification' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
  });
});

test.describe('the theme', () => {
  test('is the stored one or the system’s, from the first paint on', async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seenThemes: seen });
      // Every frame that is painted, starting with the first one that has a body.
      const look = () => {
        if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor);
        if (seen.length < 30) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      new MutationObserver((_changes, observer) => {
        if (!document.body) return;
        observer.disconnect();
        Object.assign(window, { themeBeforeBody: document.documentElement.dataset.theme });
      }).observe(document, { childList: true, subtree: true });
    });

    async function themesOf(stored: string | null, system: 'light' | 'dark' | 'no-preference') {
      await page.emulateMedia({ colorScheme: system });
      await page.goto('/auth/login');
      await page.evaluate((value) => {
        if (value === null) localStorage.removeItem('theme');
        else localStorage.setItem('theme', value);
      }, stored);
      await page.reload();
      await page.waitForFunction(
        () => (window as never as { seenThemes: string[] }).seenThemes.length >= 30,
      );
      return page.evaluate(() => {
        const { seenThemes, themeBeforeBody } = window as never as {
          seenThemes: string[];
          themeBeforeBody: string;
        };
        return { before: themeBeforeBody, colors: [...new Set(seenThemes)] };
      });
    }

    const [dark] = (await themesOf('dark', 'dark')).colors;
    const [light] = (await themesOf('light', 'light')).colors;
    expect(dark).not.toBe(light);
    for (const [stored, system, theme] of [
      ['dark', 'light', 'dark'],
      ['light', 'dark', 'light'],
      [null, 'light', 'light'],
      [null, 'dark', 'dark'],
      ['sepia', 'light', 'light'],
      ['sepia', 'dark', 'dark'],
    ] as const) {
      const seen = await themesOf(stored, system);
      expect(seen, `stored ${stored}, system ${system}`).toEqual({
        before: theme,
        colors: [theme === 'dark' ? dark : light],
      });
    }
  });

  test('follows the system if storage is blocked, and can still be switched', async ({
    page,
    signUp,
  }) => {
    await signUp();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Switch to dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('follows the system, and a change in another tab', async ({ page, context }) => {
    await page.goto('/auth/login');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    const other = await context.newPage();
    await other.goto('/auth/login');
    await other.evaluate(() => localStorage.setItem('theme', 'dark'));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('is the system’s', async ({ page }) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto('/auth/login');
        await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
      }
    });
  });
});

/** With an app of its own, whose operator has announced maintenance. */
const announced = test.extend<object, { maintenanceUrl: string }>({
  maintenanceUrl: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-maintenance-'));
      chmodSync(dataDir, 0o711);
      const app = await startApp({
        dataDir,
        port: await freePort(),
        env: {
          MAINTENANCE_UNTIL: END.toISOString(),
          // With an email service, people are asked to confirm their email.
          SMTP_URL: 'smtp://127.0.0.1:9',
          MAIL_FROM: 'hello@example.com',
          OPENAI_BASE_URL: process.env.E2E_PROVIDER_URL ?? '',
          OPENAI_API_KEY: 'test',
          RATE_LIMITS: 'false',
        },
      });
      await use(app.url);
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: TEST_HANG_MS },
  ],
  baseURL: async ({ maintenanceUrl }, use) => use(maintenanceUrl),
});

/** In a year, at half past the hour, which is far from midnight in every time zone. */
const END = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 365.5 * 24 * HOUR_MS);

announced.describe('the maintenance banner', () => {
  announced.use({ timezoneId: 'America/New_York' });
  const banner = (page: Page) => page.getByRole('region', { name: 'Maintenance' });

  announced(
    'is shown in the shell, can be dismissed for the day, and is back the next day',
    async ({ page, context, signUp }) => {
      await page.goto('/contact');
      await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible();
      await expect(banner(page)).toHaveCount(0);

      await page.clock.install();
      await signUp();
      await expect(banner(page)).toBeVisible();
      await expect(banner(page)).toContainText(/^Planned maintenance until \w+ \d+, \d{4} at /);
      const other = await context.newPage();
      await other.goto('/profiles');
      await expect(banner(other)).toBeVisible();

      await banner(page).getByRole('button', { name: 'Dismiss: Maintenance' }).click();
      await expect(banner(page)).toHaveCount(0);
      // It disappears in the other tab too, and stays away.
      await expect(banner(other)).toHaveCount(0);
      await other.close();
      await page.reload();
      await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
      await expect(banner(page)).toHaveCount(0);

      // The tab stays open past midnight in the person's time zone.
      const untilMidnight = await page.evaluate(() => {
        const now = new Date();
        const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
        return midnight.getTime() - now.getTime();
      });
      await page.clock.fastForward(untilMidnight - 60_000);
      await expect(banner(page)).toHaveCount(0);
      await page.clock.fastForward(61_000);
      await expect(banner(page)).toBeVisible();
    },
  );

  announced('disappears in an open tab when the maintenance ends', async ({ page, signUp }) => {
    await signUp({ opens: false });
    await page.clock.install({ time: END.getTime() - 60_000 });
    await page.goto('/profiles');
    await expect(banner(page)).toBeVisible();
    await page.clock.fastForward(61_000);
    await expect(banner(page)).toHaveCount(0);
  });

  announced('doesn’t flash up after it was dismissed', async ({ page, signUp }) => {
    await signUp();
    await banner(page).getByRole('button', { name: 'Dismiss: Maintenance' }).click();
    await expect(banner(page)).toHaveCount(0);
    await page.addInitScript(() => {
      const seen: boolean[] = [];
      Object.assign(window, { bannerSeen: seen });
      const look = () => {
        const shown = document.querySelector('[aria-label="Maintenance"]')?.checkVisibility();
        if (document.body) seen.push(shown ?? false);
        if (seen.length < 30) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    // The server sends it, because it doesn't know that this browser dismissed it …
    expect(await (await page.request.get('/profiles')).text()).toContain('Planned maintenance');
    await page.goto('/profiles');
    const frames = await page.waitForFunction(() => {
      const { bannerSeen } = window as never as { bannerSeen: boolean[] };
      return bannerSeen.length >= 30 && bannerSeen;
    });
    // … and no frame shows it.
    expect(await frames.jsonValue()).not.toContain(true);
  });

  announced('leaves room for the composer on a phone’s screen', async ({ page, signUp }) => {
    await page.setViewportSize(PHONE);
    await signUp();
    await expect(banner(page)).toBeVisible();
    // A new account isn't verified yet, so there are two banners.
    await expect(page.getByRole('region', { name: 'Email not confirmed' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({
      ratio: 1,
    });
    await expect(messageField(page)).toBeInViewport({ ratio: 1 });
  });
});

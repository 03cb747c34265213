import { randomUUID } from 'node:crypto';

import routeMap from '../../app/routes.ts';
import { runAdmin } from '../harness/admin-command.ts';
import { answers, ask, expect, marker, test, untilIdle, type Page } from './setup/journey.ts';
import {
  ADMIN_SCREENS,
  isScreenOf,
  MEMBER_SCREENS,
  NO_SCREENS,
  pageAddresses,
  VISITOR_SCREENS,
} from './setup/screens.ts';
import { axe } from './setup/sound.ts';
import { tooSmall } from './setup/touch.ts';

/** Up to this width, targets have touch sizes. */
const MAX_TOUCH = 640;
/** On both sides of each breakpoint; up to 1024 px, the sidebar is a drawer. */
const WIDTHS = [1440, 1025, 1024, MAX_TOUCH + 1, MAX_TOUCH, 390, 360];
const NARROW = 360;
const HEIGHT = 844;

// Checks the finished page, not the middle of an animation.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('every page is listed as a screen @core', () => {
  const listed = [...VISITOR_SCREENS, ...MEMBER_SCREENS, ...ADMIN_SCREENS, ...NO_SCREENS];
  const routes = pageAddresses(routeMap);
  const isListed = (route: string) => listed.some((screen) => isScreenOf(route, screen));
  expect(
    routes.filter((route) => !isListed(route)),
    'put these into tests/e2e/setup/screens.ts',
  ).toEqual([]);
  const isThere = (screen: string) => routes.some((route) => isScreenOf(route, screen));
  expect(
    listed.filter((screen) => !isThere(screen)),
    'these are no pages any more',
  ).toEqual([]);
});

/**
 * `once` checks each screen wide and narrow, with axe in one of the two, depending on its name. `whole` checks all sizes,
 * with axe in both, so `once` is skipped where `whole` runs (`@quick`).
 */
type Extent = 'once' | 'whole';

const EXTENTS = [
  ['once', ', wide and narrow @quick'],
  ['whole', ', at every size and in both themes'],
] as const;

interface Check {
  extent: Extent;
  /** Whether touch targets are at least 44 px at widths up to 640 px. */
  touch: boolean;
}

/**
 * Checks that the page doesn't scroll sideways at any size, and passes axe in both themes and layouts, without
 * reloading.
 */
async function expectSound(
  page: Page,
  screen: string,
  { extent, touch }: Check = { extent: 'whole', touch: false },
): Promise<void> {
  const only = screen.length % 2 === 0 ? 'dark' : 'light';
  const isDue = (theme: 'dark' | 'light') => extent === 'whole' || theme === only;
  for (const width of extent === 'whole' ? WIDTHS : [1440, NARROW]) {
    await page.setViewportSize({ width, height: HEIGHT });
    // The layout at a new size takes a moment.
    await expect
      .poll(
        () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        { message: `${screen} scrolls sideways at ${width}` },
      )
      .toBeLessThanOrEqual(0);
    // One primary button says what there is to do.
    const names = await primaryButtons(page).allInnerTexts();
    expect(names.length, `${screen} at ${width}: ${names.join(', ')}`).toBeLessThanOrEqual(1);
    if (width === 1440 && isDue('dark')) await expectNoViolation(page, screen, 'dark');
    if (width === NARROW && isDue('light')) await expectNoViolation(page, screen, 'light');
    if (touch && width <= MAX_TOUCH) {
      await expect.poll(() => tooSmall(page), { message: `${screen} at ${width}` }).toEqual([]);
    }
  }
}

const primaryButtons = (page: Page) => page.locator('.bg-accent.shadow-raised:visible');

async function expectNoViolation(
  page: Page,
  screen: string,
  theme: 'dark' | 'light',
): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  // `axe` skips frames without scripts, in which it would wait forever; they only hold texts of users.
  const { violations } = await axe(page).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found, `${screen}, ${theme}`).toEqual([]);
}

// Axe is slow, so each group is a test of its own.
const HALF = Math.ceil(MEMBER_SCREENS.length / 2);

for (const [extent, how] of EXTENTS) {
  test(`the screens of visitors pass axe and fit${how}`, async ({ page }) => {
    test.slow();
    for (const path of VISITOR_SCREENS) {
      await page.goto(path);
      await expectSound(page, path, { extent, touch: true });
    }
    await page.goto('/auth/login');
    await expect(primaryButtons(page)).toHaveText(['Sign in']);
  });

  for (const [half, screens] of [
    ['first', MEMBER_SCREENS.slice(0, HALF)],
    ['second', MEMBER_SCREENS.slice(HALF)],
  ] as const) {
    test(`the screens of signed-in people pass axe and fit, ${half} half${how}`, async ({
      page,
      signUp,
    }) => {
      test.slow();
      await signUp({ opens: false });
      for (const path of screens) {
        await page.goto(path);
        expect(new URL(page.url()).pathname, 'leads nowhere else').toBe(path.split('?', 1)[0]);
        await expectSound(page, path, { extent, touch: true });
      }
    });
  }

  // The others are those that most people see, and stand for them in `npm test`.
  if (extent === 'once') continue;
  test(`the screens of admins pass axe and fit${how}`, async ({ page, signUp }) => {
    test.slow();
    const { email } = await signUp({ opens: false });
    await runAdmin(process.env.E2E_DATA_DIR ?? '', 'grant', email);
    for (const path of ADMIN_SCREENS) {
      // A missing page is reported within the admin area.
      expect((await page.goto(path))?.status()).toBe(path.endsWith('/none') ? 404 : 200);
      await expectSound(page, path, { extent, touch: true });
    }
  });
}

test('a conversation passes axe and fits when it is long, stopped, or failed, and with the drawer open', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  await ask(page, 'Make a plan', { kind: 'markdown', tokens: 120 });
  await expect(answers(page)).toContainText('A plan for the week');
  await untilIdle(page);
  await ask(page, 'And fail', { status: 401 });
  await expect(answers(page).last()).toContainText('AI response error');
  await untilIdle(page);
  await expectSound(page, 'conversation');
  await expectNoViolation(page, 'conversation on a phone', 'dark');
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible();
  for (const theme of ['dark', 'light'] as const) {
    await expectNoViolation(page, 'sidebar as a drawer', theme);
  }
});

test('a saved content passes axe and fits when it is read, edited, and compared with a version', async ({
  page,
  baseURL,
  signUp,
}) => {
  test.slow();
  await signUp();
  const headers = { Origin: baseURL ?? '' };
  const text = { title: 'Spring sale', content: '## Bread\n\n- **fresh**\n\n```\ncode\n```' };
  const place = { category: 'social', folderId: null };
  const created = await page.request.post('/api/saved-content', {
    headers,
    data: { ...place, ...text },
  });
  const { item } = (await created.json()) as { item: { id: string } };
  await page.request.patch(`/api/saved-content/${item.id}`, {
    headers,
    data: { ...text, content: 'All is different.', version: 1 },
  });
  await page.goto(`/copy-wizard/saved/social/${item.id}`);
  await expectSound(page, 'saved content');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expectSound(page, 'saved content, being edited');
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  await page.getByRole('list', { name: 'Versions' }).getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible();
  await expectSound(page, 'versions of a saved content');
});

test.describe('a brief passes axe and fits', () => {
  // Playwright and axe run scripts in the frame of a preview, which its sandbox blocks.
  test.use({ provoked: /Blocked script execution/ });

  test('while a campaign is filled in, and with mistakes', async ({ page, signUp }) => {
    test.slow();
    await signUp({ opens: false });
    await page.goto('/copy-wizard');
    await page.getByRole('button', { name: /^A whole campaign/ }).click();
    await expectSound(page, 'campaign');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Write 5 pieces' }).click();
    await expect(page.getByText('Add a topic.')).toBeVisible();
    await expectSound(page, 'wizard with an error');
  });

  test('with its variants, their previews, and while one is edited', async ({
    page,
    baseURL,
    signUp,
  }) => {
    test.slow();
    await signUp();
    const created = await page.request.post('/api/briefs', {
      headers: { Origin: baseURL ?? '' },
      data: {
        clientKey: randomUUID(),
        kind: 'campaign',
        formatIds: ['x-post', 'landing-page', 'promotion'],
        variants: 1,
        profileId: null,
        fields: {
          topic: `Bread ${marker({ kind: 'markdown', tokens: 60 })}`,
          audience: '',
          goal: '',
          tone: '',
          length: 'short',
          language: 'English',
          keywords: [],
          callToAction: '',
        },
      },
    });
    const { id } = (await created.json()) as { id: string };
    await page.goto(`/copy-wizard/briefs/${id}`);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(3);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectSound(page, 'brief');
    for (const look of await page.getByRole('button', { name: 'Preview', exact: true }).all()) {
      await look.click();
    }
    await expectSound(page, 'brief, as it will look');
    await page.getByRole('button', { name: 'Edit X post' }).click();
    await expect(page.getByRole('textbox', { name: 'Text of X post' })).toBeVisible();
    await expectSound(page, 'variant being edited');
  });
});

test('the gallery passes axe and fits when it is full, with one image enlarged, and with some selected', async ({
  page,
  baseURL,
  signUp,
}) => {
  test.slow();
  await signUp();
  const settings = { model: 'demo', size: '1024x1536', profileId: null, brandText: '' };
  const asked = await page.request.post('/api/media/images', {
    headers: { Origin: baseURL ?? '' },
    data: { clientKey: randomUUID(), prompt: 'A red barn', count: 3, ...settings },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  await page.goto('/media-creator?mode=generate');
  const barns = page.getByRole('button', { name: 'A red barn', exact: true });
  await expect(barns).toHaveCount(3);
  await expectSound(page, 'gallery beside the form, and the form alone');
  await page.setViewportSize({ width: 390, height: HEIGHT });
  await page.getByRole('button', { name: /^Your images/ }).click();
  await barns.first().click();
  await expect(page.getByRole('dialog', { name: 'Image' })).toContainText('1024 × 1536');
  await expectSound(page, 'one image, large');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await barns.first().click();
  await expectSound(page, 'gallery with some chosen');
});

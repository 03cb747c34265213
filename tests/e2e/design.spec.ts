import { test } from './setup/samples.ts';
import { expect, type Page } from './setup/journey.ts';
import { axe } from './setup/sound.ts';

const FRAMES = 10;

// Playwright and axe run scripts in every frame, which the sandboxed frames of the emails block.
test.use({ provoked: /Blocked script execution in 'about:srcdoc'/ });

test('every pair of colors has enough contrast in both themes', async ({ page }) => {
  await page.goto('/samples');
  const pairs = page.locator('[data-pair]');
  await expect(pairs.last()).toHaveAttribute('data-ratio', /\d/);
  const measured = await pairs.evaluateAll((items) =>
    items.map((item) => ({
      pair: `${item.getAttribute('data-pair')}, ${item.closest('[data-sample]')?.getAttribute('data-sample')}`,
      ratio: Number(item.getAttribute('data-ratio')),
      least: Number(item.getAttribute('data-least')),
    })),
  );
  expect(measured.length).toBeGreaterThan(40);
  expect(measured.filter(({ ratio, least }) => !(ratio >= least))).toEqual([]);
  // The two halves do have different themes.
  const surfaces = await page
    .locator('[data-sample]')
    .evaluateAll((halves) =>
      halves.slice(0, 2).map((half) => getComputedStyle(half).backgroundColor),
    );
  expect(surfaces[0]).not.toBe(surfaces[1]);
});

for (const theme of ['dark', 'light'] as const) {
  test(`all samples pass axe and don't scroll sideways in the ${theme} theme`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('/samples');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // The page shows its samples in both themes, so each test takes one of the two layouts.
    const width = theme === 'dark' ? 1440 : 390;
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page, `/samples at ${width}`);
    await page.setViewportSize({ width: 390, height: 900 });
    const frames = await page
      .getByRole('region', { name: 'Whole pages' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(frames).toHaveLength(FRAMES);
    for (const frame of frames) {
      await page.goto(frame);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSound(page, frame);
    }
  });
}

test('emails are shown as they are sent, in sandboxed frames', async ({ page, context }) => {
  // Each email in two widths.
  test.slow();
  await page.goto('/samples');
  const frames = page.locator('iframe');
  await expect(frames).toHaveCount(25);
  for (const frame of await frames.all()) await expect(frame).toHaveAttribute('sandbox', '');
  const first = frames.first().contentFrame();
  await expect(first.getByRole('link', { name: 'Confirm email' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'After sign-up: text' })).toContainText(
    'https://brandwright.example/',
  );

  const emails = await frames.evaluateAll((all) =>
    all.map((frame) => frame.getAttribute('srcdoc')),
  );
  const reader = await context.newPage();
  for (const html of emails) {
    await reader.setContent(html ?? '');
    for (const width of [800, 360]) {
      await reader.setViewportSize({ width, height: 800 });
      await expectNoViolation(reader, `mail at ${width}`, 'body');
      expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    }
  }
});

test('dialogs and menus pass axe, and return the focus when they close', async ({ page }) => {
  // Checks the end of animations, not their first frame.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/samples');
  const floating = page.getByRole('region', { name: 'What opens over the page' });
  for (const [opener, role] of [
    ['Dialog', 'dialog'],
    ['Question', 'alertdialog'],
    ['Dangerous question', 'alertdialog'],
    ['Question at work', 'alertdialog'],
    ['Menu', 'menu'],
  ] as const) {
    const button = floating.getByRole('button', { name: opener, exact: true });
    await button.click();
    const opened = page.getByRole(role);
    await expect(opened).toBeVisible();
    await expectNoViolation(page, opener, `[role=${role}]`);
    await page.keyboard.press('Escape');
    await expect(opened, opener).toHaveCount(0);
    await expect(button, opener).toBeFocused();
  }
});

async function expectSound(page: Page, what: string): Promise<void> {
  await expectNoViolation(page, what);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** `part` selects what is checked; then the landmarks of the page don't matter. */
async function expectNoViolation(page: Page, what: string, part?: string): Promise<void> {
  const looking = axe(page).exclude('iframe');
  if (part !== undefined) looking.include(part).disableRules(['landmark-one-main', 'region']);
  const { violations } = await looking.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(found, what).toEqual([]);
}

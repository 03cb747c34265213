import { AxeBuilder } from '@axe-core/playwright';

import { answers, ask, expect, test, untilIdle, type Page } from './setup/journey.ts';

const VISITOR_SCREENS = [
  '/auth/login',
  '/auth/signup',
  '/pricing',
  '/privacy',
  '/terms',
  '/contact',
  '/nowhere',
];

const SIGNED_IN_SCREENS = [
  '/ai-lab',
  '/copy-wizard',
  '/media-creator',
  '/media-creator?mode=generate',
  '/media-creator?mode=train-lora',
  '/media-creator/video-gen',
  '/settings',
  '/profiles',
  '/nowhere',
];

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];

/** Rules that look at the page as a whole, in the theme and size it has. */
async function expectSound(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found, screen).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const theme of ['dark', 'light'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('the screens of visitors are sound at every size', async ({ page }) => {
      for (const path of VISITOR_SCREENS) {
        await page.goto(path);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expectSound(page, `${path} at ${size.width}`);
        }
      }
    });

    test('the screens of signed-in people are sound at every size', async ({ page, signUp }) => {
      test.slow();
      await signUp();
      for (const path of SIGNED_IN_SCREENS) {
        await page.goto(path);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expectSound(page, `${path} at ${size.width}`);
        }
      }
    });

    test('a conversation is sound: full, stopped, failed', async ({ page, signUp }) => {
      await signUp();
      await ask(page, 'Make a plan', { kind: 'markdown', tokens: 120 });
      await expect(answers(page)).toContainText('A plan for the week');
      await untilIdle(page);
      await ask(page, 'And fail', { status: 401 });
      await expect(answers(page).last()).toContainText('AI response error');
      await untilIdle(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await expectSound(page, `conversation at ${size.width}`);
      }
      await page.getByRole('button', { name: 'Open sidebar' }).click();
      await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible();
      await expectSound(page, 'sidebar as a drawer');
    });
  });
}

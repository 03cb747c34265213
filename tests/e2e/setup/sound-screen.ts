import { AxeBuilder } from '@axe-core/playwright';

import { expect, type Page } from './journey.ts';

/** What is open now is sound: axe in both themes, a wide and a narrow one, and nothing scrolls sideways. */
export async function expectSoundScreen(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize();
  for (const [theme, width] of [
    ['dark', 1440],
    ['light', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect(found, `${screen}, ${theme} at ${width}`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${screen} at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}

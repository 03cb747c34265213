import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

import { expect } from './journey.ts';

/**
 * Axe for a test's page. Its newer mode opens a tab for each report, which doubles the time. In a frame that blocks
 * scripts it would wait forever; such frames only hold people's texts.
 */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .exclude('iframe[sandbox=""]');
}

/**
 * Expects that the page passes axe, wide in the dark theme and narrow in the light one, and doesn't scroll sideways. The
 * layout is the same for all widths up to 640 px.
 */
export async function expectSound(page: Page, what = 'the page'): Promise<void> {
  for (const [colorScheme, width] of [
    ['dark', 1440],
    ['light', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
    const { violations } = await axe(page).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect(found, `${what}, ${colorScheme} at ${width}`).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${what} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

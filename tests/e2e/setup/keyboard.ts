import { expect, type Locator, type Page } from 'playwright/test';

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  const wanted = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted, 'the keyboard gets there').toHaveCount(1);
}

/** Expects that the target has a visible focus ring. */
export async function expectSeenFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expect(target).not.toHaveCSS('outline-style', 'none');
}

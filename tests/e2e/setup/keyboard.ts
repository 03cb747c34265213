import { expect, type Locator, type Page } from 'playwright/test';

/** Goes on by the Tab key alone until that has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  const wanted = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted, 'the keyboard gets there').toHaveCount(1);
}

/** Whoever has no pointer sees where they are: on this. */
export async function expectSeenFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expect(target).not.toHaveCSS('outline-style', 'none');
}

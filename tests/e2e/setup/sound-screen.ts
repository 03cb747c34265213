import type { Page } from './journey.ts';
import { expectSound } from './sound.ts';

/** The same in the middle of a journey, whose window then gets its size back. */
export async function expectSoundScreen(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize();
  await expectSound(page, screen);
  if (before) await page.setViewportSize(before);
}

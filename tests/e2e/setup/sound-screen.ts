import type { Page } from './journey.ts';
import { expectSound } from './sound.ts';

/** The same in the midst of a journey, which goes on in a window as large as before. */
export async function expectSoundScreen(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize();
  await expectSound(page, screen);
  if (before) await page.setViewportSize(before);
}

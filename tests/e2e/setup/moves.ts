import type { Page } from 'playwright/test';

/** Notes from now on what is shown as moving to another place (app/ui/motion.ts); returns the texts so far. */
export async function watchMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLElement && node.matches('.moving-card')) {
          moves.push(node.dataset.text ?? '');
        }
      }
    }).observe(document.body, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { moves: string[] }).moves);
}

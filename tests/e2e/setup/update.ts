import type { Page } from './journey.ts';

/** What the person reads then. */
export const UPDATED = 'Brandwright was updated. Reload the page to continue.';

/** Makes this page one of an earlier build, as if the server had been updated since it was loaded. */
export async function update(page: Page): Promise<void> {
  // Remix asks for the routes of the page's links as soon as it runs.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    if (window.__remixManifest) window.__remixManifest.version = 'earlier';
  });
}

/** Makes the pages that load from now on ones of an earlier build, before they connect to the server, which says so. */
export async function updateBeforeConnecting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let manifest: object | undefined;
    Object.defineProperty(window, '__remixManifest', {
      configurable: true,
      get: () => manifest,
      set: (value: object) => void (manifest = { ...value, version: 'earlier' }),
    });
  });
}

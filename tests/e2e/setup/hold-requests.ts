import type { Page } from './journey.ts';

/** Holds back the requests that match until the returned function is called. */
export async function holdRequests(
  page: Page,
  matching: Parameters<Page['route']>[0],
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(matching, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

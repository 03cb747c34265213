import { setTimeout as sleep } from 'node:timers/promises';

import { chromium, type Browser, type CDPSession, type Page } from 'playwright';

import { findOrInstallBrowser } from '../../../scripts/browser.mjs';

/** Who looks, and where the app is. */
export interface Visitor {
  url: string;
  /** Empty for someone who is not signed in. */
  cookie: string;
}

export interface Look {
  page: Page;
  session: CDPSession;
  close(): Promise<void>;
}

/** A new window is at work on itself for a while, on the cores that the page needs. */
const OPENING_MS = 1_500;

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findOrInstallBrowser() });
}

/** A window of its own, with nothing in its cache, that has come to rest. */
export async function look(browser: Browser, { url, cookie }: Visitor): Promise<Look> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=', 2);
  if (cookie !== '') await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await sleep(OPENING_MS);
  return { page, session, close: () => context.close() };
}

/** Until a message could be typed and sent, in ms after the navigation began. */
export async function untilUsable(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name=message]');
    // React leaves its mark on what it has taken over.
    const alive = field && Object.keys(field).some((key) => key.startsWith('__reactProps'));
    return alive && !field.disabled ? performance.now() : false;
  });
  return (await handle.jsonValue()) as number;
}

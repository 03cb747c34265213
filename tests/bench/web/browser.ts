import { setTimeout as sleep } from 'node:timers/promises';

import { chromium, type Browser, type CDPSession, type Page } from 'playwright';

import { findOrInstallBrowser } from '../../../scripts/browser.mjs';

/** A visitor, and the app's address. */
export interface Visitor {
  url: string;
  /** Empty without a session. */
  cookie: string;
}

export interface Look {
  page: Page;
  session: CDPSession;
  close(): Promise<void>;
}

/** A new window keeps the cores busy for a while. */
const OPENING_MS = 1_500;

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findOrInstallBrowser() });
}

/** Opens an idle window with an empty cache. */
export async function look(browser: Browser, { url, cookie }: Visitor): Promise<Look> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const cookies = cookie.split('; ').filter(Boolean);
  await context.addCookies(
    cookies.map((each) => {
      const [name = '', value = ''] = each.split('=', 2);
      return { name, value, url };
    }),
  );
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await sleep(OPENING_MS);
  return { page, session, close: () => context.close() };
}

/** Milliseconds from the start of the navigation until a message can be typed and sent. */
export async function untilUsable(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name=message]');
    // React marks hydrated elements.
    const alive = field && Object.keys(field).some((key) => key.startsWith('__reactProps'));
    return alive && !field.disabled ? performance.now() : false;
  });
  return (await handle.jsonValue()) as number;
}

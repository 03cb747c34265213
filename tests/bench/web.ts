/**
 * Measures in Chromium what a browser has to do: `npm run bench:web`, or `npm run bench:web -- PART …`. Each visit has a
 * window of its own with an empty cache.
 */
import type { Browser } from 'playwright';

import { runBench, type Part } from './measure.ts';
import type { Line } from './report.ts';
import { openBrowser } from './web/browser.ts';
import { measureBytes } from './web/bytes.ts';
import { measureFirstView } from './web/first-view.ts';
import { measureLongConversation } from './web/long-conversation.ts';
import { shareNewest } from './web/share.ts';
import type { Served, World } from './world.ts';

function inBrowser(
  measure: (browser: Browser, world: World, app: Served) => Promise<Line[]>,
): Part {
  return async (world) => {
    const app = await world.startApp();
    const browser = await openBrowser();
    try {
      return await measure(browser, world, app);
    } finally {
      await browser.close();
      await app.stop();
    }
  };
}

const PARTS: Record<string, Part> = {
  bytes: inBrowser(async (browser, world, app) => {
    const { cookie } = await world.busyPerson(app);
    const person = { url: app.url, cookie };
    const guest = { url: app.url, cookie: '' };
    const shared = await shareNewest(person);
    return measureBytes(browser, [
      {
        ...{ name: '/ai-lab', address: `${app.url}/ai-lab`, visitor: person },
        ...{ maxScript: 155, maxTotal: 280 },
      },
      {
        ...{ name: '/auth/login', address: `${app.url}/auth/login`, visitor: guest },
        maxScript: 114,
      },
      { name: '/shared', address: shared, visitor: guest, maxScript: 114 },
    ]);
  }),

  view: inBrowser(async (browser, world, app) => {
    const { cookie } = await world.busyPerson(app);
    return measureFirstView(browser, { url: app.url, cookie });
  }),

  scrolling: inBrowser(async (browser, world, app) => {
    const { cookie, conversationId } = await world.talkativePerson(app);
    return measureLongConversation(browser, { url: app.url, cookie, conversationId });
  }),
};

await runBench({ command: 'bench:web', parts: PARTS });

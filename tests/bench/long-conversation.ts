import { chromium, type Browser, type Page } from 'playwright';

import { marker } from '../fakes/openai.ts';
import { longestTask, MARKS, TRACED } from '../harness/long-tasks.ts';
import { call } from './client.ts';
import type { PageTarget } from './pages.ts';
import { atMost, type Line } from './report.ts';
import { percentile } from './statistics.ts';

/** Row 12: a conversation of 2,000 messages is opened, and scrolled through while an answer streams into it. */
export async function measureLongConversation({ url, cookie }: PageTarget): Promise<Line[]> {
  const firstBytes: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const reply = await call(url, { headers: { cookie, accept: 'text/html' } });
    if (reply.status !== 200 || !reply.text.includes('Answer 2000')) {
      throw new Error(`${url} answered ${reply.status}`);
    }
    // The first ones make the machine warm.
    if (turn >= 20) firstBytes.push(reply.firstByteMs);
  }
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  });
  try {
    const usable: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const page = await open(browser, cookie);
      const ms = await untilUsable(page, url);
      if (turn >= 2) usable.push(ms);
      await page.context().close();
    }
    const figure = (what: string, app: number) => ({ row: 12, what, unit: 'ms', app });
    return [
      atMost(100, figure('conversation of 2,000, first byte p95', percentile(firstBytes, 0.95))),
      atMost(600, figure('the same, usable p50', percentile(usable, 0.5))),
      atMost(
        50,
        figure(
          'the same, longest task while scrolled and streaming',
          await scroll(browser, url, cookie),
        ),
      ),
    ];
  } finally {
    await browser.close();
  }
}

async function open(browser: Browser, cookie: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { cookie } });
  return context.newPage();
}

/** Until a message could be typed and sent, in ms after the navigation began. */
async function untilUsable(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name=message]');
    // React leaves its mark on what it has taken over.
    const alive = field && Object.keys(field).some((key) => key.startsWith('__reactProps'));
    return alive && !field.disabled ? performance.now() : false;
  });
  return (await handle.jsonValue()) as number;
}

/** The longest task while somebody scrolls up through it and an answer comes. */
async function scroll(browser: Browser, url: string, cookie: string): Promise<number> {
  const page = await open(browser, cookie);
  await untilUsable(page, url);
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill(marker({ kind: 'markdown', tokens: 3_000, rate: 200 }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.text-run'), null, { polling: 500 });
  await browser.startTracing(page, { categories: TRACED });
  await page.evaluate((name) => performance.mark(name), MARKS.begin);
  await page.mouse.move(700, 400);
  for (let step = 0; step < 100; step += 1) {
    await page.mouse.wheel(0, -400);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await page.evaluate((name) => performance.mark(name), MARKS.end);
  const trace = (await browser.stopTracing()).toString();
  await page.context().close();
  return longestTask(trace);
}

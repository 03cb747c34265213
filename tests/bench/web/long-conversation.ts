import type { Browser, Page } from 'playwright';

import { marker } from '../../fakes/openai.ts';
import { longestTask, MARKS, TRACED } from '../../harness/long-tasks.ts';
import { atMost, noted, type Line } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { look, untilUsable, type Visitor } from './browser.ts';

const VISITS = 9;
const SCROLLS = 3;
const FRAME_MS = 1_000 / 60;
/** An answer that outlasts the scrolling. */
const ANSWER = marker({ kind: 'markdown', tokens: 20_000, rate: 100 });
/** Enough to reach the first of 2,000 messages; it ends a scroll that is stuck. */
const MAX_STEPS = 4_000;

/** Row 12, the browser's part: opens a conversation of 2,000 messages, and scrolls through it during an answer. */
export async function measureLongConversation(
  browser: Browser,
  visitor: Visitor & { conversationId: string },
): Promise<Line[]> {
  const address = `${visitor.url}/ai-lab/chat/${visitor.conversationId}`;
  const usable: number[] = [];
  for (let turn = 0; turn <= VISITS; turn += 1) {
    const { page, close } = await look(browser, visitor);
    const ms = await untilUsable(page, address);
    // The first visit starts what the browser's windows share.
    if (turn > 0) usable.push(ms);
    await close();
  }
  const ways: Way[] = [];
  for (let turn = 0; turn < SCROLLS; turn += 1) {
    ways.push(await scroll(browser, visitor, address));
  }
  const figure = (what: string, unit: string, app: number) => ({ row: 12, what, unit, app });
  const middle = (of: (way: Way) => number) => median(ways.map(of));
  return [
    atMost(600, figure('conversation of 2,000, usable p50', 'ms', percentile(usable, 0.5))),
    noted(figure('conversation of 2,000, usable p95', 'ms', percentile(usable, 0.95))),
    atMost(
      50,
      figure(
        'the same, longest task while scrolled and streaming',
        'ms',
        middle(({ longest }) => longest),
      ),
    ),
    noted(
      figure(
        '  messages scrolled through',
        '',
        middle(({ messages }) => messages),
      ),
    ),
    noted(
      figure(
        '  frames dropped of a hundred',
        '',
        middle(({ dropped }) => dropped),
      ),
    ),
    noted(
      figure(
        '  layout shift',
        '',
        middle(({ shift }) => shift),
      ),
    ),
  ];
}

interface Way {
  longest: number;
  messages: number;
  dropped: number;
  shift: number;
}

/** Scrolls up to the first message, frame by frame, while text streams at the end. */
async function scroll(browser: Browser, visitor: Visitor, address: string): Promise<Way> {
  const { page, close } = await look(browser, visitor);
  await untilUsable(page, address);
  await page.getByRole('textbox', { name: 'Message' }).fill(ANSWER);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.text-run'), null, { polling: 500 });
  await browser.startTracing(page, { categories: TRACED });
  await page.evaluate((name) => performance.mark(name), MARKS.begin);
  await page.mouse.move(700, 400);
  const { dropped, shift } = await wayUp(page);
  await page.evaluate((name) => performance.mark(name), MARKS.end);
  const trace = (await browser.stopTracing()).toString();
  const messages = await page.getByRole('article').count();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  if (!(await stop.isVisible())) throw new Error('the answer ended before the way up did');
  // The next turn uses the same conversation.
  await stop.click();
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await close();
  return { longest: longestTask(trace), messages, dropped, shift };
}

/** Turns the wheel until the top. */
async function wayUp(page: Page): Promise<{ dropped: number; shift: number }> {
  await page.evaluate(() => {
    const watched = { frames: [] as number[], shift: 0, going: true };
    (window as never as { watched: typeof watched }).watched = watched;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        watched.shift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift' });
    const frame = (at: number) => {
      watched.frames.push(at);
      if (watched.going) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.mouse.wheel(0, -800);
    const isAtTop = await page.evaluate(
      () =>
        new Promise<boolean>((done) =>
          requestAnimationFrame(() => {
            const log = document.querySelector('[role=log]');
            done(log?.scrollTop === 0 && !/Show earlier messages/.test(log.textContent));
          }),
        ),
    );
    if (isAtTop) break;
  }
  const { frames, shift } = await page.evaluate(() => {
    const { watched } = window as never as {
      watched: { frames: number[]; shift: number; going: boolean };
    };
    watched.going = false;
    return watched;
  });
  const took = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  const due = took / FRAME_MS;
  return { dropped: Math.max(0, (100 * (due - frames.length)) / due), shift };
}

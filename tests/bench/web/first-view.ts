import type { Browser, CDPSession, Page } from 'playwright';

import { atMost, noted, type Line } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { look, untilUsable, type Visitor } from './browser.ts';

const VISITS = 7;

/** What a page records about itself from the start. */
interface Noted {
  largest: number;
  shift: number;
  longTasks: number[];
  /** Milliseconds from a key to the frame that shows it. */
  events: number[];
}

declare global {
  interface Window {
    noted: Noted;
  }
}

function note(): void {
  const noted: Noted = { largest: NaN, shift: 0, longTasks: [], events: [] };
  window.noted = noted;
  const watch = (
    type: string,
    take: (entry: PerformanceEntry) => void,
    options: PerformanceObserverInit = {},
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  watch('largest-contentful-paint', ({ startTime }) => (noted.largest = startTime));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) noted.shift += value;
  });
  watch('longtask', ({ duration }) => noted.longTasks.push(duration));
  watch(
    'event',
    ({ name, duration }) => {
      if (name === 'keydown') noted.events.push(duration);
    },
    { durationThreshold: 16 } as PerformanceObserverInit,
  );
}

interface Visit {
  first: number;
  largest: number;
  shift: number;
  longest: number;
  nodes: number;
  heapMb: number;
  usable: number;
}

/** Row 7: /ai-lab for someone with 10,000 conversations, and typing there. */
export async function measureFirstView(browser: Browser, visitor: Visitor): Promise<Line[]> {
  const visits: Visit[] = [];
  let keys: number[] = [];
  for (let turn = 0; turn <= VISITS; turn += 1) {
    const { page, session, close } = await look(browser, visitor);
    await page.addInitScript(note);
    const seen = await visit(page, session, `${visitor.url}/ai-lab`);
    // The first visit starts what the browser's windows share.
    if (turn > 0) visits.push(seen);
    if (turn === VISITS) keys = await typed(page);
    await close();
  }
  const figure = (what: string, unit: string, of: (one: Visit) => number, share = 0.5) => ({
    row: 7,
    what: `10,000 conversations, ${what}`,
    unit,
    app: percentile(visits.map(of), share),
  });
  return [
    atMost(
      350,
      figure('first paint p50', 'ms', ({ first }) => first),
    ),
    noted(figure('first paint p95', 'ms', ({ first }) => first, 0.95)),
    atMost(
      450,
      figure('largest paint p50', 'ms', ({ largest }) => largest),
    ),
    noted(figure('largest paint p95', 'ms', ({ largest }) => largest, 0.95)),
    noted(figure('usable p50', 'ms', ({ usable }) => usable)),
    atMost(
      0,
      figure('layout shift, the most', '', ({ shift }) => shift, 1),
    ),
    atMost(
      1_500,
      figure('DOM elements', '', ({ nodes }) => nodes, 1),
    ),
    atMost(
      25,
      figure('heap', 'MB', ({ heapMb }) => heapMb, 1),
    ),
    noted(figure('longest task p50', 'ms', ({ longest }) => longest)),
    noted({ row: 7, what: 'a key until it shows, p50', unit: 'ms', app: median(keys) }),
    noted({ row: 7, what: 'a key until it shows, p98', unit: 'ms', app: percentile(keys, 0.98) }),
  ];
}

async function visit(page: Page, session: CDPSession, address: string): Promise<Visit> {
  const usable = await untilUsable(page, address);
  await page.waitForLoadState('networkidle');
  const noted = await page.evaluate(() => ({
    ...window.noted,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    nodes: document.getElementsByTagName('*').length,
  }));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  return {
    ...{ first: noted.first, largest: noted.largest, shift: noted.shift, nodes: noted.nodes },
    longest: Math.max(0, ...noted.longTasks),
    heapMb: heap / 1e6,
    usable,
  };
}

const TEXT = 'What would you write on a small sign in the window of a bakery? ';

/** Milliseconds for each key typed into the message field; one shown within a frame counts as 16. */
async function typed(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.evaluate(() => (window.noted.events.length = 0));
  await page.keyboard.type(TEXT.repeat(2), { delay: 40 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const slow = await page.evaluate(() => window.noted.events);
  const count = TEXT.length * 2;
  return [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)];
}

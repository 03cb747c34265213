import { answers, ask, expect, release, test, untilIdle } from './setup/journey.ts';

// A recording of the page is work on the page.
test.use({ trace: 'off' });

test('200 KB that stream: finished blocks keep their elements, and no task is long', async ({
  page,
  browser,
  signUp,
}) => {
  test.setTimeout(90_000);
  await signUp();
  await ask(page, 'First', { text: 'Ready.' });
  await untilIdle(page);
  await expect(answers(page)).toContainText('Ready.');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await ask(page, 'Write', { kind: 'rich', rate: 800, holdAfter: 4_000, hold: 'rich-half' });
  await page.evaluate(() => performance.mark('answer-begins'));
  // Asked for by the page itself and seldom: each look from outside is a long task of its own.
  const untilHolds = (least: number) =>
    page.waitForFunction(
      (length) => (document.querySelectorAll('.text-run')[length] ? true : false),
      least,
      { polling: 500, timeout: 60_000 },
    );
  await untilHolds(4);
  await page.evaluate(() => {
    const runs = [...document.querySelectorAll('.text-run')].slice(0, 4);
    (window as never as { kept: Element[] }).kept = runs.flatMap((run) => [
      ...run.querySelectorAll('*'),
    ]);
  });
  await release('rich-half');
  await page.waitForFunction(() => !document.querySelector('button[aria-label=Stop]'), null, {
    polling: 500,
    timeout: 60_000,
  });
  await page.evaluate(() => performance.mark('answer-ended'));
  const trace = (await browser.stopTracing()).toString();
  const kept = await page.evaluate(() => {
    const { kept } = window as never as { kept: Element[] };
    return { all: kept.length, there: kept.filter((element) => element.isConnected).length };
  });
  expect(kept.all).toBeGreaterThan(100);
  expect(kept.there).toBe(kept.all);
  expect(longestTask(trace)).toBeLessThan(50);
});

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Of the thread's own time, which other work on the machine does not lengthen. */
  tdur?: number;
}

/** The longest task of the page's main thread between the two marks, in ms of its own time. */
function longestTask(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const mark = (name: string) => traceEvents.find((event) => event.name === name);
  const begin = mark('answer-begins');
  const end = mark('answer-ended');
  if (!begin || !end) throw new Error('the marks are not in the trace');
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid, ts }) =>
      ph === 'X' &&
      name.endsWith('RunTask') &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts > begin.ts &&
      ts < end.ts,
  );
  if (tasks.length < 100) throw new Error('the trace has no tasks');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

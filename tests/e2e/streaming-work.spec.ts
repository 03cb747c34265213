import { slowness } from '../harness/cpu-time.ts';
import { longestTask, MARKS, TRACED } from '../harness/long-tasks.ts';
import { answers, ask, expect, release, test, untilIdle } from './setup/journey.ts';

test.use({
  // Recording a trace would make the page do more work.
  trace: 'off',
  // What is measured runs as fast as in people's browsers.
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [] }),
});

test('an answer of 200 KB streams without long tasks, and its finished blocks keep their elements @alone', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp();
  await ask(page, 'First', { text: 'Ready.' });
  await untilIdle(page);
  await expect(answers(page)).toContainText('Ready.');
  await browser.startTracing(page, { categories: TRACED });
  await ask(page, 'Write', { kind: 'rich', rate: 800, holdAfter: 4_000, hold: 'rich-half' });
  await page.evaluate((name) => performance.mark(name), MARKS.begin);
  // The page polls by itself, and rarely, because every evaluation from outside is a long task.
  const untilHolds = (least: number) =>
    page.waitForFunction(
      (length) => (document.querySelectorAll('.text-run')[length] ? true : false),
      least,
      { polling: 500 },
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
  });
  await page.evaluate((name) => performance.mark(name), MARKS.end);
  const trace = (await browser.stopTracing()).toString();
  const kept = await page.evaluate(() => {
    const { kept } = window as never as { kept: Element[] };
    return { all: kept.length, there: kept.filter((element) => element.isConnected).length };
  });
  expect(kept.all).toBeGreaterThan(100);
  expect(kept.there).toBe(kept.all);
  expect(longestTask(trace)).toBeLessThan(50 * slowness());
});

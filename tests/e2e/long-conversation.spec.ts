import type { Browser, Locator } from 'playwright/test';

import { RUN_LENGTH } from '../../app/features/chat/messages/message-runs.ts';
import { inDatabase } from './setup/database.ts';
import {
  answers,
  ask,
  expect,
  questions,
  release,
  test,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { storeTexts } from './setup/stored-conversation.ts';

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const articles = (page: Page) => log(page).getByRole('article');
const earlier = (page: Page) => page.getByRole('button', { name: 'Show earlier messages' });

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `Message **${at + 1}** of the long talk.`);

/** The position of a message in the window, in px. */
const topOf = (page: Page, text: string) =>
  articles(page)
    .filter({ hasText: text })
    .evaluate((element) => element.getBoundingClientRect().top);

/** How far down the log is scrolled, in px. */
const topOfView = (page: Page) => log(page).evaluate((element) => element.scrollTop);

/** Scrolls up until a message is loaded. */
const scrollUpTo = (page: Page, message: Locator) =>
  expect(async () => {
    await log(page).evaluate((element) => (element.scrollTop = 0));
    await expect(message).toHaveCount(1, { timeout: 200 });
  }).toPass();

/** How many elements the browser styled each time that it did while this ran. */
async function styledWhile(browser: Browser, page: Page, work: () => Promise<void>) {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await work();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  return traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0);
}

/** True if nothing has moved or grown for some frames. */
const stillness = (page: Page) =>
  log(page).evaluate(async (element) => {
    const look = () => `${element.scrollTop} ${element.scrollHeight}`;
    const before = look();
    for (let frame = 0; frame < 20; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return look() === before;
  });

test('a conversation of 2,000 messages opens at its end and loads the others on scrolling, and nothing jumps', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  const id = await storeTexts(email, numbered(2_000));
  await page.goto(`/ai-lab/chat/${id}`);
  await expect(articles(page).last()).toContainText('Message 2000 of');
  await expect(articles(page).last()).toBeInViewport();
  expect(await articles(page).count()).toBeLessThan(130);

  // Scrolling up step by step: the message in view keeps its place while others are added above it.
  await log(page).focus();
  await expect(async () => {
    await log(page).evaluate((element) => (element.scrollTop = 400));
    await expect(articles(page).filter({ hasText: 'Message 1700 of' })).toHaveCount(1, {
      timeout: 200,
    });
  }).toPass();
  const anchor = 'Message 1700 of';
  await articles(page)
    .filter({ hasText: anchor })
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await articles(page).count();
  const top = await topOf(page, anchor);
  await earlier(page).evaluate((button: HTMLButtonElement) => button.click());
  await expect.poll(() => articles(page).count()).toBeGreaterThan(before);
  await expect.poll(async () => Math.abs((await topOf(page, anchor)) - top)).toBeLessThan(3);

  // The next question is added at the end, and the view follows its answer there.
  await ask(page, 'And now?', { text: 'The end.' });
  await untilIdle(page);
  await expect(answers(page).last()).toContainText('The end.');
  await page.getByRole('button', { name: 'Jump to the end' }).click();
  await expect(answers(page).last()).toBeInViewport();
  expect(await articles(page).count()).toBeGreaterThan(before);
});

test('another version far above the end is shown in its place, with all messages that follow it', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  const id = await storeTexts(email, numbered(120));
  // A second version of message 41, followed by a long branch.
  await inDatabase(
    `WITH RECURSIVE place AS (
       SELECT id, parent_id, user_id, row_number() OVER (ORDER BY timestamp) AS n FROM messages WHERE conversation_id = $1
     ), other AS (
       SELECT n, gen_random_uuid() AS id FROM generate_series(1, 99) AS n
     )
     INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, timestamp)
     SELECT other.id, place.user_id, $1, coalesce((SELECT o.id FROM other o WHERE o.n = other.n - 1), place.parent_id),
            (CASE WHEN other.n % 2 = 1 THEN 'user' ELSE 'assistant' END)::message_role,
            'Otherwise ' || other.n || '.', now() - make_interval(secs => 5000 - other.n)
       FROM other JOIN place ON place.n = 41 ORDER BY other.n`,
    [id],
  );
  await page.goto(`/ai-lab/chat/${id}`);
  const forked = () => questions(page).filter({ hasText: 'Message 41 of' });
  await scrollUpTo(page, forked());
  // Where earlier messages are still being added, what has the focus may leave the view, and a press that ends on another
  // element is no click.
  await expect.poll(() => stillness(page)).toBe(true);
  await forked().getByRole('button', { name: 'Next version' }).press('Enter');
  const other = questions(page).filter({ hasText: 'Otherwise 1.' });
  await expect(other).toBeInViewport();
  await expect(articles(page).last()).toContainText('Otherwise 99.');
  await scrollUpTo(page, questions(page).filter({ hasText: 'Message 1 of' }));
  await expect(articles(page)).toHaveCount(139);
  await expect(articles(page).first()).toContainText('Message 1 of');
});

test('earlier messages that fail to load can be requested again, and a slight scroll up ends following the answer', async ({
  page,
  signUp,
  context,
}) => {
  const { email } = await signUp();
  const id = await storeTexts(
    email,
    // So tall that nothing more is requested before the page is scrolled.
    numbered(60).map((text) => `${text}\n\n${'A line.\n\n'.repeat(20)}`),
  );
  await page.goto(`/ai-lab/chat/${id}`);
  await expect(articles(page).last()).toBeInViewport();
  await context.route('**/messages?*', (route) => route.abort());
  await log(page).evaluate((element) => (element.scrollTop = 0));
  await expect(page.getByText('Couldn’t load earlier messages. Try again.')).toBeVisible();
  await context.unroute('**/messages?*');
  await earlier(page).focus();
  await page.keyboard.press('Enter');
  await expect(articles(page)).toHaveCount(60);
  await expect(earlier(page)).toHaveCount(0);

  // Scrolling up by a few pixels is enough to stay there while more text arrives.
  const text = {
    kind: 'markdown',
    tokens: 600,
    rate: 400,
    holdAfter: 300,
    hold: 'a-bit-up',
  } as const;
  await ask(page, 'And then?', text);
  await page.getByRole('button', { name: 'Jump to the end' }).click();
  // What arrived last may be empty, so it's the end of the view that counts.
  await expect
    .poll(() => log(page).evaluate((el) => el.scrollHeight - el.scrollTop - el.clientHeight))
    .toBeLessThan(2);
  await expect.poll(() => stillness(page)).toBe(true);
  const atEnd = await topOfView(page);
  await log(page).hover();
  await page.mouse.wheel(0, -40);
  await expect.poll(() => topOfView(page)).toBeLessThan(atEnd - 20);
  await expect.poll(() => stillness(page)).toBe(true);
  const stays = await topOfView(page);
  await release('a-bit-up');
  await untilIdle(page);
  expect(Math.abs((await topOfView(page)) - stays)).toBeLessThan(3);
});

test('the browser styles what is added above, and none of the messages that are there', async ({
  page,
  browser,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  const id = await storeTexts(email, numbered(400));
  await page.goto(`/ai-lab/chat/${id}`);
  await scrollUpTo(page, articles(page).filter({ hasText: 'Message 200 of' }));
  await expect.poll(() => stillness(page)).toBe(true);
  const before = await articles(page).count();

  const styled = await styledWhile(browser, page, async () => {
    await earlier(page).evaluate((button: HTMLButtonElement) => button.click());
    await expect.poll(() => articles(page).count()).toBeGreaterThan(before);
    await expect.poll(() => stillness(page)).toBe(true);
  });
  const added = (await articles(page).count()) - before;
  const elements = await articles(page).evaluateAll(
    (all, added) =>
      all.slice(0, added).flatMap((one) => [one, ...one.querySelectorAll('*')]).length,
    added,
  );
  // Messages are added by runs. What is styled twice, such as for a pseudo-element, counts twice.
  const ofRun = (elements / added) * RUN_LENGTH;
  expect(Math.max(...styled)).toBeGreaterThan(ofRun / 2);
  expect(Math.max(...styled)).toBeLessThan(ofRun * 1.5);
});

test('moving the pointer over a long answer, or showing the button that jumps to its end, restyles nothing inside it', async ({
  page,
  browser,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  const id = await storeTexts(email, ['How?', 'A **long** answer.\n\n'.repeat(400)]);
  await page.goto(`/ai-lab/chat/${id}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  const copy = articles(page).first().getByRole('button', { name: 'Copy' });
  await message.hover();
  await expect.poll(() => stillness(page)).toBe(true);

  const byPointer = await styledWhile(browser, page, async () => {
    await articles(page).last().getByText('A long answer.').last().hover();
    await page.waitForFunction(() => document.querySelectorAll('article:hover').length === 1);
    await message.hover();
  });
  const byButton = await styledWhile(browser, page, async () => {
    await log(page).evaluate((element) => (element.scrollTop -= 500));
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
  });

  expect(Math.max(...byPointer)).toBeGreaterThan(0);
  expect(Math.max(...byPointer)).toBeLessThan(100);
  expect(Math.max(...byButton)).toBeGreaterThan(0);
  expect(Math.max(...byButton)).toBeLessThan(100);

  // The pointer still shows the actions of a message that isn't the last.
  await log(page).evaluate((element) => (element.scrollTop = 0));
  await expect(copy).toBeVisible();
  const opacity = () => copy.locator('..').evaluate((actions) => getComputedStyle(actions).opacity);
  await expect.poll(opacity).toBe('0');
  await articles(page).first().hover();
  await expect.poll(opacity).toBe('1');
});

test('when scrolling up through messages taller than estimated, the text moves exactly as far as the wheel', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  const count = 60;
  const id = await storeTexts(
    email,
    numbered(count).map((text) => `${text}\n\n${'A line.\n\n'.repeat(12)}`),
  );
  await page.goto(`/ai-lab/chat/${id}`);
  await expect(articles(page).last()).toBeInViewport();
  await log(page).hover();
  const step = 300;
  const off: number[] = [];
  for (let at = 0; at < 60; at += 1) {
    const read = await log(page).evaluateHandle((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      let read: Element | null = null;
      // There is no message in the gap between two.
      for (let y = top + height / 2; !read; y += 10) {
        read = document.elementFromPoint(left + width / 2, y)?.closest('article') ?? null;
      }
      return read;
    });
    const place = () => read.evaluate((element) => element.getBoundingClientRect().top);
    const before = await place();
    await page.mouse.wheel(0, -step);
    await expect.poll(place).not.toBe(before);
    await expect.poll(() => stillness(page)).toBe(true);
    off.push(Math.round((await place()) - before - step));
  }
  expect(await articles(page).count()).toBeGreaterThan(RUN_LENGTH * 4);
  expect(off.filter((pixels) => Math.abs(pixels) > 3)).toEqual([]);
});

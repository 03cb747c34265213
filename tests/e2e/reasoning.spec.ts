import { randomUUID } from 'node:crypto';

import { onEachSize } from './setup/each-size.ts';
import { answers, ask, expect, release, test, untilIdle, withoutSocket } from './setup/journey.ts';
import type { SeenRequest } from '../fakes/openai.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

const THINKING = /^Thinking… \d+ s$/;
const THOUGHT = 'The bakery closes at six, so seven is too late.';

onEachSize(({ size }) => {
  test('what a model thought is one line that opens, also after a reload, and no part of the answer @core', async ({
    page,
    context,
    signUp,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signUp();
    const text = 'Come before six.';
    await ask(page, 'Can I come at seven?', { text, thinks: { text: THOUGHT, as: 'reasoning' } });
    await untilIdle(page);
    const line = answers(page).getByText(/^Thought for \d+ s$/);
    const thought = answers(page).locator('details[open]');
    await expect(line).toBeVisible();
    await expect(thought).toHaveCount(0);

    await page.reload();
    await line.focus();
    await line.press('Enter');
    await expect(thought).toContainText(THOUGHT);
    await expectSoundScreen(page, 'an answer with what the model thought');
    await line.press('Enter');
    await expect(thought).toHaveCount(0);

    await answers(page).getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await page.goto(await dialog.getByRole('textbox', { name: 'Share link' }).inputValue());
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText(/Thought for/)).toHaveCount(0);
  });

  test('each tab counts the seconds while a model thinks, and says afterwards how long it did', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    const hold = `thinking on a ${size} ${randomUUID()}`;
    const thinks = { text: THOUGHT, as: 'reasoning' } as const;
    await ask(page, 'And at nine?', { text: 'No.', thinks, holdAfter: 0, hold });
    await expect(answers(page).getByText(THINKING)).toBeVisible();
    // Without a live connection, a tab must ask for what it isn't told.
    const other = await context.newPage();
    await withoutSocket(other);
    await other.goto(page.url());
    const counted = answers(other).getByText(THINKING);
    await expect(counted).toBeVisible();
    const before = Number.parseInt((await counted.innerText()).replace(/\D+/, ''), 10);
    await other.reload();
    // It counts from when the answer was asked for.
    await expect
      .poll(async () => Number.parseInt((await counted.innerText()).replace(/\D+/, ''), 10))
      .toBeGreaterThan(before);
    await release(hold);
    for (const tab of [page, other]) {
      await untilIdle(tab);
      await expect(answers(tab)).toContainText('No.');
      await expect(answers(tab).getByText(/^Thought for \d+ s$/)).toBeVisible();
      await expect(answers(tab).getByText(THINKING)).toHaveCount(0);
    }
    await answers(other)
      .getByText(/^Thought for/)
      .click();
    await expect(answers(other).locator('details[open]')).toContainText(THOUGHT);
  });

  test('how hard the AI thinks is chosen with its model, kept, and shown in other tabs', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    const menu = page.getByRole('button', { name: /^AI model/ });
    const choice = (name: string) => page.getByRole('menuitemradio', { name });
    await menu.click();
    await expect(choice('Think hard')).toHaveCount(0);
    await choice('Large').click();
    await menu.focus();
    await menu.press('Enter');
    await expect(choice('Think hard')).toBeVisible();
    await expectSoundScreen(page, 'the open menu of models');
    await choice('Think hard').focus();
    await choice('Think hard').press('Enter');
    await ask(page, 'Should we open on Sundays?');
    await untilIdle(page);
    expect(await effortOf('Should we open on Sundays?')).toBe('high');

    const other = await context.newPage();
    await other.goto(page.url());
    await menu.click();
    await expect(choice('Think hard')).toHaveAttribute('aria-checked', 'true');
    await choice('Think as needed').click();
    await other.getByRole('button', { name: /^AI model/ }).click();
    const elsewhere = other.getByRole('menuitemradio', { name: 'Think as needed' });
    await expect(elsewhere).toHaveAttribute('aria-checked', 'true');
    await other.keyboard.press('Escape');
    await ask(other, 'And on Mondays?');
    await untilIdle(other);
    expect(await effortOf('And on Mondays?')).toBeUndefined();
  });
});

/** What the provider was told about it with this question. */
async function effortOf(question: string): Promise<string | undefined> {
  const response = await fetch(new URL('/control/requests', process.env.E2E_PROVIDER_URL));
  const requests = (await response.json()) as SeenRequest[];
  const seen = requests.findLast(
    ({ body }) => body.stream && body.messages.at(-1)?.content.includes(question),
  );
  expect(seen).toBeDefined();
  return seen?.body.reasoning_effort;
}

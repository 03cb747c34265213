import { randomUUID } from 'node:crypto';

import {
  answers,
  ask,
  expect,
  marker,
  messageField,
  questions,
  release,
  test,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { axe } from './setup/sound.ts';

const previous = (page: Page) => page.getByRole('button', { name: 'Previous version' });
const next = (page: Page) => page.getByRole('button', { name: 'Next version' });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });

/** Asks a question whose first answer is `text`; later answers differ. */
async function askOnce(page: Page, text: string): Promise<void> {
  // The provider counts by the marker's text, so each marker must be unique.
  await ask(page, 'Name a colour', { text, times: 1, hold: randomUUID() });
  await expect(answers(page).last()).toContainText(text);
  await untilIdle(page);
}

async function regenerate(page: Page): Promise<void> {
  await answers(page).last().hover();
  await answers(page).last().getByRole('button', { name: 'Regenerate' }).click();
}

test('a regenerated answer becomes a second version, and both stay after a reload @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await askOnce(page, 'Blue.');
  await expect(previous(page)).toHaveCount(0);
  await regenerate(page);
  await expect(answers(page)).toContainText('Lorem');
  await untilIdle(page);
  await expect(answers(page)).toHaveCount(1);
  await expect(answers(page)).toContainText('2 / 2');
  await expect(next(page)).toBeDisabled();

  await previous(page).click();
  await expect(answers(page)).toContainText('Blue.');
  await expect(answers(page)).toContainText('1 / 2');
  await page.reload();
  await expect(answers(page)).toContainText('Blue.');
  await next(page).click();
  await expect(answers(page)).toContainText('Lorem');
  await expect(questions(page)).toHaveCount(1);
});

test('an edited message gets a new answer in its place, and the old branch stays one step away @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await askOnce(page, 'Blue.');
  await ask(page, 'And a shape', { text: 'A circle.' });
  await expect(answers(page).last()).toHaveText('A circle.');
  await untilIdle(page);

  await questions(page).first().hover();
  await questions(page).first().getByRole('button', { name: 'Edit' }).click();
  await expect(editor(page)).toBeFocused();
  await expect(editor(page)).toHaveValue(/^Name a colour/);
  await editor(page).fill(`Name a taste ${marker({ text: 'Sweet.' })}`);
  // The unsaved edit survives a reload.
  await page.reload();
  await expect(editor(page)).toHaveValue(/^Name a taste/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(answers(page)).toHaveText(['Sweet.']);
  await expect(editor(page)).toHaveCount(0);
  await untilIdle(page);
  await expect(questions(page)).toHaveCount(1);
  await expect(questions(page)).toContainText('2 / 2');

  await previous(page).click();
  await expect(answers(page)).toHaveText(['Blue.', 'A circle.']);
  await expect(editor(page)).toHaveCount(0);
  await expect(questions(page).first()).toContainText('Name a colour');
});

test('with the keyboard, Escape cancels an edit, Enter saves it, and stepping keeps the focus', async ({
  page,
  signUp,
}) => {
  await signUp();
  await askOnce(page, 'Blue.');
  const edit = questions(page).getByRole('button', { name: 'Edit' });
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type(' or two');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await expect(questions(page)).not.toContainText('or two');

  await page.keyboard.press('Enter');
  await expect(editor(page)).not.toHaveValue(/or two/);
  await editor(page).fill(`Name a taste ${marker({ text: 'Sweet.' })}`);
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveText(['Sweet.']);
  await expect(page.getByRole('log')).toBeFocused();
  await untilIdle(page);

  await previous(page).focus();
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveText('Blue.');
  await expect(previous(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(next(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveText(['Sweet.']);
  await expect(next(page)).toBeFocused();
});

test('a second tab shows the new version while it streams, and follows every step', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  await askOnce(page, 'Blue.');
  await expect(page).toHaveURL(/\/chat\//);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(answers(other)).toContainText('Blue.');

  const hold = randomUUID();
  await questions(page).hover();
  await questions(page).getByRole('button', { name: 'Edit' }).click();
  const count = marker({ text: 'one two three four', holdAfter: 2, hold });
  await editor(page).fill(`Count ${count}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const tab of [page, other]) {
    await expect(questions(tab)).toContainText('Count');
    await expect(answers(tab)).toContainText('one two');
    await expect(messageField(tab)).toBeDisabled();
    await expect(previous(tab)).toBeDisabled();
  }
  await release(hold);
  for (const tab of [page, other]) {
    await expect(answers(tab)).toContainText('four');
    await untilIdle(tab);
  }
  await previous(other).click();
  for (const tab of [other, page]) await expect(answers(tab)).toContainText('Blue.');
  await next(page).click();
  for (const tab of [other, page]) await expect(answers(tab)).toContainText('four');
});

test('an edited message that could not be sent stays in its editor', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  await askOnce(page, 'Blue.');
  await questions(page).hover();
  await questions(page).getByRole('button', { name: 'Edit' }).click();
  await editor(page).fill('Name a taste');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('We couldn’t reach the server.')).toBeVisible();
  await expect(editor(page)).toHaveValue('Name a taste');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(questions(page)).toContainText('Name a colour');
});

test('nothing moves when another version is shown', async ({ page, signUp }) => {
  await signUp();
  const lines = (word: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${word} ${index + 1}.`).join('\n\n');
  await ask(page, 'Before', { text: lines('Earlier', 30) });
  await expect(answers(page).last()).toContainText('Earlier 30.');
  await untilIdle(page);
  // It is longer than the screen and than the other version.
  await ask(page, 'Long', { text: lines('Long', 60), times: 1, hold: randomUUID() });
  await expect(answers(page).last()).toContainText('Long 60.');
  await untilIdle(page);
  await regenerate(page);
  await expect(answers(page).last()).toContainText('2 / 2');
  const top = async () => (await answers(page).last().boundingBox())!.y;

  const before = await top();
  await previous(page).click();
  await expect(answers(page).last()).toContainText('Long 60.');
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  // Its end is far below, and the view doesn't scroll to it.
  await expect(page.getByRole('button', { name: 'Jump to the end' })).toBeVisible();
});

test.describe('versions and the editor of a message', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`have no accessibility faults in the ${colorScheme} theme`, async ({ page, signUp }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signUp();
      await askOnce(page, 'Blue.');
      await regenerate(page);
      await expect(answers(page)).toContainText('2 / 2');
      await untilIdle(page);
      const check = async () => {
        const { violations } = await axe(page).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      };
      await answers(page).hover();
      await check();
      await questions(page).hover();
      await questions(page).getByRole('button', { name: 'Edit' }).click();
      await expect(editor(page)).toBeFocused();
      await check();
    });
  }

  test('have controls on a phone that are large enough for a thumb', async ({
    browser,
    signUp,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const page = await context.newPage();
    await signUp({ on: page });
    await askOnce(page, 'Blue.');
    await answers(page).getByRole('button', { name: 'Regenerate' }).click();
    await expect(answers(page)).toContainText('2 / 2');
    await untilIdle(page);
    const row = answers(page).getByRole('button');
    await expect(row).toHaveCount(6);
    for (const button of await row.all()) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await context.close();
  });
});

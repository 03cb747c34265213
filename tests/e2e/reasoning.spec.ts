import { answers, ask, expect, test, untilIdle } from './setup/journey.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

const THOUGHT = 'The bakery closes at six, so seven is too late.';

for (const [size, viewport] of Object.entries({
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport });

    test('what a model thought is one line that opens, also after a reload, and no part of the answer', async ({
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
  });
}

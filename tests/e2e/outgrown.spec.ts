import { onEachSize } from './setup/each-size.ts';
import { ask, expect, questions, test, untilIdle, type Page } from './setup/journey.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

const words = (count: number) => 'word '.repeat(count);
const LINE = 'The assistant no longer sees the 2 messages above. They’re still here.';

onEachSize(() => {
  test('a conversation that outgrows the AI says where it begins, in each tab, and how full it is', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp();
    await page.getByRole('button', { name: /^AI model/ }).click();
    await page.getByRole('menuitemradio', { name: 'Large' }).click();
    await ask(page, `First: ${words(2_500)}`);
    await untilIdle(page);
    await ask(page, `Second: ${words(900)}`);
    await untilIdle(page);

    const gauge = page.getByRole('button', { name: 'What the AI reads' });
    const details = page.getByRole('dialog', { name: 'What the AI reads' });
    await gauge.focus();
    await gauge.press('Enter');
    await expect(details).toHaveText(
      /^\d\d% of what the AI can read at onceIt reads this whole conversation before it answers\.$/,
    );
    await expectSoundScreen(page, 'how much the AI reads');
    await page.keyboard.press('Escape');
    await expect(gauge).toBeFocused();
    await expect(page.getByText(LINE)).toHaveCount(0);

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(questions(other)).toHaveCount(2);
    await ask(page, `Third: ${words(2_100)}`);
    await untilIdle(page);
    await expectLine(page);
    await expectLine(other);

    await gauge.click();
    await expect(details).toContainText('It no longer reads the first 2 messages.');
    await page.keyboard.press('Escape');
    await page.reload();
    await expectLine(page);
    await expect(questions(page)).toHaveCount(3);
    await expectSoundScreen(page, 'a conversation that outgrew the AI');
  });
});

/** Once, right above the second question. */
async function expectLine(page: Page): Promise<void> {
  const line = page.getByText(LINE);
  await expect(line).toHaveCount(1);
  await expect(line.locator('xpath=following-sibling::article[1]')).toContainText('Second:');
}

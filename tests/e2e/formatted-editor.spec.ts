import { expect, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page) => main(page).getByRole('textbox', { name: 'Text' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
const state = (page: Page) => main(page).getByRole('status').first();

const TEXT =
  'Opening\n=======\n\n* Rye\n* Wheat\n\nWe bake __daily__.\n\n| Day | Time |\n|:---|---:|\n| Monday | 7 |\n\n![Shop](https://example.com/shop.png)\n';

test('saved content is edited with its formatting, by keyboard, and all else keeps its Markdown', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/copy-wizard/new');
  await main(page).getByRole('textbox', { name: 'Title' }).fill('Hours');
  await main(page).getByRole('combobox', { name: 'Save in' }).selectOption('Longform');
  await field(page).fill(TEXT);
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const source = page.getByRole('button', { name: 'Source' });
  const formatted = page.getByRole('button', { name: 'Formatted' });
  const stored = await field(page).inputValue();

  await formatted.click();
  await expect(field(page).locator('h1')).toHaveText('Opening');
  await expect(field(page).locator('th')).toHaveText(['Day', 'Time']);
  await expect(state(page)).toHaveText('Saved');
  await expectSound(page, 'formatted editor');

  // Typed and formatted without the mouse.
  await field(page).locator('p', { hasText: 'We bake' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Come **early** for *rolls* at 2');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Bold')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Italic')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(state(page)).toHaveText('Saved');
  await source.click();
  await expect(field(page)).toHaveValue(
    stored.replace('We bake __daily__.', 'We bake __daily__. Come **early** for *rolls* at *2*'),
  );

  // Undone, the text is what it was, to the byte.
  await formatted.click();
  await field(page).locator('li').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(field(page).locator('li').first()).toHaveText('Rye!');
  await page.keyboard.press('Control+z');
  await expect(field(page).locator('li').first()).toHaveText('Rye');

  // A link takes web and email addresses only.
  await field(page).locator('p', { hasText: 'We bake' }).click();
  await page.keyboard.press('End');
  await tool(page, 'Link').click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a web or email address.')).toBeVisible();
  await address.fill('example.com');
  await page.keyboard.press('Enter');
  await expect(field(page).locator('a')).toHaveText('https://example.com/');
  await source.click();
  await expect(field(page)).toHaveValue(/\[https:\/\/example\.com\/\]\(https:\/\/example\.com\/\)/);
  await expect(field(page)).toHaveValue(/^Opening\n=======\n\n\* Rye\n\* Wheat\n\n/);
});

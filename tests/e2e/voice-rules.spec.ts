import { createBrand, dialog, step } from './setup/brand-pages.ts';
import { expect, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const rule = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const edit = (page: Page, text: string) =>
  page.getByRole('button', { name: `Edit: ${text}`, exact: true });

async function save(page: Page, button: string) {
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('a brand gets voice rules, one by one and as a set, which two tabs never overwrite', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  await createBrand(page);
  await step(page, 'Voice rules').click();
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible();
  await expectSound(page, 'no rules');

  // The next step leads on, and back.
  const current = (name: string) => page.getByRole('main').getByRole('region', { name });
  await current('Voice rules').getByRole('link', { name: 'Knowledge' }).click();
  await current('Knowledge').getByRole('link', { name: 'Voice rules' }).click();
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible();

  // By keyboard alone. A rule that says nothing isn't sent, and nothing that was typed is lost.
  await page.getByRole('button', { name: 'Add rule' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Kind').selectOption('Prefer');
  await dialog(page).getByLabel('Write').fill('bread');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Add at least one.')).toBeVisible();
  await expect(dialog(page).getByLabel('Instead of')).toBeFocused();
  await page.keyboard.type('product');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog(page).getByLabel('Instead of')).toHaveValue('product');
  await dialog(page).getByRole('radio', { name: /^Must/ }).check();
  await dialog(page).getByRole('radio', { name: 'Only in some formats' }).check();
  await dialog(page).getByRole('checkbox', { name: 'X post' }).check();
  await dialog(page).getByLabel('Reason (optional)').fill('We bake bread.');
  await expectSound(page, 'the form of a rule');
  await save(page, 'Add rule');
  await expect(page.getByRole('button', { name: 'Add rule' })).toBeFocused();
  const preferred = 'Write “bread” instead of “product”.';
  await expect(rule(page, preferred)).toContainText('We bake bread.');
  await expect(rule(page, preferred)).toContainText('Must');
  await expect(rule(page, preferred)).toContainText('X post');

  await page.getByRole('button', { name: 'Browse starter sets' }).click();
  await dialog(page).getByRole('radio', { name: 'Health claims' }).check();
  await expect(
    dialog(page)
      .getByRole('list', { name: 'Rules of Health claims' })
      .getByText('“flushes out toxins”'),
  ).toBeVisible();
  await expectSound(page, 'the starter sets');
  await dialog(page)
    .getByRole('button', { name: /^Add \d+ rules$/ })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rule(page, '“clinically proven”')).toBeVisible();
  await page.getByRole('button', { name: 'Browse starter sets' }).click();
  await dialog(page).getByRole('radio', { name: 'Health claims' }).check();
  await expect(dialog(page).getByText('Your brand has all of these rules.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Show', { exact: true }).selectOption('prefer');
  await expect(rule(page, '“clinically proven”')).toHaveCount(0);
  await expect(rule(page, preferred)).toBeVisible();
  await expectSound(page, 'many rules');

  // The AI is told what applies: that rule to posts on X, and not in a chat.
  await page.getByText('See what the AI receives').click();
  await expect(page.locator('pre')).toContainText('> Must: Don’t write “cure”');
  await expect(page.locator('pre')).not.toContainText(preferred);
  await page.getByLabel('For', { exact: true }).selectOption('X post');
  await expect(page.locator('pre')).toContainText(`> Must: ${preferred}`);

  // Another tab changes the rule while it's being edited here.
  const other = await context.newPage();
  await other.goto(page.url());
  await edit(page, preferred).click();
  await dialog(page).getByLabel('Reason (optional)').fill('Mine.');
  await edit(other, preferred).click();
  await dialog(other).getByLabel('Write').fill('loaf');
  await save(other, 'Save');
  const changed = 'Write “loaf” instead of “product”.';
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(changed);
  await expect(dialog(page).getByLabel('Reason (optional)')).toHaveValue('Mine.');
  await expectSound(page, 'a rule that two tabs changed');
  await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
  await save(page, 'Save');
  await expect(rule(other, preferred)).toContainText('Mine.');

  await page.getByRole('button', { name: `Remove: ${preferred}` }).click();
  await expect(rule(page, preferred)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Voice rules' })).toBeFocused();
  await expect(rule(other, preferred)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(rule(other, preferred)).toContainText('Mine.');
  await expect(page.getByRole('heading', { name: 'Voice rules' })).toBeFocused();
});

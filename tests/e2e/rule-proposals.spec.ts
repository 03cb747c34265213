import { inDatabase } from './setup/database.ts';
import { createBrand, step } from './setup/brand-pages.ts';
import { expect, marker, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const suggested = (page: Page) => page.getByRole('region', { name: 'Suggested rules' });
const rows = (page: Page) => suggested(page).getByRole('listitem');

const rule = (more: object) => ({
  quote: '',
  kind: 'avoid',
  terms: [],
  replacement: '',
  max: null,
  person: null,
  severity: 'should',
  reason: '',
  ...more,
});
/** Its marker is in the example, too, but there quotation marks are escaped: this isn't found. */
const MADE_UP = 'This "was" never written.';
const ANSWER = JSON.stringify({
  rules: [
    rule({
      quote: 'We bake bread, never a product.',
      kind: 'prefer',
      terms: ['product'],
      replacement: 'bread',
      severity: 'must',
      reason: 'It’s bread.',
    }),
    rule({ quote: MADE_UP, terms: ['world-class'], reason: 'No big words.' }),
    rule({ kind: 'emoji', max: 0, quote: 'Come by at seven' }),
    rule({ kind: 'prefer', terms: ['goods'] }),
  ],
});

test('voice rules are suggested from an example, with the line each is based on, and added at once', async ({
  page,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await createBrand(page);
  await step(page, 'Voice rules').click();
  await page.getByRole('button', { name: 'Suggest rules' }).click();

  // Nothing to go by: said at the field, and nothing is sent.
  const form = page.getByRole('form', { name: 'Suggest rules' });
  await expect(form).toContainText(/About [\d,]+ tokens/);
  await expect(form.getByRole('heading', { name: 'Suggest rules' })).toBeFocused();
  await form.getByRole('button', { name: 'Suggest rules' }).click();
  await expect(form.getByText('Paste an example of your writing')).toBeVisible();
  await expect(form.getByLabel('Example 1')).toBeFocused();
  await expectSound(page, 'the examples');
  const example = `We bake bread, never a product.\nCome by at seven.`;
  await form.getByLabel('Example 1').fill(`${example}\n${marker({ text: ANSWER })}`);
  await page.reload();
  await page.getByRole('button', { name: 'Suggest rules' }).click();
  await expect(form.getByLabel('Example 1')).toHaveValue(new RegExp('^We bake bread'));
  await form.getByRole('button', { name: 'Suggest rules' }).click();

  // What makes no whole rule isn't shown; a quote that was made up isn't either.
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('Write “bread” instead of “product”.');
  await expect(rows(page).first().getByRole('blockquote')).toHaveText(
    'We bake bread, never a product.',
  );
  await expect(rows(page).nth(1)).toContainText('No quote');
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(3);
  await expectSound(page, 'suggested rules');

  // What a dying process left is there after a reload, and can be tried again at once.
  await inDatabase(
    `UPDATE generations SET state = 'interrupted' WHERE kind = 'rule-proposals'
        AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Suggest rules' }).click();
  await expect(suggested(page).getByRole('alert')).toHaveText('The suggestions were interrupted.');
  await suggested(page).getByRole('button', { name: 'Try again' }).click();
  await expect(suggested(page).getByRole('alert')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);
  await rows(page).nth(1).getByRole('checkbox').uncheck();
  await suggested(page).getByRole('button', { name: 'Add 2 rules' }).click();
  await expect(page.getByText('Rules added')).toBeVisible();
  await expect(suggested(page)).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByText('Write “bread” instead of “product”.')).toBeVisible();
  await expect(main.getByText('Use no emoji.')).toBeVisible();
  await expect(main.getByText('world-class')).toHaveCount(0);
});

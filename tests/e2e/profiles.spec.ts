import { expect, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const status = (page: Page) => page.getByRole('main').getByRole('status');
const rows = (page: Page) => page.getByRole('list', { name: 'Profiles' }).getByRole('listitem');
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

async function create(page: Page, name: string): Promise<void> {
  await page.goto('/profiles');
  await page.getByLabel('Brand name').fill(name);
  await page.getByRole('button', { name: 'Create profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function act(page: Page, profile: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${profile}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a profile can be completed from nothing, and is saved while it is typed', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Brand profiles' }).click();
  await expect(page.getByRole('heading', { name: 'Describe your first brand' })).toBeVisible();
  await page.getByRole('button', { name: 'Create profile' }).click();
  await expect(page.getByText('Add a name.')).toBeVisible();
  await page.getByLabel('Brand name').fill('Rye & Shine');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Rye & Shine' })).toBeVisible();
  await expect(
    page.getByText(
      'Missing: Brand story, Customer journey, Solution suite, and Campaign framework',
    ),
  ).toBeVisible();
  await expect(page.getByText('For example').first()).toBeVisible();
  await field(page, 'What you do').fill('We bake sourdough bread.');
  await field(page, 'Brand voice').fill('Warm and short.');
  await expect(status(page)).toHaveText('Saved');
  // Its component got a name automatically.
  await expect(page.getByText('Missing: Customer journey, Solution suite')).toBeVisible();

  // Leaving the step saves at once.
  await step(page, 'Customer journey').click();
  await field(page, 'Ideal customer').fill('Families nearby.');
  await page.getByRole('link', { name: 'Solution suite' }).last().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Solution suite' })).toBeVisible();
  await field(page, 'Offering').fill('x'.repeat(20_001));
  await expect(page.getByText('“Offering” is too long to save')).toBeVisible();
  await expect(status(page)).toHaveText('Not saved. One of your texts is too long.');
  await field(page, 'Offering').fill('Six breads.');
  await step(page, 'Campaign framework').click();
  await field(page, 'Distribution').fill('Posters.');
  await expect(status(page)).toHaveText('Saved');
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();

  await page.getByText('See what the AI receives').click();
  await expect(page.locator('pre')).toContainText('### What you do\n> We bake sourdough bread.');
  await expect(page.locator('pre')).toContainText('### Distribution\n> Posters.');
  await expectSound(page);
  await page.reload();
  await expect(field(page, 'Distribution')).toHaveValue('Posters.');
  await step(page, 'Brand story').click();
  await expect(field(page, 'What you do')).toHaveValue('We bake sourdough bread.');
  await expect(field(page, 'Name of this brand story')).toHaveValue('Rye & Shine');
});

test('profiles can be duplicated, share a component, and be selected, renamed, and deleted', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await create(page, 'Bakery');
  await field(page, 'What you do').fill('We bake.');
  await expect(status(page)).toHaveText('Saved');

  await act(page, 'Bakery', 'Duplicate');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Copy everything' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Share the same texts' }).check();
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bakery (copy)' })).toBeVisible();
  await expect(page.getByText('This brand story is shared with “Bakery”')).toBeVisible();
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByText('is shared with')).toBeHidden();
  await field(page, 'What you do').fill('We bake elsewhere.');
  await expect(status(page)).toHaveText('Saved');
  // Back to the other profile's component, after which no profile uses the duplicate.
  await page.getByLabel('This profile uses').selectOption({ label: 'Bakery (from Bakery)' });
  await page.getByRole('button', { name: 'Delete and switch' }).click();
  await expect(field(page, 'What you do')).toHaveValue('We bake.');
  await expect(page.getByText('This brand story is shared with “Bakery”')).toBeVisible();

  await page.getByRole('link', { name: 'Brand profiles' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Active');
  await page.getByRole('button', { name: 'Make active (Bakery (copy))' }).click();
  await expect(rows(page).last()).toContainText('Active');
  await expectSound(page);
  await page.reload();
  await expect(rows(page).last()).toContainText('Active');

  // If the list can't be loaded after a change, the earlier one stays and can be reloaded.
  await page.route('**/api/profiles', (route) => route.fulfill({ status: 404, body: '{}' }));
  await act(page, 'Bakery (copy)', 'Rename');
  await dialog.getByLabel('Name').fill('Tea shop');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Failed to load profiles')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.unroute('**/api/profiles');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).last()).toContainText('Tea shop');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();

  await act(page, 'Tea shop', 'Delete');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Its brand story stays because “Bakery” uses it, too.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Active');
  await act(page, 'Bakery', 'Delete');
  await expect(question).toContainText('Its brand story will be deleted, too');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Describe your first brand' })).toBeVisible();
});

test('two tabs never overwrite each other, and text written offline is saved later', async ({
  page,
  context,
  signUp,
}) => {
  await signUp({ opens: false });
  await create(page, 'Bakery');
  await field(page, 'What you do').fill('We bake.');
  await expect(status(page)).toHaveText('Saved');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(field(other, 'What you do')).toHaveValue('We bake.');

  // The other tab is offline and keeps editing an older version.
  await context.setOffline(true);
  await field(other, 'What you do').fill('We bake by hand.');
  await field(other, 'Brand voice').fill('Dry.');
  await expect(status(other)).toContainText('You’re offline.');
  await context.setOffline(false);
  await expect(status(other)).toHaveText('Saved');
  await expect(field(page, 'What you do')).toHaveValue('We bake by hand.');
  await expect(field(page, 'Brand voice')).toHaveValue('Dry.');

  await other.route('**/components/**', (route) => route.abort());
  await field(other, 'What you do').fill('The other tab.');
  await field(other, 'What makes you different').fill('Only the other tab.');
  await expect(status(other)).toContainText('Your text is kept in this tab.');
  await field(page, 'What you do').fill('This tab.');
  await expect(status(page)).toHaveText('Saved');

  // A reload loses nothing either.
  await other.unroute('**/components/**');
  await other.reload();
  await expect(status(other)).toContainText('Choose which version to keep');
  await expect(field(other, 'What you do')).toHaveValue('The other tab.');
  await expect(other.getByRole('blockquote')).toHaveText('This tab.');
  await expectSound(other);
  await expect(field(page, 'What makes you different')).toHaveValue('Only the other tab.');
  await expect(field(page, 'What you do')).toHaveValue('This tab.');

  await other.getByRole('button', { name: 'Keep mine for What you do' }).click();
  await expect(field(other, 'What you do')).toBeFocused();
  await expect(status(other)).toHaveText('Saved');
  await expect(field(page, 'What you do')).toHaveValue('The other tab.');
  await other.close();
});

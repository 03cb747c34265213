import { inDatabase } from './database.ts';
import { expect, type Page } from './journey.ts';

/** Gives a person a brand that says a little of itself, without the form. */
export async function giveProfile(email: string, name: string): Promise<void> {
  await inDatabase(
    `WITH story AS (
       INSERT INTO brand_stories (id, user_id, name, what_you_do, brand_voice)
       SELECT gen_random_uuid(), id, 'Story', 'We bake rye bread', 'Dry and short' FROM users WHERE email = $1
       RETURNING id, user_id
     )
     INSERT INTO profiles (id, user_id, name, brand_story_id)
     SELECT gen_random_uuid(), user_id, $2, id FROM story`,
    [email, name],
  );
}

/** Gives a person a brand with no more than a name, from which forms can fill in nothing. */
export async function giveBareProfile(email: string): Promise<void> {
  await inDatabase(
    `INSERT INTO profiles (id, user_id, name) SELECT gen_random_uuid(), id, 'Rye & Co' FROM users WHERE email = $1`,
    [email],
  );
}

/** The link to a step of the profile that is open. */
export const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

export const dialog = (page: Page) => page.getByRole('dialog');

export const sources = (page: Page) => page.getByRole('list', { name: 'Sources' });

/** Creates a brand as the person does, and shows its profile. */
export async function createBrand(page: Page): Promise<void> {
  await page.goto('/profiles');
  await page.getByLabel('Brand name').fill('Rye & Shine');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Rye & Shine' })).toBeVisible();
}

/** Opens the window that adds a source of this kind to the profile whose step "Knowledge" is shown. */
export async function openAdding(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a source' }).click();
  await dialog(page).getByRole('radio', { name: kind, exact: true }).check();
}

export async function addSource(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Add source' }).click();
}

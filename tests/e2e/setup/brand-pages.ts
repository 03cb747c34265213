import { expect, type Page } from './journey.ts';

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

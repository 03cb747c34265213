import { randomUUID } from 'node:crypto';

import { inDatabase } from './setup/database.ts';
import { expect, marker, release, test, type Page } from './setup/journey.ts';
import { watchMoves } from './setup/moves.ts';

type Behavior = Parameters<typeof marker>[0];

const variant = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const variants = (page: Page) => page.getByRole('main').getByRole('article');
const topic = (page: Page) => page.getByRole('textbox', { name: 'Topic' });
const dialog = (page: Page) => page.getByRole('dialog');
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Chooses a format on the wizard's page. */
async function choose(page: Page, category: string, format: string): Promise<void> {
  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: new RegExp(`^${category}`) }).click();
  await page.getByRole('button', { name: new RegExp(`^${format}`) }).click();
}

/** Requests variants of a LinkedIn post with this behavior of the provider. */
async function write(page: Page, text: string, behavior: Behavior, count = 3): Promise<void> {
  await choose(page, 'Social', 'LinkedIn post');
  await topic(page).fill(`${text} ${marker(behavior)}`);
  await page.getByRole('radio', { name: String(count), exact: true }).check();
  await page.getByRole('button', { name: /^Write/ }).click();
  await expect(page).toHaveURL(/\/copy-wizard\/briefs\//);
}

test('variants can be stopped, edited, saved, and opened; the brief can get another, be reused, and be deleted @core', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp({ opens: false });
  await choose(page, 'Social', 'LinkedIn post');

  // Mistakes are named at their fields, and typed text is kept.
  await expect(page.getByText('Free', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Write 3 variants' }).click();
  await expect(topic(page)).toBeFocused();
  await expect(topic(page)).toHaveAccessibleDescription(/Add a topic/);
  const hold = randomUUID();
  await topic(page).fill(`Sunday bread ${marker({ holdAfter: 6, hold, tokens: 12 })}`);
  await page.getByRole('button', { name: 'Playful' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Tone' })).toHaveValue('Playful');
  await expect(topic(page)).toHaveValue(/^Sunday bread/);
  await page.getByRole('button', { name: 'Write 3 variants' }).click();

  await expect(variants(page)).toHaveCount(3);
  for (const name of ['Variant 1', 'Variant 2', 'Variant 3']) {
    await expect(variant(page, name)).toContainText('Lorem ipsum dolor sit amet, consectetur');
  }
  await page.getByRole('button', { name: 'Stop Variant 1' }).click();
  await expect(variant(page, 'Variant 1')).toContainText(
    'Stopped. Everything written so far is kept.',
  );
  await expect(variant(page, 'Variant 2')).toHaveAttribute('aria-busy', 'true');
  await release(hold);
  await expect(variant(page, 'Variant 2')).toContainText('eiusmod tempor');
  await expect(variant(page, 'Variant 3')).toHaveAttribute('aria-busy', 'false');

  await page.getByRole('button', { name: 'Edit Variant 2' }).click();
  const field = page.getByRole('textbox', { name: 'Text of Variant 2' });
  await expect(field).toBeFocused();
  await field.fill('Sundays smell of rye.');
  // Typed text survives a reload and a server that doesn't answer.
  await page.reload();
  await expect(field).toHaveValue('Sundays smell of rye.');
  await field.focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.route('**/api/pieces/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/Your changes weren’t saved/)).toBeVisible();
  await page.unroute('**/api/pieces/*');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(field).toHaveCount(0);
  await expect(variant(page, 'Variant 2')).toContainText('Edited');

  // One click saves it under the topic; Undo deletes it again.
  const list = page.getByRole('navigation', { name: 'Saved content' });
  const saved = page.getByRole('link', { name: /Saved in Social: open Variant 2/ });
  const moves = await watchMoves(page);
  await page.getByRole('button', { name: 'Save Variant 2' }).click();
  await expect(saved).toBeFocused();
  // It's seen moving to its place in the sidebar.
  await expect.poll(moves).toEqual([expect.stringMatching(/^Sunday bread/)]);
  await expect(notices(page)).toContainText('Saved to Social');
  await expect(list.getByRole('link', { name: /^Sunday bread/ })).toBeVisible();
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notices(page)).toContainText('Save undone');
  await expect(saved).toHaveCount(0);
  await expect(list.getByRole('link')).toHaveCount(0);

  // "Save as…" asks for a title and a folder.
  await page.getByRole('button', { name: 'More for Variant 2' }).click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await expect(dialog(page).getByLabel('Title')).toHaveValue(/^Sunday bread/);
  await dialog(page).getByLabel('Title').fill('Rye');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(notices(page).getByRole('link', { name: 'Open' })).toBeVisible();
  await expect(list).toContainText('Rye');
  await expect(saved).toBeVisible();

  await page.getByRole('button', { name: 'One more variant' }).click();
  await expect(variant(page, 'Variant 4')).toContainText('Lorem ipsum');
  await page.getByText('Brief', { exact: true }).click();
  const address = page.url();
  await page.getByRole('button', { name: 'Reuse this brief' }).click();
  await expect(page).toHaveURL(/\/copy-wizard$/);
  await expect(topic(page)).toHaveValue(/^Sunday bread/);

  await page.getByRole('button', { name: /^Delete the brief Sunday bread/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Brief deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent briefs' })).toHaveCount(0);
  expect((await page.request.get(address)).status()).toBe(404);
  await page.getByRole('link', { name: /Rye/ }).first().click();
  await expect(page.getByRole('main')).toContainText('Sundays smell of rye.');
});

test('a brief is filled in from the active brand, on a phone one step at a time @core', async ({
  page,
  signUp,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email } = await signUp();
  await inDatabase(
    `WITH story AS (
       INSERT INTO brand_stories (id, user_id, name, brand_voice)
       SELECT gen_random_uuid(), id, 'Story', 'Warm and dry.' FROM users WHERE email = $1
       RETURNING id, user_id
     ), journey AS (
       INSERT INTO customer_journeys (id, user_id, name, ideal_customer)
       SELECT gen_random_uuid(), user_id, 'Journey', 'Families nearby' FROM story RETURNING id
     )
     INSERT INTO profiles (id, user_id, name, brand_story_id, customer_journey_id)
     SELECT gen_random_uuid(), story.user_id, 'Rye & Co', story.id, journey.id FROM story, journey`,
    [email],
  );
  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: /^Social/ }).click();
  const back = page.getByRole('button', { name: /back to all types/ });
  await expect(back).toBeFocused();
  await expect(page.getByRole('button', { name: /^Email/ })).toBeHidden();
  await back.click();
  await page.getByRole('button', { name: /^Social/ }).click();
  await page.getByRole('button', { name: /^X post/ }).click();
  await expect(page.getByRole('heading', { name: 'Your brief' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Paste it in' })).toBeHidden();

  await expect(page.getByText('From Rye & Co')).toBeVisible();
  const tone = page.getByRole('textbox', { name: 'Tone' });
  await expect(tone).toHaveCount(0);
  await topic(page).fill('Rolls');
  await page.getByRole('button', { name: /^Edit audience/ }).click();
  await expect(page.getByRole('textbox', { name: 'Audience' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Audience' })).toHaveValue('Families nearby');
  await expect(tone).toHaveValue('Warm and dry.');
  await tone.fill('Loud');
  // What was typed stays when another profile is chosen, and after a reload.
  await page.getByLabel('Brand profile').selectOption('No profile');
  await expect(page.getByRole('textbox', { name: 'Audience' })).toHaveValue('');
  await page.getByLabel('Brand profile').selectOption('Rye & Co');
  await page.reload();
  await expect(tone).toHaveValue('Loud');
  await page.getByRole('button', { name: 'Write 3 variants' }).click();

  await page.getByText('Brief', { exact: true }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Families nearby' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Loud' })).toBeVisible();
});

test('a campaign is written from one brief and saved together @core', async ({ page, signUp }) => {
  await signUp({ opens: false });
  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: /^A whole campaign/ }).click();
  await page.getByRole('checkbox', { name: 'Article' }).uncheck();
  await page.getByRole('checkbox', { name: 'Whole page' }).uncheck();
  await expect(page.getByText('3 pieces')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  const text = 'Subject: Sundays\nPreheader: Rolls\n\nCome by on Sunday.';
  await topic(page).fill(`Sunday opening ${marker({ text })}`);
  await page.getByRole('button', { name: 'Write 3 pieces' }).click();

  await expect(variant(page, 'Promotion')).toContainText('Come by on Sunday.');
  await expect(variants(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Save all' }).click();
  await expect(notices(page)).toContainText('3 texts saved');
  await expect(page.getByRole('button', { name: 'Save all' })).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Saved content' })
    .getByRole('link', { name: /^Sunday opening.*\(Promotion\)$/ })
    .click();
  await expect(page).toHaveURL(/\/copy-wizard\/saved\/email\//);
});

test('variants look the same after a reload, in a second tab, and after a lost connection', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  const hold = randomUUID();
  await write(page, 'Rolls', { holdAfter: 4, hold, tokens: 12 }, 2);
  await expect(variant(page, 'Variant 2')).toContainText('Lorem ipsum dolor sit');
  await page.reload();
  await expect(variant(page, 'Variant 2')).toContainText('Lorem ipsum dolor sit');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(variant(second, 'Variant 2')).toHaveAttribute('aria-busy', 'true');

  await context.setOffline(true);
  await release(hold);
  await context.setOffline(false);
  for (const tab of [page, second]) {
    await expect(variant(tab, 'Variant 1')).toContainText('eiusmod tempor');
    await expect(variant(tab, 'Variant 2')).toHaveAttribute('aria-busy', 'false');
  }

  // Changes in one tab show in the other: a regenerated text in the same place, and the way back to the first.
  await page.getByRole('button', { name: 'More for Variant 1' }).click();
  await page.getByRole('menuitem', { name: 'Regenerate' }).click();
  for (const tab of [page, second]) {
    await expect(
      variant(tab, 'Variant 1').getByRole('img', { name: 'Version 2 of 2' }),
    ).toBeVisible();
  }
  await second.getByRole('button', { name: 'Earlier version of Variant 1' }).click();
  await expect(
    variant(page, 'Variant 1').getByRole('img', { name: 'Version 1 of 2' }),
  ).toBeVisible();
});

test('a variant that fails says why beside the others, and can be regenerated by the keyboard alone', async ({
  page,
  signUp,
}) => {
  await signUp({ opens: false });
  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: /^Email/ }).press('Enter');
  await page.getByRole('button', { name: /^Follow-up/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your brief' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(topic(page)).toBeFocused();
  await page.keyboard.insertText(`An offer ${marker({ status: 401, times: 1 })}`);
  await page.getByRole('radio', { name: '3', exact: true }).press('ArrowLeft');
  await page.getByRole('button', { name: 'Write 2 variants' }).press('Enter');

  const failed = variants(page).filter({ hasText: 'We couldn’t write this text.' });
  await expect(failed).toHaveCount(1);
  await expect(variants(page).filter({ hasText: 'Lorem ipsum' })).toHaveCount(1);
  await failed.getByRole('button', { name: /^Try again/ }).press('Enter');
  await expect(variants(page).filter({ hasText: 'Lorem ipsum' })).toHaveCount(2);

  await variants(page)
    .first()
    .getByRole('button', { name: /^More for/ })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Regenerate' }).press('Enter');
  await expect(page.getByRole('img', { name: 'Version 2 of 2' })).toBeVisible();
  await expect(variants(page).first().locator(':focus')).toHaveCount(1);
});

test('a brief that can’t be sent is kept, and its variants are written once', async ({
  page,
  context,
  signUp,
}) => {
  await signUp({ opens: false });
  await choose(page, 'Landing', 'FAQ');
  await topic(page).fill('Opening hours');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Write 1 variant' }).click();
  await expect(page.getByRole('alert')).toContainText('Everything you typed is still here');
  await expect(topic(page)).toHaveValue('Opening hours');
  await context.setOffline(false);
  // The response to the second attempt is lost; the third finds the brief of the second.
  await page.route('**/api/briefs', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Write 1 variant' }).click();
  await expect(page.getByRole('alert')).toContainText('Everything you typed is still here');
  await page.unroute('**/api/briefs');
  await page.getByRole('button', { name: 'Write 1 variant' }).click();
  await expect(variant(page, 'Variant 1')).toContainText('Lorem ipsum');
  await page.goto('/copy-wizard');
  const briefs = page.getByRole('region', { name: 'Recent briefs' });
  await expect(briefs.getByRole('listitem')).toHaveCount(1);
});

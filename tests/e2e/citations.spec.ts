import { inDatabase } from './setup/database.ts';
import { answers, ask, expect, marker, test, untilIdle, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const PASSAGE = 'Apple pie costs 4.50 a slice.';

async function giveSource(email: string): Promise<void> {
  await inDatabase(
    `WITH owner AS (
       SELECT id FROM users WHERE email = $1
     ), profile AS (
       INSERT INTO profiles (id, user_id, name) SELECT gen_random_uuid(), id, 'Rye & Co' FROM owner RETURNING id, user_id
     ), source AS (
       INSERT INTO sources (id, user_id, profile_id, kind, state, name)
       SELECT gen_random_uuid(), user_id, id, 'text', 'ready', 'Price list' FROM profile RETURNING id, user_id, profile_id
     ), page AS (
       INSERT INTO source_pages (id, user_id, source_id, position)
       SELECT gen_random_uuid(), user_id, id, 0 FROM source RETURNING id, source_id
     )
     INSERT INTO source_chunks (id, user_id, profile_id, source_id, page_id, position, headings, content, tokens)
     SELECT gen_random_uuid(), user_id, profile_id, source.id, page.id, 0, 'Menu › Cakes', $2, 10
       FROM source JOIN page ON page.source_id = source.id`,
    [
      email,
      `## Cakes\n\n${PASSAGE}\n\n<img src=x onerror=alert(1)> ${'More about our cakes. '.repeat(12)}`,
    ],
  );
}

const mark = (page: Page) => page.getByRole('link', { name: 'Source 1: Price list' });
const card = (page: Page) => page.getByRole('group', { name: 'Source 1' });

test('an answer and a variant cite a document; the passage shows on hover and focus, and a share has titles alone @core', async ({
  page,
  browser,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await giveSource(email);
  await page.reload();
  await ask(page, 'How much is the apple pie?', {
    text: 'A slice of apple pie costs **4.50** [1]. Not cited: [7], `[1]`.',
  });
  await untilIdle(page);
  await expect(mark(page)).toHaveText('1');
  await expect(answers(page)).toContainText('Not cited: [7], [1].');

  await mark(page).hover();
  await expect(card(page)).toContainText('Menu › Cakes');
  await expect(card(page)).toContainText(PASSAGE);
  await expect(mark(page)).toHaveAccessibleDescription(/Apple pie costs/);
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
  await mark(page).focus();
  await expect(card(page)).toBeVisible();
  await expectSound(page, 'a cited answer');
  await expect(mark(page)).toHaveAttribute('href', /^\/profiles\/[\w-]+\/sources\/[\w-]+\?chunk=/);

  await answers(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Check' }).click();
  const check = page.getByRole('dialog', { name: 'Check against your brand' });
  await expect(check.getByRole('link', { name: 'Source 1: Price list' })).toHaveText('1');
  await page.keyboard.press('Escape');
  await expect(check).toHaveCount(0);

  // As the server rendered it.
  await page.reload();
  await expect(mark(page)).toHaveText('1');

  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  await expect(visitor.getByText('[1] Price list')).toBeVisible();
  await expect(visitor.getByRole('link', { name: /Source/ })).toHaveCount(0);
  expect(await visitor.content()).not.toContain('a slice.');
  await visitor.context().close();

  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: /^Social/ }).click();
  await page.getByRole('button', { name: /^LinkedIn post/ }).click();
  const topic = `Apple pie ${marker({ text: 'Our apple pie: 4.50 [1].' })}`;
  await page.getByRole('textbox', { name: 'Topic' }).fill(topic);
  await page.getByRole('button', { name: /^Write/ }).click();
  await expect(mark(page).first()).toHaveText('1');
  await mark(page).first().hover();
  await expect(card(page)).toContainText(PASSAGE);

  // What is published has no marks: they aren't counted, and the sources are listed beside it.
  const checks = page.getByRole('list', { name: 'Checks' }).first();
  await expect(checks).toContainText('20 of 3,000 characters');
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click();
  const preview = page.getByRole('region', { name: 'Preview: LinkedIn post' });
  await expect(preview.getByRole('article')).toContainText('Our apple pie: 4.50.');
  await expect(preview.getByRole('list', { name: 'Sources' })).toContainText('Price list');
  await expectSound(page, 'a preview of a text with sources');
});

test('the passages of many documents that went along with a question, a brief, or a rewrite can be read', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  await giveSource(email);
  // So many that only those that fit are sent.
  await inDatabase(
    `INSERT INTO source_chunks (id, user_id, profile_id, source_id, page_id, position, headings, content, tokens)
     SELECT gen_random_uuid(), c.user_id, c.profile_id, c.source_id, c.page_id, n, 'News', 'The river is high today.', 10
       FROM source_chunks c JOIN users u ON u.id = c.user_id, generate_series(1, 160) AS n WHERE u.email = $1`,
    [email],
  );
  await page.reload();
  await ask(page, 'How much is the apple pie?', { text: 'I don’t know.' });
  await untilIdle(page);
  const received = page.getByLabel('Passages that the AI received');
  await page.getByRole('button', { name: 'Instructions' }).press('Enter');
  await page.getByRole('button', { name: 'See what the AI receives' }).press('Enter');
  const question = page.getByRole('dialog').locator('summary');
  await expect(question).toHaveText(/^How much is the apple pie\?/);
  await question.press('Enter');
  await expect(received).toContainText(PASSAGE);
  await expectSound(page, 'the passages of a question');
  await page.keyboard.press('Escape');

  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: /^Social/ }).click();
  await page.getByRole('button', { name: /^LinkedIn post/ }).click();
  const topic = `Apple pie ${marker({ text: 'Our pie.' })}`;
  await page.getByRole('textbox', { name: 'Topic' }).fill(topic);
  await page.getByRole('button', { name: /^Write/ }).click();
  await page.waitForURL(/\/briefs\//);
  await page.locator('summary').filter({ hasText: 'Brief' }).press('Enter');
  await expect(received).toHaveCount(1);
  await expect(received).toContainText(PASSAGE);
  await expectSound(page, 'the passages of a brief');

  await page.getByRole('button', { name: 'Edit Variant 1' }).click();
  await page.getByRole('textbox', { name: 'Text of Variant 1' }).press('Control+a');
  await expect(page.getByText('Rewriting tools are open.')).toBeAttached();
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('toolbar').getByRole('button', { name: 'Rewrite' })).toBeFocused();
  await page.keyboard.press('Enter');
  const proposal = page.getByRole('region', { name: 'Rewrite', exact: true });
  await expect(proposal.getByRole('status')).toHaveText('Ready');
  await proposal.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Show the passages sent to the AI' }).press('Enter');
  await expect(proposal.getByLabel('Passages that the AI received')).toContainText(PASSAGE);
  await expectSound(page, 'the passages of a rewrite');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap on a citation shows the passage, and its link opens the source', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp();
    await giveSource(email);
    await page.reload();
    await ask(page, 'How much is the apple pie?', { text: 'It costs 4.50 [1].' });
    await untilIdle(page);
    await mark(page).tap();
    await expect(card(page)).toContainText(PASSAGE);
    const link = card(page).getByText('Open source');
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await link.tap();
    await page.waitForURL(/\/profiles\/[\w-]+\/sources\/[\w-]+\?chunk=/);
  });
});

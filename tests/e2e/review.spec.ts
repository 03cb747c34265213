import { randomUUID } from 'node:crypto';

import { giveProfile } from './setup/brand-pages.ts';
import { inDatabase } from './setup/database.ts';
import { expect, marker, release, test, type Page } from './setup/journey.ts';
import { expectSeenFocus, tabTo } from './setup/keyboard.ts';
import { expectSound } from './setup/sound.ts';
import { tooSmall } from './setup/touch.ts';

const review = (page: Page) => page.getByRole('region', { name: 'Brand review' });
const scores = (page: Page) => review(page).getByRole('list', { name: 'Scores' });
const rewrites = (page: Page) => review(page).getByRole('list', { name: 'Suggested rewrites' });
const textField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Text' });

const judgment = (score: number | null, reason: string, quotes: string[] = []) => ({
  quotes,
  reason,
  score,
});

const SENTENCE = 'We are very proud to offer a wide range of quality breads.';
const REWRITE = 'We bake six breads, and rye first.';
const ANSWER = JSON.stringify({
  voice: judgment(2, 'Two sentences are longer and warmer than the brand.', [SENTENCE]),
  audience: judgment(null, 'The profile doesn’t say who the customers are.'),
  // The marker is in the text, too, but there its quotation marks are escaped.
  offer: judgment(4, 'The facts are right.', ['We never wrote "this" at all.']),
  clarity: judgment(3, 'The opening says little.'),
  structure: judgment(5, 'One idea, one next step.'),
  rewrites: [
    { sentence: SENTENCE, rewrite: REWRITE, reason: 'Says what there is.' },
    { sentence: 'Come by on Saturday.', rewrite: 'Saturday, from seven.', reason: 'Shorter.' },
  ],
});

test('a text is reviewed against the brand: the cost first, then scores, quotes, and rewrites that are accepted one by one', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await giveProfile(email, 'Rye & Co');
  const hold = `review-${Date.now()}`;
  const behavior = marker({ text: ANSWER, holdAfter: 30, hold });
  const content = `# Bread\n\n${SENTENCE}\n\nCome by on Saturday.\n\n${behavior}`;
  const response = await page.request.post('/api/saved-content', {
    data: { category: 'social', folderId: null, title: 'Bread', content, format: 'linkedin-post' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { item } = (await response.json()) as { item: { id: string } };
  await page.goto(`/copy-wizard/saved/social/${item.id}`);

  // By keyboard alone. Nothing is sent before the cost is known.
  await review(page).getByRole('button', { name: 'Review against your brand' }).focus();
  await page.keyboard.press('Enter');
  await expect(review(page)).toContainText(/Goes by Rye & Co\. Costs about [\d,]+ tokens\./);
  await expect(review(page).getByRole('button', { name: 'Start review' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(review(page).getByRole('status')).toHaveText(/Reviewing… 2 of 5 scores/);
  await expect(scores(page)).toContainText('2 of 5 · Weak');

  // A page that is left in the middle loses nothing.
  await page.reload();
  await expect(review(page).getByRole('status')).toHaveText(/Reviewing… 2 of 5 scores/);
  await release(hold);
  await expect(review(page).getByRole('status').first()).toHaveText('Reviewed against Rye & Co.');
  await expect(scores(page).getByRole('listitem')).toHaveCount(5);
  await expect(scores(page).getByRole('blockquote')).toHaveText([SENTENCE]);
  await expect(scores(page)).toContainText('Not scored');
  await expect(review(page)).toContainText('We left out one quote that isn’t in your text.');
  await expect(rewrites(page).getByRole('listitem')).toHaveCount(2);
  await expectSound(page, 'a review');
  await page.setViewportSize({ width: 390, height: 844 });
  const first = rewrites(page).getByRole('listitem').first();
  await first.scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 1440, height: 900 });

  // An accepted rewrite is in the text and saved; taken back, the old sentence is.
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Edit' }).click();
  await expect(first.locator('del').first()).toContainText('are');
  await tabTo(page, first.getByRole('button', { name: 'Accept' }));
  await page.keyboard.press('Enter');
  await expect(textField(page)).toHaveValue(content.replace(SENTENCE, REWRITE));
  await expect(first).toContainText('Accepted');
  await expectSeenFocus(first.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(textField(page)).toHaveValue(content);
  await expectSeenFocus(first.getByRole('button', { name: 'Accept' }));
  await first.getByRole('button', { name: 'Accept' }).click();
  await rewrites(page)
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(review(page)).not.toContainText('has changed since');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Saved');
  await page.reload();
  await expect(rewrites(page)).toContainText('Accepted');
  await expect(rewrites(page)).toContainText('Discarded');
  const stored = (await (await page.request.get(`/api/saved-content/${item.id}`)).json()) as {
    content: string;
  };
  expect(stored.content).toBe(content.replace(SENTENCE, REWRITE));

  await review(page).getByRole('button', { name: 'Close review' }).click();
  const open = (page: Page) =>
    review(page).getByRole('button', { name: 'Review against your brand' });
  await expect(open(page)).toBeFocused();

  // Another tab, which has never seen it, shows it too, with when it was and what has changed.
  const elsewhere = await context.newPage();
  await elsewhere.goto(page.url());
  await open(elsewhere).click();
  await expect(scores(elsewhere).getByRole('listitem')).toHaveCount(5);
  await expect(review(elsewhere)).toContainText(/Requested [^:]*:\d\d/);
  await expect(review(elsewhere)).toContainText('Your text has changed since this review.');

  // One whose process died can be tried again at once.
  await inDatabase(
    `UPDATE generations SET state = 'interrupted' WHERE kind = 'review'
        AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await elsewhere.reload();
  await expect(review(elsewhere).getByRole('alert').first()).toHaveText(
    'The review was interrupted. Your text hasn’t changed.',
  );
  await review(elsewhere).getByRole('button', { name: 'Try again' }).click();
  await expect(review(elsewhere).getByRole('status').first()).toHaveText(
    'Reviewed against Rye & Co.',
  );
  await expect(review(elsewhere)).not.toContainText('has changed since');
});

test('a variant is reviewed while it is edited, and an accepted rewrite is saved with it', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  await giveProfile(email, 'Rye & Co');
  const created = await page.request.post('/api/briefs', {
    headers: { origin: new URL(page.url()).origin },
    data: {
      ...{ clientKey: randomUUID(), kind: 'variants', formatIds: ['linkedin-post'], variants: 1 },
      profileId: null,
      fields: {
        ...{ topic: `Bread ${marker({ text: SENTENCE })}`, audience: '', goal: '', tone: '' },
        ...{ length: 'short', language: 'English', keywords: [], callToAction: '' },
      },
    },
  });
  const { id } = (await created.json()) as { id: string };
  await page.goto(`/copy-wizard/briefs/${id}`);
  await page.getByRole('button', { name: 'Edit Variant 1' }).click();
  const field = page.getByRole('textbox', { name: 'Text of Variant 1' });
  await field.fill(`${SENTENCE}\n\n${marker({ text: ANSWER })}`);
  await review(page).getByRole('button', { name: 'Review against your brand' }).click();
  await review(page).getByRole('button', { name: 'Start review' }).click();
  await expect(scores(page).getByRole('blockquote')).toHaveText([SENTENCE]);
  // The marker has the sentences, too, so both rewrites are offered.
  await rewrites(page).getByRole('button', { name: 'Accept' }).first().click();
  await expect(field).toHaveValue(`${REWRITE}\n\n${marker({ text: ANSWER })}`);
  await page.reload();
  await expect(rewrites(page)).toContainText(`Accepted: ${REWRITE}`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('article', { name: 'Variant 1', exact: true })).toContainText(
    REWRITE,
  );
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('everything in a review can be touched, and without a brand it says what is missing @core', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp();
    const response = await page.request.post('/api/saved-content', {
      data: {
        category: 'social',
        folderId: null,
        title: 'Bread',
        content: `${SENTENCE}\n\n${marker({ text: ANSWER })}`,
        format: null,
      },
      headers: { origin: new URL(page.url()).origin },
    });
    const { item } = (await response.json()) as { item: { id: string } };
    await page.goto(`/copy-wizard/saved/social/${item.id}`);
    await review(page).getByRole('button', { name: 'Review against your brand' }).click();
    await expect(review(page)).toContainText('A review goes by a brand profile.');
    await expect(review(page).getByRole('link', { name: 'Open brand profiles' })).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);

    await giveProfile(email, 'Rye & Co');
    await page.reload();
    await review(page).getByRole('button', { name: 'Review against your brand' }).click();
    await review(page).getByRole('button', { name: 'Start review' }).click();
    await expect(rewrites(page).getByRole('listitem')).toHaveCount(2);
    // Neither the brand nor the format has anything to check.
    await expect(page.getByRole('heading', { name: 'Checks' })).toHaveCount(0);
    expect(await tooSmall(page)).toEqual([]);
  });
});

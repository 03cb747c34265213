import { expect, fulfillAs, marker, type Page, test } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const question = (page: Page) => page.getByLabel('Your question');
const talk = (page: Page) => page.getByRole('log', { name: 'Questions and answers' });

const SHARE = 'Choose **Share** at the top.\n\nSOURCE: share-a-conversation';

test.describe('Ask Me', () => {
  test.use({ provoked: /^503: .*helpmenuassistant$/ });

  test('answers with a link to its article, says why it fails, and loses nothing when it is closed', async ({
    page,
    signUp,
  }) => {
    await signUp();
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(page.getByRole('tab', { name: 'Ask Me', selected: true })).toBeVisible();
    await expectSound(page);

    // A blank question isn't sent.
    await question(page).fill('   ');
    await expect(help(page).getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
    await question(page).press('Enter');
    await expect(talk(page).getByRole('article')).toHaveCount(0);

    await question(page).fill(
      `How do I share a conversation? ${marker({ complete: { text: SHARE } })}`,
    );
    await question(page).press('Enter');
    const answer = talk(page).getByRole('article', { name: 'Assistant' });
    await expect(answer).toContainText('Choose Share at the top.');
    await expect(answer).not.toContainText('SOURCE');
    await expect(question(page)).toBeFocused();
    await expect(question(page)).toHaveValue('');

    await question(page).fill(`And then? ${marker({ complete: { status: 500 } })}`);
    await question(page).press('Enter');
    const failure = 'AI response error: the AI has a problem right now. Please try again.';
    await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
    await expect(answer.last()).toContainText('Sorry, I couldn’t answer that.');
    await expectSound(page);

    await page.keyboard.press('Escape');
    await expect(help(page)).toBeHidden();
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(answer).toHaveCount(2);
    await answer.first().getByRole('link', { name: 'Share a conversation' }).press('Enter');
    await expect(page).toHaveURL(/\/help\/share-a-conversation$/);
    await expect(help(page)).toBeHidden();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Share a conversation' }),
    ).toBeVisible();

    await page.getByRole('link', { name: 'Open My shared links' }).click();
    await expect(page).toHaveURL(/\/ai-lab\/shares$/);
  });

  test('shows an error for a response with an invalid structure, and can start over', async ({
    page,
    signUp,
  }) => {
    await signUp();
    await page.route('**/api/tools/helpmenuassistant', (route) =>
      fulfillAs(route, { choices: [{ message: {} }] }),
    );
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name: 'What are tokens?' }).click();
    await expect(
      talk(page).getByText('AI response error: the answer was garbled. Please try again.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(talk(page).getByRole('article')).toHaveCount(0);
    await expect(question(page)).toBeFocused();
  });
});

test('help articles are listed by topic, found by a word, and read @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('link', { name: 'All help articles' }).click();
  await expect(page).toHaveURL(/\/help$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Tokens and plans' })).toBeVisible();

  const search = page.getByLabel('Search help');
  await search.fill('authenticator');
  await expect(
    page.getByRole('link', { name: 'Protect your account with two-factor sign-in' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
  await search.fill('qqqq');
  await expect(page.getByRole('status').filter({ hasText: 'No matches' })).toBeVisible();
  await search.fill('');
  await page.getByRole('link', { name: 'When you’re out of tokens' }).press('Enter');
  await expect(page.getByRole('article')).toContainText('Nothing you typed is lost.');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('More about tokens and plans');
});

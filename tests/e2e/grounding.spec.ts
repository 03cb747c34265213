import type { SeenRequest } from '../fakes/openai.ts';
import { giveProfile } from './setup/brand-pages.ts';
import { inDatabase } from './setup/database.ts';
import { answers, ask, expect, messageField, test, untilIdle, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const instructionsField = (page: Page) => page.getByRole('textbox', { name: 'Instructions' });
const openInstructions = (page: Page) =>
  page.getByRole('button', { name: /^Instructions/ }).click();
const dialog = (page: Page) => page.getByRole('dialog');

async function choose(page: Page, menu: RegExp, choice: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: choice }).click();
}

/** The model and system message of the provider's last request. */
async function lastAsked(question: string): Promise<{ model: string; system: string }> {
  const response = await fetch(new URL('/control/requests', process.env.E2E_PROVIDER_URL));
  const requests = (await response.json()) as SeenRequest[];
  const seen = requests.findLast(
    ({ body }) => body.stream && body.messages.at(-1)?.content.includes(question),
  );
  return { model: seen?.body.model ?? '', system: seen?.body.messages[0]?.content ?? '' };
}

test('the profile, model, and instructions of a conversation ground its answers @core', async ({
  page,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await expect(page.getByRole('button', { name: 'Brand profile: No profile' })).toBeVisible();
  await giveProfile(email, 'Rye & Co');
  await page.reload();

  // The first profile is used unless another is chosen; the settings survive a reload.
  await expect(page.getByRole('button', { name: 'Brand profile: Rye & Co' })).toBeVisible();
  await choose(page, /^AI model/, 'Large');
  await openInstructions(page);
  await instructionsField(page).fill('Answer in rhymes.');
  await page.getByRole('button', { name: 'See what the AI receives' }).click();
  await expect(page.getByLabel('What the AI receives')).toContainText('We bake rye bread');
  await expect(page.getByLabel('What the AI receives')).toContainText('Answer in rhymes.');
  await expect(dialog(page)).toContainText('Large reads this before each of your messages:');
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Instructions: set' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: 'AI model: Large' })).toBeVisible();

  await ask(page, 'Write a line for the door');
  await untilIdle(page);
  const first = await lastAsked('Write a line for the door');
  expect(first.model).toBe('vendor/large');
  expect(first.system).toMatch(/> We bake rye bread[^]*Answer in rhymes\.$/);
  await expect(page.getByRole('button', { name: 'AI model: Large' })).toBeVisible();

  await expectSound(page);

  // The next conversation starts with the defaults.
  await page.goto('/ai-lab');
  await expect(page.getByRole('button', { name: 'AI model: GPT-4o Mini' })).toBeVisible();
});

test('conversation settings are saved at once, shown in other tabs, and not lost when saving fails', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await giveProfile(email, 'Rye & Co');
  await page.reload();
  await ask(page, 'Hello');
  await untilIdle(page);
  const other = await context.newPage();
  await other.goto(page.url());

  await choose(page, /^Brand profile/, 'No profile');
  await expect(other.getByRole('button', { name: 'Brand profile: No profile' })).toBeVisible();
  await openInstructions(page);
  await openInstructions(other);
  await instructionsField(page).fill('Be brief.');
  await expect(dialog(page).getByRole('status')).toHaveText('Saved');
  await expect(instructionsField(other)).toHaveValue('Be brief.');

  // Without the server, the typed text stays, and no message is sent without it.
  await page.route('**/settings', (route) => route.abort());
  await instructionsField(page).fill('Answer in rhymes.');
  await expect(page.getByText('Couldn’t save this setting. Try again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Not saved. Try again' })).toBeVisible();
  await ask(page, 'And now?');
  await expect(messageField(page)).toHaveValue(/^And now\?/);
  await expect(answers(page)).toHaveCount(1);
  await page.unroute('**/settings');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(answers(page)).toHaveCount(2);
  await untilIdle(page);
  const asked = await lastAsked('And now?');
  expect(asked.system).toMatch(/Answer in rhymes\.$/);
  expect(asked.system).not.toContain('rye');
  await expect(instructionsField(other)).toHaveValue('Answer in rhymes.');

  // A model that the operator removed.
  await inDatabase(
    `UPDATE conversations SET model = 'vendor/old' WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await page.reload();
  await expect(
    page.getByText('The AI model you chose is no longer available. GPT-4o Mini answers instead.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Use GPT-4o Mini' }).click();
  await expect(page.getByText('no longer available')).toHaveCount(0);
});

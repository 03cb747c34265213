import { giveProfile } from './setup/brand-pages.ts';
import { answers, ask, expect, messageField, test, untilIdle, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';
import { tooSmall } from './setup/touch.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const panel = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Text' });
const view = (page: Page, name: string) =>
  panel(page).getByRole('group', { name: 'View' }).getByRole('button', { name });
const suggestions = (page: Page) =>
  panel(page).getByRole('group', { name: 'Suggested changes', exact: true });
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const saveState = (page: Page) => panel(page).getByRole('status').first();

/** So long that its end is out of view. */
const TEXT = `# Bread\n\n${'We bake each morning.\n\n'.repeat(30)}Rye costs **4** euros.\n\nWheat costs 4 euros.\n\nCome by.`;
const edit = (message: string, ...patches: { find: string; replace: string }[]) => ({
  text: JSON.stringify({
    message,
    patches: patches.map((patch) => ({ before: '', after: '', ...patch })),
  }),
});
const RYE = { find: 'Rye costs **4** euros.', replace: 'Rye costs **5** euros.' };
const VISIT = { find: 'Come by.', replace: 'Visit us.' };

/** A conversation whose answer is open as a document. */
async function open(page: Page): Promise<void> {
  await ask(page, 'Write about bread', { text: TEXT });
  await untilIdle(page);
  await answers(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Open as document' }).click();
  await expect(field(page)).toContainText('Rye costs 4 euros.');
}

async function storedText(page: Page): Promise<string> {
  const id = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.includes('document-of:'));
    return key === undefined ? '' : sessionStorage.getItem(key);
  });
  const response = await page.request.get(`/api/chat/documents/${id}`);
  return ((await response.json()) as { content: string }).content;
}

test('an answer opens beside the chat, the assistant suggests changes, and the text is saved as content @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  await open(page);
  await expect(panel(page)).toBeFocused();
  await expect(field(page).locator('h1')).toHaveText('Bread');
  await expectSound(page, 'document');

  // Written by hand, and saved by itself.
  await field(page).getByText('Wheat costs').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Oat costs 6.');
  await expect(saveState(page)).toHaveText('Saved');
  expect(await storedText(page)).toBe(
    TEXT.replace('4 euros.\n\nCome', '4 euros. Oat costs 6.\n\nCome'),
  );

  // The chat is beside it: the answer is there, its changes are in the document.
  await ask(page, 'Rye is 5 now, and be polite', edit('I suggest two changes.', RYE, VISIT));
  await untilIdle(page);
  await expect(answers(page).last()).toContainText('I suggest two changes.');
  await expect(answers(page).last()).not.toContainText('patches');
  // The chat got narrower, and still shows its end.
  await expect(answers(page).last()).toBeInViewport();
  await expect(suggestions(page)).toContainText('2 suggested changes');
  const first = panel(page).getByRole('group', { name: 'Change 1' });
  await expect(first.locator('del')).toContainText('4');
  await expect(first.locator('ins')).toContainText('5');
  await expect(first).toBeInViewport();
  await expectSound(page, 'suggestions');

  // By keyboard: after one decision, the next one has the focus.
  await first.getByRole('button', { name: 'Accept change 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(suggestions(page)).toContainText('1 suggested change');
  await expect(panel(page).getByRole('button', { name: 'Accept change 1' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(suggestions(page)).toHaveCount(0);
  await expect(field(page)).toContainText('Rye costs 5 euros.');
  await expect(field(page)).toContainText('Come by.');

  // What doesn't fit what the person wrote meanwhile is text to copy.
  await ask(page, 'Politely', edit('Here.', VISIT));
  await untilIdle(page);
  await suggestions(page).getByRole('button', { name: 'Keep writing' }).click();
  await field(page).getByText('Come by.').click({ clickCount: 3 });
  await page.keyboard.type('We bake daily.');
  const unfit = panel(page).getByRole('region', { name: 'Suggestions that don’t fit' });
  await expect(unfit).toContainText('Visit us.');
  await expect(suggestions(page)).toHaveCount(0);
  await expectSound(page, 'suggestion that doesn’t fit');
  await unfit.getByRole('button', { name: 'Copy' }).click();
  await expect(notices(page)).toContainText('Copied');
  await unfit.getByRole('button', { name: 'Dismiss' }).click();
  await expect(unfit).toHaveCount(0);

  // Versions say who wrote them.
  await view(page, 'Versions').click();
  const versions = panel(page).getByRole('list', { name: 'Versions' });
  await expect(versions.getByRole('button', { name: /You · / })).toHaveCount(1);
  await expect(versions.getByRole('button').last()).toContainText('AI · ');
  await versions.getByRole('button').last().click();
  await panel(page).getByRole('button', { name: 'Restore this version' }).click();
  await view(page, 'Preview').click();
  await expect(panel(page).locator('strong')).toHaveText('4');
  await expectSound(page, 'document preview');

  // A format has its checks and its preview.
  await panel(page).getByLabel('Format').selectOption('LinkedIn post');
  await view(page, 'Checks').click();
  await expect(panel(page).getByRole('list', { name: 'Checks' })).toBeVisible();
  await expectSound(page, 'document checks');

  await panel(page).getByRole('button', { name: 'Save as content' }).click();
  await expect(notices(page)).toContainText('Saved to Social');
  await expect(panel(page).getByRole('button', { name: 'Update saved content' })).toBeVisible();
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notices(page)).toContainText('Save undone');
  await expect(panel(page).getByRole('button', { name: 'Save as content' })).toBeVisible();
});

test('a document is there after a reload, two tabs never overwrite each other, and closing leads back', async ({
  page,
  signUp,
  context,
}) => {
  await signUp();
  await open(page);
  await page.reload();
  await expect(field(page)).toContainText('Come by.');

  await view(page, 'Preview').focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(answers(page)).toBeFocused();
  await page.reload();
  const button = page.getByRole('button', { name: 'Open document: Bread' });
  await button.click();
  await expect(field(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close document' }).click();
  await expect(panel(page)).toHaveCount(0);
  await button.click();

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Open document: Bread' }).click();
  await expect(field(other)).toBeVisible();
  // What one tab types, the other shows; what both type, the person decides on.
  await field(page).getByText('Come by.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Soon.');
  await expect(field(other)).toContainText('Come by. Soon.');
  await other.route('**/api/chat/documents/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  await field(other).getByText('Come by. Soon.').click();
  await other.keyboard.press('End');
  await other.keyboard.type(' Today.');
  await field(page).getByText('Come by. Soon.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Tomorrow.');
  await expect(saveState(page)).toHaveText('Saved');
  await other.unrouteAll({ behavior: 'ignoreErrors' });
  await other.reload();
  const problem = panel(other).getByRole('alert');
  await expect(problem).toContainText('changed in another tab');
  await problem.getByRole('button', { name: 'Use the other version' }).click();
  await expect(field(other)).toContainText('Soon. Tomorrow.');

  // Deleted here, it closes there, and Undo brings it back.
  await panel(page).getByRole('button', { name: 'Actions for Bread' }).click();
  await page.getByRole('menuitem', { name: 'Delete document' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(panel(other).getByRole('alert')).toContainText('This document was deleted.');
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(field(page)).toContainText('Soon. Tomorrow.');
});

test('a document and its answer are previewed and checked as the brand of their chat, not as the one in use', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  await giveProfile(email, 'Rye & Co');
  await giveProfile(email, 'Spelt & Ash');
  await page.reload();
  const choose = async (before: string, brand: string) => {
    await page.getByRole('button', { name: `Brand profile: ${before}` }).click();
    await page.getByRole('menuitemradio', { name: brand }).click();
  };
  const preview = panel(page).getByRole('region', { name: /^Preview/ });
  await choose('Rye & Co', 'Spelt & Ash');
  await open(page);
  await panel(page).getByLabel('Format', { exact: true }).selectOption('LinkedIn post');
  await view(page, 'Preview').click();
  await expect(preview).toContainText('Spelt & Ash');
  await answers(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Check' }).click();
  await expect(page.getByRole('dialog')).toContainText('By the voice rules of Spelt & Ash.');
  await page.keyboard.press('Escape');
  // With no brand of its own, it is the one in use.
  await choose('Spelt & Ash', 'No profile');
  await expect(preview).toContainText('Rye & Co');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a document covers the chat, and both are a tap away from each other', async ({
    page,
    signUp,
  }) => {
    await signUp();
    await open(page);
    // What is covered is out of reach.
    await expect(page.locator('[inert]').filter({ has: messageField(page) })).toHaveCount(1);
    expect(await tooSmall(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Chat', exact: true }).click();
    await expect(messageField(page)).toBeFocused();
    await ask(page, 'Rye is 5 now', edit('One change.', RYE));
    await untilIdle(page);
    await expect(answers(page).last()).toContainText('One change.');
    await page.getByRole('button', { name: /Back to Bread/ }).click();
    await expect(suggestions(page)).toContainText('1 suggested change');
    await suggestions(page).getByRole('button', { name: 'Accept all' }).click();
    await expect(field(page)).toContainText('Rye costs 5 euros.');
    await panel(page).getByRole('button', { name: 'Close document' }).click();
    await expect(panel(page)).toHaveCount(0);
  });
});

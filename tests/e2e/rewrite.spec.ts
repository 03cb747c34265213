import { expect, marker, release, test, type Page } from './setup/journey.ts';

const textField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Text' });
const tools = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' });
const proposal = (page: Page) => page.getByRole('region', { name: 'Rewrite', exact: true });
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name });
const saveState = (page: Page) => page.getByRole('main').getByRole('status').first();

/** Opens new content with this text in the editor. */
async function edit(page: Page, content: string, format: string | null = null): Promise<void> {
  const response = await page.request.post('/api/saved-content', {
    data: { category: 'social', folderId: null, title: 'Bread post', content, format },
    headers: { origin: new URL(page.url()).origin },
  });
  const { item } = (await response.json()) as { item: { id: string } };
  await page.goto(`/copy-wizard/saved/social/${item.id}`);
  await view(page, 'Edit').click();
  await expect(textField(page)).toHaveValue(content);
}

async function select(page: Page, selection: string): Promise<void> {
  await textField(page).evaluate((area: HTMLTextAreaElement, selection) => {
    const at = area.value.indexOf(selection);
    area.focus();
    area.setSelectionRange(at, at + selection.length);
  }, selection);
}

/** The fake provider reads what to do from the text around the passage. */
const answers = (text: string, more: object = {}) => marker({ text, ...more });

test.describe(() => {
  // This test provokes the failure.
  test.use({ provoked: /500: .*\/api\/passages/ });

  test('a rewrite shortens a passage, can be accepted and undone, is retried after a failure, and is in the history', async ({
    page,
    signUp,
  }) => {
    await signUp();
    const after = `\n\nCome by. ${answers('Here is it:\n\n"We bake."')}`;
    const old = `# Bread\n\nWe bake bread, every single night.${after}`;
    const shorter = `# Bread\n\nWe bake.${after}`;
    await edit(page, old, 'linkedin-post');
    await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
    await expect(tools(page).getByRole('button', { name: 'Shorten' })).toBeDisabled();

    await select(page, 'We bake bread, every single night.');
    await page.route('**/api/passages', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await tools(page).getByRole('button', { name: 'Shorten' }).click();
    await expect(proposal(page).getByRole('alert')).toContainText(
      'Something went wrong on our side.',
    );
    await page.unroute('**/api/passages');
    await proposal(page).getByRole('button', { name: 'Try again' }).click();
    await expect(proposal(page).getByRole('status')).toHaveText('Ready');
    await expect(proposal(page).locator('del').first()).toContainText('bread');

    // Edits elsewhere in the text are kept, and the passage is found again.
    await textField(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
    await textField(page).pressSequentially('New. ');
    await proposal(page).getByRole('button', { name: 'Accept' }).click();
    await expect(textField(page)).toHaveValue(`New. ${shorter}`);
    await expect(proposal(page)).toHaveCount(0);
    await expect(textField(page)).toBeFocused();

    await page.keyboard.press('Control+z');
    await expect(textField(page)).toHaveValue(`New. ${old}`);
    await page.keyboard.press('Control+Shift+z');
    await expect(textField(page)).toHaveValue(`New. ${shorter}`);

    await page.keyboard.press('Control+s');
    await expect(saveState(page)).toHaveText('Saved');
    await view(page, 'Versions').click();
    await page.getByRole('list', { name: 'Versions' }).getByRole('button').first().click();
    await expect(page.locator('del').last()).toContainText('every single night');

    await view(page, 'Preview').click();
    await expect(page.getByRole('region', { name: 'Preview: LinkedIn post' })).toBeVisible();
    const chosen = page.waitForResponse((response) => response.url().endsWith('/format'));
    await page.getByLabel('Format').selectOption('X post');
    await expect(page.getByRole('region', { name: 'Preview: X post' })).toBeVisible();
    await chosen;
    await page.reload();
    await expect(page.getByLabel('Format')).toHaveValue('x-post');
  });
});

test('a stopped rewrite can be used as far as it came, and is not inserted when its passage is gone', async ({
  page,
  signUp,
}) => {
  await signUp();
  const hold = `passage-${Date.now()}`;
  const after = ` ${answers('One two three four five six.', { holdAfter: 3, hold })}`;
  await edit(page, `Old words.${after}`);
  await select(page, 'Old words.');
  await tools(page).getByRole('button', { name: 'Rewrite' }).click();
  await expect(proposal(page).getByRole('group', { name: 'New text' })).toHaveText('One two three');
  await proposal(page).getByRole('button', { name: 'Stop' }).click();
  await expect(proposal(page).getByRole('status')).toHaveText('Stopped');
  await release(hold);

  await textField(page).fill('Quite another text.');
  await proposal(page).getByRole('button', { name: 'Accept partial text' }).click();
  await expect(proposal(page).getByRole('alert')).toContainText('no longer in your text');
  await expect(textField(page)).toHaveValue('Quite another text.');
  await textField(page).fill(`Now: Old words.${after}`);
  await proposal(page).getByRole('button', { name: 'Accept partial text' }).click();
  await expect(textField(page)).toHaveValue(`Now: One two three${after}`);
});

test('a passage can be rewritten with the keyboard alone', async ({ page, signUp }) => {
  await signUp();
  const after = ` ${answers('Bread, my dear.')}`;
  await edit(page, `Bread.${after}`);
  await textField(page).focus();
  await page.keyboard.press('Control+Home');
  for (let letter = 0; letter < 'Bread.'.length; letter += 1) {
    await page.keyboard.press('Shift+ArrowRight');
  }
  await page.keyboard.press('Control+j');
  await expect(tools(page).getByRole('button', { name: 'Rewrite' })).toBeFocused();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect(tools(page).getByRole('button', { name: 'Tone' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Friendly' })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Which tone?')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Add a tone.')).toBeVisible();
  await page.keyboard.type('Tender');
  await page.keyboard.press('Enter');
  await expect(proposal(page).getByRole('heading', { name: 'Tone: Tender' })).toBeVisible();
  await expect(proposal(page).getByRole('button', { name: 'Accept' })).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(proposal(page)).toHaveCount(0);
  await expect(textField(page)).toBeFocused();
  await page.keyboard.press('Control+j');
  await page.keyboard.press('Enter');
  await expect(proposal(page).getByRole('button', { name: 'Accept' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(textField(page)).toHaveValue(`Bread, my dear.${after}`);
});

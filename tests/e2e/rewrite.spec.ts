import { highlighted } from './setup/highlights.ts';
import { holdRequests } from './setup/hold-requests.ts';
import { expect, marker, release, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';
import { tooSmall } from './setup/touch.ts';

const textField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Text' });
const tools = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' });
const proposal = (page: Page) => page.getByRole('region', { name: 'Rewrite', exact: true });
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name });
const saveState = (page: Page) => page.getByRole('main').getByRole('status').first();

/** Opens new content with this text in the editor. */
async function edit(page: Page, content: string, format: string | null = null): Promise<string> {
  const response = await page.request.post('/api/saved-content', {
    data: { category: 'social', folderId: null, title: 'Bread post', content, format },
    headers: { origin: new URL(page.url()).origin },
  });
  const { item } = (await response.json()) as { item: { id: string } };
  await page.goto(`/copy-wizard/saved/social/${item.id}`);
  await view(page, 'Edit').click();
  await expect(textField(page)).toHaveValue(content);
  return item.id;
}

async function select(page: Page, selection: string): Promise<void> {
  await textField(page).evaluate((area: HTMLTextAreaElement, selection) => {
    const at = area.value.indexOf(selection);
    area.focus();
    area.setSelectionRange(at, at + selection.length);
  }, selection);
}

const selected = (page: Page) =>
  textField(page).evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    value.slice(selectionStart, selectionEnd),
  );

/** The fake provider reads what to do from the text around the passage. */
const answers = (text: string, more: object = {}) => marker({ text, ...more });

test.describe(() => {
  // This test provokes the failure.
  test.use({ provoked: /500: .*\/api\/passages/ });

  test('a rewrite shortens a passage, can be accepted and undone, is retried after a failure, and is in the history @core', async ({
    page,
    signUp,
  }) => {
    await signUp();
    const after = `\n\nCome by. ${answers('Here is it:\n\n"We bake."')}`;
    const old = `# Bread\n\nWe bake bread, every single night.${after}`;
    const shorter = `# Bread\n\nWe bake.${after}`;
    await edit(page, old, 'linkedin-post');
    await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
    await expect(tools(page)).toHaveCount(0);

    // Three clicks select a paragraph; the tools are beside it, not over it.
    const field = (await textField(page).boundingBox())!;
    await textField(page).click({ clickCount: 3, position: { x: 60, y: 10 + 2.5 * 28 } });
    await expect(tools(page)).toBeVisible();
    expect((await selected(page)).trim()).toBe('We bake bread, every single night.');
    const bar = (await tools(page).boundingBox())!;
    const [top, bottom] = [field.y + 10 + 2 * 28, field.y + 10 + 3 * 28];
    expect(bar.y + bar.height <= top || bar.y >= bottom, 'beside the selection').toBe(true);
    expect(Math.min(Math.abs(bar.y + bar.height - top), Math.abs(bar.y - bottom))).toBeLessThan(20);
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

    // Nothing has changed yet. A click into the text gives the field back, right there.
    await expect(textField(page)).toBeHidden();
    await expect(proposal(page)).toContainText('# Bread');
    await proposal(page)
      .getByText('# Bread')
      .click({ position: { x: 2, y: 14 } });
    await expect(textField(page)).toBeFocused();
    await expect(textField(page)).toHaveValue(old);
    // What is typed elsewhere is kept, and the passage is found again.
    await page.keyboard.type('New. ');
    await expect(textField(page)).toHaveValue(`New. ${old}`);
    await proposal(page).getByRole('button', { name: 'Review' }).click();
    await expectSound(page, 'a proposal');
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

test('a stopped rewrite follows its passage through changes from elsewhere, and is only accepted where that is', async ({
  page,
  signUp,
}) => {
  await signUp();
  const hold = `passage-${Date.now()}`;
  const after = ` ${answers('One two three four five six.', { holdAfter: 3, hold })}`;
  const old = `Old words.${after}`;
  const id = await edit(page, old);
  // A page that is left in the middle loses nothing.
  await select(page, 'Old words.');
  await tools(page).getByRole('button', { name: 'Rewrite' }).click();
  await expect(proposal(page).getByRole('group', { name: 'New text' })).toContainText('One two');
  await page.reload();
  await view(page, 'Edit').click();
  await expect(proposal(page).getByRole('heading', { name: 'Rewritten' })).toBeVisible();
  await expect(proposal(page).getByRole('group', { name: 'New text' })).toContainText('two three');
  await expect(proposal(page).locator('del')).toContainText('Old words.');
  // Another tab saves.
  const theirs = await page.request.patch(`/api/saved-content/${id}`, {
    data: { title: 'Bread post', content: `First line.\n\n${old}`, version: 1 },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(theirs.status()).toBe(200);
  await expect(proposal(page)).toContainText('First line.');
  await proposal(page).getByRole('button', { name: 'Stop' }).click();
  await expect(proposal(page).getByRole('status')).toHaveText('Stopped');
  await release(hold);

  await proposal(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Keep writing' }).click();
  await expect(textField(page)).toBeFocused();
  await textField(page).fill('Quite another text.');
  await expect(proposal(page).getByRole('alert')).toContainText('no longer in your text');
  await expect(proposal(page).getByRole('group', { name: 'New text' })).toHaveText('One two three');
  await expect(proposal(page).getByRole('button', { name: 'Copy rewrite' })).toBeVisible();
  await textField(page).fill(`Now: ${old}`);
  await proposal(page).getByRole('button', { name: 'Review' }).click();
  await proposal(page).getByRole('button', { name: 'Accept partial text' }).click();
  await expect(textField(page)).toHaveValue(`Now: One two three${after}`);
});

test('a passage can be rewritten with the keyboard alone', async ({ page, signUp }) => {
  await signUp();
  // The first proposal is complete before the code that shows it has come.
  const arrive = await holdRequests(page, '**/proposal-review-*.js');
  await page.route(
    '**/api/passages',
    async (route) => {
      await route.fulfill({ response: await route.fetch() });
      arrive();
    },
    { times: 1 },
  );
  const after = ` ${answers('Bread, my dear.')}`;
  await edit(page, `Bread.${after}`);
  await textField(page).focus();
  await page.keyboard.press('Control+j');
  await expect(page.getByText('Select some text first.')).toBeVisible();
  await page.keyboard.press('Control+Home');
  for (let letter = 0; letter < 'Bread.'.length; letter += 1) {
    await page.keyboard.press('Shift+ArrowRight');
  }
  await expect(page.getByText('Rewriting tools are open.')).toBeAttached();
  await expect(textField(page)).toBeFocused();
  // Escape closes them, the selection stays, and the shortcut opens them again.
  await page.keyboard.press('Escape');
  await expect(tools(page)).toHaveCount(0);
  await page.keyboard.press('Control+j');
  await expect(tools(page).getByRole('button', { name: 'Rewrite' })).toBeFocused();
  await expect.poll(() => highlighted(page, ['passage'])).toEqual(['Bread.']);
  await expectSound(page, 'the tools');
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

  // Discarding leaves the text as it is, with the same selection.
  await page.keyboard.press('Escape');
  await expect(proposal(page)).toHaveCount(0);
  await expect(textField(page)).toBeFocused();
  await expect(textField(page)).toHaveValue(`Bread.${after}`);
  expect(await selected(page)).toBe('Bread.');

  await page.keyboard.press('Control+j');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('What should change?')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(textField(page)).toBeFocused();
  expect(await selected(page)).toBe('Bread.');
  await page.keyboard.press('Control+j');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Say it to a friend');
  await page.keyboard.press('Enter');
  await expect(proposal(page).getByRole('heading', { name: 'As you asked' })).toBeVisible();
  await expect(proposal(page).getByLabel('What should change?')).toHaveValue('Say it to a friend');
  await expect(proposal(page).getByRole('button', { name: 'Accept' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(textField(page)).toHaveValue(`Bread, my dear.${after}`);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the tools are at an edge that the selection leaves free, large enough for fingers', async ({
    page,
    signUp,
  }) => {
    await signUp();
    const lines = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of the recipe.`);
    const text = `${lines.join('\n')}\n${answers('Knead it.')}`;
    await edit(page, text);
    const heightOf = (line: number) =>
      textField(page).evaluate(
        (area, line) => area.getBoundingClientRect().top + 10 + (line - 0.5) * 28,
        line,
      );
    const visible = page.viewportSize()!.height;
    for (const [line, at, edge] of [
      [20, 300, 'lower'],
      [30, 760, 'upper'],
    ] as const) {
      await select(page, `Line ${line} of the recipe.`);
      const now = await heightOf(line);
      await page.evaluate((by) => window.scrollBy(0, by), now - at);
      await expect(tools(page)).toBeVisible();
      await expect
        .poll(async () => {
          const box = await tools(page).boundingBox();
          // Scrolling hides them for a moment.
          if (box === null) return null;
          const { y, height } = box;
          const height0 = await heightOf(line);
          const covers = y < height0 + 14 && y + height > height0 - 14;
          return [covers, y > visible / 2 ? 'lower' : 'upper'];
        })
        .toEqual([false, edge]);
    }
    expect(await tooSmall(page)).toEqual([]);
    await tools(page).getByRole('button', { name: 'Shorten' }).tap();
    await expect(proposal(page).getByRole('button', { name: 'Accept' })).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
    await proposal(page).getByRole('button', { name: 'Accept' }).tap();
    await expect(textField(page)).toHaveValue(text.replace('Line 30 of the recipe.', 'Knead it.'));
  });
});

import { expect, marker, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';
import { tooSmall } from './setup/touch.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page) => main(page).getByRole('textbox', { name: 'Text' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
const shown = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show the text' }).getByRole('button', { name });
const rewriting = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' });
const state = (page: Page) => main(page).getByRole('status').first();

/** Opens a new article with this text in the editor. */
async function edit(page: Page, content: string): Promise<string> {
  const response = await page.request.post('/api/saved-content', {
    data: { category: 'longform', folderId: null, title: 'Hours', content, format: 'article' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { item } = (await response.json()) as { item: { id: string } };
  await page.goto(`/copy-wizard/saved/longform/${item.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field(page)).toBeVisible();
  return item.id;
}

async function storedText(page: Page, id: string): Promise<string> {
  const response = await page.request.get(`/api/saved-content/${id}`);
  return ((await response.json()) as { content: string }).content;
}

/** Puts the cursor behind these words. */
async function goTo(page: Page, words: string): Promise<void> {
  await field(page)
    .getByText(words)
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      range.collapse(false);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    });
  await field(page).focus();
}

const TEXT = `Opening
=======

* Rye
* Wheat

We bake __daily__.

| Day | Time |
|:---|---:|
| Monday | 7 |

- [ ] <b>raw</b> task

![Shop](https://example.com/shop.png)
`;

test('saved content is edited with its formatting, by keyboard, and all else keeps its Markdown @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  const id = await edit(page, TEXT);
  await expect(field(page).locator('h1')).toHaveText('Opening');
  await expect(field(page).locator('th')).toHaveText(['Day', 'Time']);
  await expect(field(page).locator('pre')).toHaveText('- [ ] <b>raw</b> task');
  await expect(state(page)).toHaveText('Saved');
  await expectSound(page, 'formatted editor');

  // Typed and formatted without the mouse.
  await goTo(page, 'We bake');
  await page.keyboard.type(' Come **early** for *rolls* at 2');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(rewriting(page)).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Bold')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, 'Italic')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(tool(page, 'Italic')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+s');
  await expect(state(page)).toHaveText('Saved');
  const typed = TEXT.replace('__daily__.', '__daily__. Come **early** for *rolls* at *2*');
  expect(await storedText(page, id)).toBe(typed);

  // A row by Enter; undone, the text is what it was, to the byte.
  await goTo(page, '7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('8');
  await expect(field(page).locator('td')).toHaveText(['Monday', '7', '', '8']);
  await tool(page, 'Undo').click();
  await expect(field(page).locator('td')).toHaveText(['Monday', '7']);

  // A link takes web and email addresses only.
  await goTo(page, 'We bake');
  await tool(page, 'Link').click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await expect(address).toBeFocused();
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a web or email address.')).toBeVisible();
  await address.fill('example.com');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(field(page).locator('a')).toHaveText('https://example.com');

  // What is pasted keeps what the editor knows, and nothing else.
  await page.keyboard.press('Enter');
  await field(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<style>p{color:red}</style><h2 style="color:red" onclick="alert(1)">Prices</h2><p><a href="javascript:alert(1)">Rye</a> <b>8</b><img src="x" onerror="alert(1)"></p><script>alert(1)</script>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await expect(field(page).locator('h2')).toHaveText('Prices');

  // The Markdown itself is one click away, and this browser remembers which view it was.
  await shown(page, 'Source').click();
  const all = typed.replace(
    'at *2*',
    'at *2*[https://example.com](https://example.com)\n\n## Prices\n\nRye **8**',
  );
  await expect(field(page)).toHaveValue(all);
  await page.keyboard.press('Control+s');
  await expect(state(page)).toHaveText('Saved');
  await page.reload();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field(page)).toHaveValue(all);
  await shown(page, 'Formatted').click();
  await expect(field(page).locator('h1')).toHaveText('Opening');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a passage of the formatted text is rewritten in place, and every tool is large enough', async ({
    page,
    signUp,
  }) => {
    await signUp();
    const end = `\n\n${marker({ text: 'We *bake* bread.' })}\n`;
    const id = await edit(page, `# Bread\n\n*   Rye\n*   We bake bread, every single night.${end}`);
    await tool(page, 'Link').click();
    expect(await tooSmall(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeFocused();

    await field(page).getByText('every single night').selectText();
    await rewriting(page).getByRole('button', { name: 'Shorten' }).click();
    const proposal = page.getByRole('region', { name: 'Rewrite', exact: true });
    await expect(proposal.getByRole('status')).toHaveText('Ready');
    await expect(proposal.locator('del').last()).toContainText('every single night');
    await expect(field(page)).toBeHidden();
    await proposal.getByRole('button', { name: 'Accept' }).click();
    await expect(field(page)).toBeFocused();
    await expect(field(page).locator('li')).toHaveText(['Rye', 'We bake bread.']);
    await expect(field(page).locator('li em')).toHaveText('bake');
    await page.keyboard.press('Control+s');
    await expect(state(page)).toHaveText('Saved');
    expect(await storedText(page, id)).toBe(`# Bread\n\n*   Rye\n*   We *bake* bread.${end}`);
    await page.keyboard.press('Control+z');
    await expect(field(page).locator('li').last()).toContainText('every single night');
  });
});

import { readFile } from 'node:fs/promises';

import { answers, conversations, expect, test, type Page } from './setup/journey.ts';
import { storeTexts } from './setup/stored-conversation.ts';
import { expectSound } from './setup/sound.ts';

const PAGE = '/settings?tab=importexport';

/** The file that is downloaded by pressing this. */
async function downloaded(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

// Playwright runs a script in the print page, which its sandbox blocks.
test.describe(() => {
  test.use({ provoked: /Blocked script execution in .*format=html&show=1/ });

  test('a conversation is exported in three formats and printed, from its page and from the list @core', async ({
    page,
    context,
    signUp,
  }) => {
    const { email } = await signUp();
    const id = await storeTexts(
      email,
      ['What is **rye**?', 'A grain.\n\n<script>alert(1)</script>'],
      'Rye & wheat',
    );
    await page.goto(`/ai-lab/chat/${id}`);
    const button = page.getByRole('main').getByRole('button', { name: 'Export conversation' });
    const dialog = page.getByRole('dialog', { name: 'Export conversation' });
    await button.click();
    await expect(dialog).toContainText('Rye & wheat');
    await expectSound(page);
    const markdown = await downloaded(page, 'Markdown');
    expect(markdown.name).toMatch(/\.md$/);
    expect(markdown.content.toString()).toContain('What is **rye**?');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();

    await button.press('Enter');
    const json = await downloaded(page, 'JSON');
    expect(json.name).toMatch(/\.json$/);
    expect(json.content.toString()).toContain('What is **rye**?');
    expect(() => JSON.parse(json.content.toString()) as unknown).not.toThrow();

    const menu = conversations(page).getByRole('button', { name: 'Actions for Rye & wheat' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
    const html = await downloaded(page, 'HTML');
    expect(html.name).toMatch(/\.html$/);
    expect(html.content.toString()).toContain('<strong>rye</strong>');
    expect(html.content.toString()).not.toContain('<script');
    await expect(menu).toBeFocused();

    await button.click();
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Print' }).click();
    const print = await page.request.get((await opened).url());
    expect(print.headers()['content-disposition'] ?? 'inline').toMatch(/^inline/);
    expect(print.headers()['content-security-policy']).toContain('sandbox');
    expect(await print.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

test('an archive of everything is made in the background, offered before an account is deleted, downloaded, removed, and imported elsewhere', async ({
  page,
  context,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp({ opens: false });
  await storeTexts(email, ['What is rye?', 'A grain.'], 'Rye');
  await page.goto(PAGE);
  const other = await context.newPage();
  await other.goto('/settings?tab=deleteAccount');
  await other.getByRole('button', { name: 'Export everything first' }).waitFor();

  await page.getByRole('button', { name: 'Export everything' }).click();
  const mine = (of: Page) => of.getByRole('region', { name: 'Your export' });
  await expect(mine(page)).toContainText(/KB · available until/);
  // The other tab shows it as well.
  await expect(mine(other)).toBeVisible();
  await expectSound(other);

  const file = await downloaded(other, 'Download');
  expect(file.name).toMatch(/\.zip$/);

  await mine(page).getByRole('button', { name: 'Delete file' }).click();
  await expect(page.getByRole('button', { name: 'Export everything' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Export everything first' })).toBeVisible();

  // Import it into an empty account.
  const elsewhere = await browser.newContext({ baseURL });
  const fresh = await elsewhere.newPage();
  await signUp({ on: fresh });
  await fresh.goto(PAGE);
  const chooser = fresh.waitForEvent('filechooser');
  await fresh.getByRole('button', { name: 'Choose files' }).click();
  const buffer = file.content;
  await (await chooser).setFiles({ name: file.name, mimeType: 'application/zip', buffer });
  const preview = fresh.getByRole('region', { name: 'Brandwright archive' });
  await preview.getByRole('button', { name: 'Import 1 conversation' }).click();
  await fresh.getByRole('link', { name: 'Go to Chat' }).click();
  await conversations(fresh).getByRole('link', { name: /Rye/ }).click();
  await expect(answers(fresh)).toHaveText([/A grain\./]);
  await elsewhere.close();
});

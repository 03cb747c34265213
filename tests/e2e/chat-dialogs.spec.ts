import sharp from 'sharp';

import { inDatabase } from './setup/database.ts';
import {
  ask,
  conversations,
  expect,
  messageField,
  questions,
  test,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { axe } from './setup/sound.ts';

/** Expects that, in both themes, axe finds no fault in a part of the page, and that nothing is wider than the screen. */
async function expectSound(page: Page, part: string, name: string, narrow = 390): Promise<void> {
  for (const [colorScheme, width] of [
    ['dark', 1440],
    ['light', narrow],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const { violations } = await axe(page).include(part).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is too wide`)
      .toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 844 });
}

const DIALOG = '[role=dialog], [role=alertdialog]';
const LIST = 'nav[aria-label=Conversations]';

async function act(page: Page, subject: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${subject}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function ofList(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the chat’s dialogs, menus, and overlays have no accessibility faults in both themes', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  const long = 'Spring campaign for the sourdough subscription, second try';
  await inDatabase(
    `WITH person AS (SELECT id FROM users WHERE email = $1),
          folder AS (INSERT INTO conversation_folders (id, user_id, name)
                     SELECT gen_random_uuid(), id, 'Customers' FROM person RETURNING id)
     INSERT INTO conversations (id, user_id, title, last_message, last_updated, folder_id, archived_at, pinned_at)
     SELECT gen_random_uuid(), person.id, title, 'Here are three ideas for the shop window.', now() - n * interval '1 day',
            CASE WHEN n = 2 THEN folder.id END, CASE WHEN n = 3 THEN now() END, CASE WHEN n = 4 THEN now() END
       FROM person, folder, unnest($2::text[]) WITH ORDINALITY AS given (title, n)`,
    [email, [long, 'Letter', 'Old prices', 'Prices', '[ChatGPT] Opening plan', 'Bakery']],
  );
  await page.goto('/ai-lab');
  const dialog = page.getByRole('dialog');

  await ofList(page, 'New folder…');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await expectSound(page, DIALOG, 'new-folder');
  await page.keyboard.press('Escape');
  await act(page, 'folder Customers', 'Rename folder');
  await expect(dialog).toBeVisible();
  await expectSound(page, DIALOG, 'rename-folder');
  await page.keyboard.press('Escape');
  await act(page, 'folder Customers', 'Delete folder');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectSound(page, DIALOG, 'delete-folder');
  await page.keyboard.press('Escape');
  await act(page, long, 'Move to folder…');
  await expect(dialog).toBeVisible();
  await expectSound(page, DIALOG, 'move');
  await page.keyboard.press('Escape');

  await act(page, 'Bakery', 'Select');
  await conversations(page).getByRole('checkbox').first().click();
  // On a narrow screen, the list opens by a button.
  await expectSound(page, 'body', 'selection', 1440);
  await page
    .getByRole('group', { name: 'Selected conversations' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expectSound(page, DIALOG, 'delete-several');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done', exact: true }).click();

  await ofList(page, 'Archived');
  await expect(conversations(page).getByRole('link')).toHaveText([/Old prices/]);
  await expectSound(page, LIST, 'archive', 1440);
  await page.getByRole('button', { name: 'All conversations' }).click();

  // The overlay for dropping files, an image that waits to be sent, and one that was sent.
  const image = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#b0563c' },
  })
    .png()
    .toBuffer();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([{ name: 'shop.png', mimeType: '', buffer: image }]);
  await expect(page.getByRole('list', { name: 'Files to send' }).locator('img')).toBeVisible();
  const drag = (type: string) =>
    page.evaluate((name) => {
      const data = new DataTransfer();
      data.items.add(new File(['bread,price'], 'prices.csv'));
      document.body.dispatchEvent(
        new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }, type);
  await drag('dragenter');
  await expectSound(page, 'body', 'dropping');
  await drag('dragleave');
  await ask(page, 'What does the picture show?');
  await untilIdle(page);
  await page.reload();
  await expect(questions(page).locator('img')).toBeVisible();
  await expectSound(page, '[role=log]', 'picture-sent');

  // With the banner at the top, a toast doesn't cover the conversation's own bar.
  await act(page, 'Bakery', 'Archive');
  const toast = page.locator('[data-toast]');
  await expect(toast).toContainText('Conversation archived');
  await expectSound(page, '[data-toast]', 'toast');
  const share = page.getByRole('main').getByRole('button', { name: 'Share' });
  const [bar, above] = [await share.boundingBox(), await toast.boundingBox()];
  expect(above!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);

  await page.getByRole('log').focus();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await expectSound(page, DIALOG, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(messageField(page)).toBeEnabled();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import {
  rawChain,
  rawMessage,
  type RawConversation,
  type RawNode,
} from '../factories/chatgpt/conversation.ts';
import { writeExport } from '../factories/chatgpt/write-export.ts';
import { answers, conversations, expect, questions, test, type Page } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const PAGE = '/settings?tab=importexport';
const IMAGE = 'file-A1b2C3d4E5f6G7h8J9k0L1';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brandwright-export-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const june = (day: number) => Date.parse(`2024-06-0${day}T10:00:00Z`) / 1_000;

/** A question with an image and two answers, of which the second is shown. */
function bread(): RawConversation {
  const made = rawChain(
    'bread',
    [
      {
        id: 'bread-question',
        role: 'user',
        content: {
          content_type: 'multimodal_text',
          parts: [
            {
              content_type: 'image_asset_pointer',
              asset_pointer: `file-service://${IMAGE}`,
              size_bytes: 500,
              width: 40,
              height: 30,
            },
            'Is this loaf done?',
          ],
        },
        metadata: { attachments: [{ id: IMAGE, name: 'loaf.png', mime_type: 'image/png' }] },
      },
      { id: 'bread-first', content: 'Not yet, five minutes more.' },
    ],
    { title: 'Sourdough schedule', create_time: june(1), update_time: june(3) },
  );
  const mapping = made.mapping as Record<string, RawNode>;
  mapping['bread-second'] = {
    id: 'bread-second',
    message: rawMessage('bread-second', { content: 'Yes: knock on it.', time: 1_750_000_009 }),
    parent: 'bread-question',
    children: [],
  };
  (mapping['bread-question']!.children as string[]).push('bread-second');
  made.current_node = 'bread-second';
  return made;
}

function talk(id: string, title: string, day: number, more: string[] = []): RawConversation {
  const texts = [`What about ${title}?`, 'It depends.', ...more];
  return rawChain(
    id,
    texts.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
    { title, create_time: june(day), update_time: june(day) + more.length * 60 },
  );
}

/** An export with a broken conversation, and one that has grown by `more`. */
async function exportFile(name: string, more: string[] = []): Promise<string> {
  const path = join(folder, name);
  const picture = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#b0563c' },
  })
    .png()
    .toBuffer();
  await writeExport(path, {
    raw: [
      bread(),
      talk('shop', 'Opening a shop', 5, more),
      talk('old', 'Old prices', 4),
      { title: 'A broken talk', id: 'broken', conversation_id: 'broken', mapping: {} },
    ],
    others: { [`${IMAGE}-loaf.png`]: picture },
  });
  return path;
}

async function choose(page: Page, button: string, ...paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(paths);
}

const preview = (page: Page) => page.getByRole('region', { name: 'ChatGPT export' });
const past = (page: Page) => page.getByRole('list', { name: 'Past imports' }).getByRole('listitem');

test('an export is previewed, imported except for one conversation, and reported; a later export adds what is new; and an import can be removed', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp({ opens: false });
  await page.goto(PAGE);
  await choose(page, 'Choose files', await exportFile('export.zip'));

  await expect(preview(page)).toContainText('4 conversations');
  await expect(preview(page)).toContainText('Nothing has been imported yet.');
  const shop = preview(page).getByRole('checkbox', { name: /Opening a shop/ });
  // The list is one tab stop, however long it is.
  await preview(page).getByRole('group', { name: 'Conversations in this export' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(shop).toBeFocused();
  await page.keyboard.press('Space');
  await expect(shop).not.toBeChecked();
  await expect(preview(page).getByRole('checkbox', { name: /^All/ })).not.toBeChecked();
  await expectSound(page);
  const go = preview(page).getByRole('button', { name: 'Import 2 conversations' });
  await shop.focus();
  await page.keyboard.press('Tab');
  await expect(go).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(past(page)).toContainText('Imported 2 conversations. Skipped 1 conversation.');
  await past(page)
    .getByRole('button', { name: /^Report/ })
    .click();
  const report = page.getByRole('dialog', { name: 'Import report' });
  await expect(report.getByRole('listitem').filter({ hasText: 'A broken talk' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Go to Chat' }).click();
  const list = conversations(page);
  await expect(list.getByRole('button', { name: /ChatGPT Imports\s*2/ })).toBeVisible();
  const row = list.getByRole('link', { name: /Sourdough schedule/ });
  await expect(row).toHaveText(/ChatGPT\s*Jun 1, 2024/);
  await row.click();
  await expect(answers(page)).toHaveText([/Yes: knock on it\./]);
  const image = questions(page).getByRole('img', { name: 'loaf.png' });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  await answers(page).hover();
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(answers(page)).toHaveText([/Not yet, five minutes more\./]);

  // A later export, in which one conversation has grown.
  await page.goto(PAGE);
  await choose(page, 'Choose files', await exportFile('later.zip', ['And where?', 'In town.']));
  await expect(preview(page).getByText('Already imported').last()).toBeVisible();
  await preview(page).getByRole('button', { name: 'Import 1 conversation' }).click();
  await expect(past(page)).toHaveCount(2);
  await choose(page, 'Choose files', await exportFile('again.zip'));
  await expect(preview(page)).toContainText('There’s nothing new in this export.');
  await preview(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(past(page)).toHaveCount(2);

  await past(page)
    .last()
    .getByRole('button', { name: /^Remove/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Remove this import?' });
  await expect(question).toContainText('This deletes the 2 conversations it added');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(past(page).last()).toContainText('Removed.');
  await page.goto('/ai-lab');
  await expect(list.getByRole('link')).toHaveText([/Opening a shop/]);
});

test('an interrupted upload continues with the missing parts of the same file, and a file that is no export is refused with a reason', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  // More than two parts of 8 MB.
  const path = join(folder, 'large.zip');
  await writeExport(path, { conversations: 3, assets: 1, assetBytes: 20_000_000 });
  const sent: string[] = [];
  let open = false;
  await context.route('**/api/imports/*/files/*/parts/*', async (route) => {
    const part = new URL(route.request().url()).pathname.split('/').at(-1)!;
    if (part === '0' || open) {
      sent.push(part);
      return route.continue();
    }
    return route.abort();
  });
  await page.goto(PAGE);
  await choose(page, 'Choose files', path);
  await expect(page.getByText(/Your upload will resume automatically/)).toBeVisible();
  await expect.poll(() => sent).toEqual(['0']);
  await expect(page.getByRole('region', { name: 'Uploading large.zip' })).toContainText(
    /8\.4 MB of 20(\.\d)? MB/,
  );

  await page.reload();
  const unfinished = page.getByRole('region', { name: 'Finish your upload' });
  await expect(unfinished).toContainText(/large\.zip \(20(\.\d)? MB\)/);
  await choose(page, 'Choose the file', await exportFile('other.zip'));
  await expect(unfinished.getByRole('alert')).toContainText('These aren’t the same files.');
  await expectSound(page);
  open = true;
  await choose(page, 'Choose the file', path);
  await expect(preview(page)).toContainText('3 conversations');
  expect([...sent].sort()).toEqual(['0', '1', '2']);
  await preview(page).getByRole('button', { name: 'Cancel' }).click();

  const pick = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from('No export.') });
  };
  await pick('photo.jpg');
  await expect(page.getByRole('alert')).toContainText('“photo.jpg” can’t be imported.');
  await pick('notes.zip');
  await expect(past(page)).toContainText('This isn’t an export we can read.');
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('why a file can’t be imported is said where the person can see it', async ({
    page,
    signUp,
  }) => {
    await signUp({ opens: false });
    await page.goto(PAGE);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).tap();
    await (
      await chooser
    ).setFiles({ name: 'notes.zip', mimeType: '', buffer: Buffer.from('No export.') });
    const reason = past(page).getByText('This isn’t an export we can read.');
    await expect(reason).toBeInViewport({ ratio: 1 });
    const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
    const { y, height } = (await reason.boundingBox())!;
    expect(y + height, 'above the bar').toBeLessThanOrEqual(bar.y);
  });
});

test('an export dropped onto the chat is imported, not attached', async ({ page, signUp }) => {
  await signUp();
  const drop = (name: string, content: string) =>
    page.evaluate(
      ([called, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text!], called!));
        for (const type of ['dragenter', 'drop']) {
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
          );
        }
      },
      [name, content],
    );
  const offer = page.getByRole('dialog', { name: 'Import from ChatGPT?' });
  // A page that isn't hydrated yet takes no drops.
  await expect(async () => {
    await drop('export.zip', 'x');
    await expect(offer).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(offer).toContainText('ZIP files can’t be attached to a message.');
  await expect(offer.getByRole('button', { name: 'Attach instead' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(offer).toBeHidden();
  await drop('conversations.json', '["rye"]');
  await offer.getByRole('button', { name: 'Attach instead' }).click();
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText(
    'conversations.json',
  );

  await drop('conversations.json', JSON.stringify([talk('shop', 'Opening a shop', 5)]));
  await expectSound(page);
  await offer.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page).toHaveURL(PAGE);
  await preview(page).getByRole('button', { name: 'Import 1 conversation' }).click();
  await expect(past(page)).toContainText('Imported 1 conversation.');
});

import sharp from 'sharp';

import { pdfOf } from '../factories/files.ts';
import {
  answers,
  expect,
  messageField,
  questions,
  test,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { axe } from './setup/sound.ts';

interface Part {
  type: string;
  text?: string;
}

/** The parts of the message with this question in the provider's requests. */
async function partsAsked(question: string): Promise<Part[]> {
  const address = new URL('/control/requests', process.env.E2E_PROVIDER_URL);
  const requests = (await (await fetch(address)).json()) as {
    body: { stream?: boolean; messages: { content: string | Part[] }[] };
  }[];
  const asked = requests
    .filter(({ body }) => body.stream)
    .map(({ body }) => body.messages.at(-1)!.content)
    .map((content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))
    .find((parts) => parts.some(({ text }) => text?.includes(question)));
  if (!asked) throw new Error('the model was not asked');
  return asked;
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Files to send' });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

async function pick(page: Page, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: '' })));
}

test('a PDF and an image can be attached, asked about, and downloaded, and an unreadable file is refused with a reason @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  const photo = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#b0563c' },
  })
    .png()
    .toBuffer();
  await pick(
    page,
    { name: 'Spring menu.pdf', buffer: pdfOf(['Sourdough 4.20', 'Open from seven']) },
    { name: 'shop.png', buffer: photo },
    { name: 'program.exe', buffer: Buffer.from('MZ\0\0') },
  );
  await expect(waiting(page).getByRole('listitem')).toHaveCount(3);
  await expect(waiting(page)).toContainText('“program.exe” isn’t a file type we can read.');
  await expect(waiting(page)).toContainText('2.5 KB');
  await expect(sendButton(page)).toBeDisabled();
  const { violations } = await axe(page).include('form').analyze();
  expect(violations).toEqual([]);
  await page.getByRole('button', { name: 'Remove program.exe' }).click();

  // One file is dropped on the page, and one is pasted.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['bread,price'], 'prices.csv'));
    const event = (type: string) =>
      new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event('dragenter'));
    document.body.dispatchEvent(event('drop'));
  });
  await messageField(page).evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File(['Bake more rye.'], 'notes.md'));
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(waiting(page).getByRole('listitem')).toHaveCount(4);
  await messageField(page).fill('What do these files say?');

  // The files stay when sending fails.
  await page.route('**/api/chat/messages', (route) => route.fulfill({ status: 400, json: {} }), {
    times: 1,
  });
  await sendButton(page).click();
  await expect(page.getByText('Failed to save message')).toBeVisible();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(4);
  await expect(messageField(page)).toHaveValue('What do these files say?');
  await sendButton(page).click();
  await expect(answers(page)).toContainText('Lorem');
  await untilIdle(page);
  await expect(waiting(page)).toHaveCount(0);

  const parts = await partsAsked('What do these files say?');
  expect(parts.map(({ type }) => type)).toEqual(['image_url', 'text']);
  expect(parts[1]!.text).toMatch(/Sourdough 4\.20[^]*Open from seven[^]*bread,price[^]*more rye/);

  await page.reload();
  const files = questions(page).getByRole('list', { name: 'Attached files' });
  await expect(files.getByRole('listitem')).toHaveCount(4);
  const shown = files.getByRole('img', { name: 'shop.png' });
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(400);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link', { name: /Spring menu\.pdf/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Spring menu.pdf');
});

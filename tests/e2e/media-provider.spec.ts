import sharp from 'sharp';

import { startFakePostmark, TOKEN, type FakePostmark } from '../fakes/postmark.ts';
import { startFakeImages, type FakeImages, type ImageBehavior } from '../fakes/images.ts';
import { expect, type Page } from './setup/journey.ts';
import { emailsTo } from './setup/mailbox.ts';
import { withOwnApp } from './setup/own-app.ts';

// With image services instead of the app's own drawings.

let images: FakeImages;
let postmark: FakePostmark;
const test = withOwnApp(async () => {
  images = await startFakeImages();
  postmark = await startFakePostmark();
  return {
    POSTMARK_SERVER_TOKEN: TOKEN,
    POSTMARK_BASE_URL: postmark.url,
    MAIL_FROM: 'Brandwright <hello@example.com>',
    METERING: 'allowance',
    IMAGE_BASE_URL: `${images.url}/v1`,
    IMAGE_API_KEY: 'sk-test',
    REPLICATE_API_TOKEN: 'r8-test',
    REPLICATE_BASE_URL: `${images.url}/replicate`,
    MEDIA_MODELS: JSON.stringify([
      { id: 'gpt-image-2', label: 'Careful', tokens: 4_000, reference: true },
      {
        id: 'drawn/on-replicate',
        label: 'Quick',
        provider: 'replicate',
        tokens: 1_000,
        negativePrompt: true,
      },
    ]),
  };
});
// In one worker: a second one would start another app and database.
test.describe.configure({ mode: 'default' });

test.beforeEach(() => images.reset());
test.afterAll(() => Promise.all([images.close(), postmark.close()]));

const STUDIO = '/media-creator?mode=generate';
const promptField = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
const create = (page: Page) => page.getByRole('button', { name: /^Create \d image/ });
const jobs = (page: Page) => page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
const made = (page: Page, prompt: string) =>
  page.getByRole('region', { name: 'Gallery' }).getByRole('button', { name: prompt, exact: true });
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const emailChoice = (page: Page) =>
  page.getByRole('checkbox', { name: 'Email me when it’s ready' });

test('with several models, an image has a cost, shows its progress, and can be canceled while it runs', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp({ opens: false });
  await page.goto(STUDIO);
  await promptField(page).fill('A loaf of rye');
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await expect(page.getByText('About 12,000 tokens of your 25,000')).toBeVisible();
  images.script({ hold: 'one' }, { hold: 'others' }, { hold: 'others' });
  await create(page).click();
  await expect(jobs(page)).toContainText('Creating…');
  await expect.poll(() => images.requests.length).toBe(3);
  images.release('one');
  await expect(jobs(page)).toContainText('Creating… 33%');
  await expect(made(page, 'A loaf of rye')).toHaveCount(1);
  images.release('others');
  await expect(made(page, 'A loaf of rye')).toHaveCount(3);
  await expect(jobs(page)).toHaveCount(0);

  await page.getByText('More settings').click();
  await page.getByLabel('AI model').selectOption({ label: 'Quick' });
  await page.getByLabel('Leave out').fill('People');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await expect(page.getByText('About 1,000 tokens of your 13,000')).toBeVisible();
  images.script({ hold: 'never' });
  await create(page).click();
  await expect(jobs(page)).toContainText('Creating…');
  await expect.poll(() => images.requests.length).toBe(4);
  expect(JSON.parse(images.requests[3]!.body)).toMatchObject({
    input: { prompt: 'A loaf of rye', negative_prompt: 'People' },
  });
  // Its reserved tokens are missing from the balance until it is canceled.
  await expect(page.getByText('About 1,000 tokens of your 12,000')).toBeVisible();
  await jobs(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(jobs(page)).toHaveCount(0);
  await expect(page.getByText('About 1,000 tokens of your 13,000')).toBeVisible();
  // It may be canceled twice: by the job that waits for it, and by the job for predictions without one.
  await expect.poll(() => new Set(images.cancelled).size).toBe(1);
  await promptField(page).fill('A loaf of wheat');
  await page.reload();
  await expect(page.getByText('About 1,000 tokens of your 13,000')).toBeVisible();

  // The gallery by kind, and an image as the first frame of a video.
  await create(page).click();
  await expect(made(page, 'A loaf of wheat')).toHaveCount(1);
  const shown = page.getByRole('button', { name: /^Show: / });
  await shown.click();
  await page.getByRole('menuitemradio', { name: 'Videos' }).click();
  await expect(page.getByText('No matching images')).toBeVisible();
  await expect(shown).toHaveText('Videos');
  await shown.click();
  await page.getByRole('menuitemradio', { name: 'Images' }).click();
  await expect(made(page, 'A loaf of rye')).toHaveCount(3);
  await made(page, 'A loaf of wheat').click();
  // The form takes the image, and removes its id from the address.
  const opened = page.waitForURL(/\/media-creator\/video-gen\?from=[\da-f-]{36}$/);
  await page
    .getByRole('dialog', { name: 'Image' })
    .getByRole('link', { name: 'Send to video' })
    .click();
  await opened;
  await expect(page.getByRole('heading', { name: 'Create Videos', level: 1 })).toBeVisible();
});

test('a failed image has a reason and no charge, and trying again makes it', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp({ opens: false });
  await page.goto(STUDIO);
  await promptField(page).fill('A jar of honey');
  const failures: [ImageBehavior, RegExp][] = [
    [{ status: 429, retryAfter: 600 }, /is busy/],
    [{ status: 500 }, /has a problem right now/],
    [{ link: 'gone' }, /couldn’t be downloaded/],
    [{ output: 'svg' }, /unsupported type of file/],
    [{ output: 'lies' }, /can’t be opened|unsupported type/],
    [{ output: 'bomb' }, /too many pixels|can’t be opened/],
  ];
  for (const [behavior, words] of failures) {
    images.behave(behavior);
    await create(page).click();
    await expect(jobs(page)).toContainText(words);
    await expect(promptField(page)).toHaveValue('A jar of honey');
    await expect(page.getByText('About 4,000 tokens of your 25,000')).toBeVisible();
    if (behavior.output === 'bomb') break;
    await jobs(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(jobs(page)).toHaveCount(0);
  }
  images.behave({});
  await jobs(page).getByRole('button', { name: 'Try again' }).click();
  await expect(made(page, 'A jar of honey')).toHaveCount(1);
  await expect(jobs(page)).toHaveCount(0);
});

test('a refusal is shown at its field or in the form, and typed text is kept', async ({
  page,
  app,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await page.goto(STUDIO);
  await promptField(page).fill('A red barn');
  const photo = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#c05030' },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel('Reference image file')
    .setInputFiles({ name: 'look.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByRole('img', { name: 'Reference' })).toBeVisible();
  await app.sql(`DELETE FROM media_items WHERE user_id = (SELECT id FROM users WHERE email = $1)`, [
    email,
  ]);
  await create(page).click();
  const gone = page.getByText('The reference image no longer exists.');
  await expect(gone).toHaveCount(1);
  await expect(gone).toBeFocused();
  await expect(promptField(page)).toHaveValue('A red barn');
  await page.getByRole('button', { name: 'Remove reference image' }).click();
  await expect(gone).toHaveCount(0);

  await app.sql(
    `INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes)
     SELECT gen_random_uuid(), id, 'upload', 'image', 'image/png', 1, 1, 1, 1250000000
       FROM users, generate_series(1, 5) WHERE email = $1`,
    [email],
  );
  await create(page).click();
  await expect(page.getByRole('alert').getByText(/^Your storage is full/)).toBeVisible();
  await expect(promptField(page)).toHaveValue('A red barn');
  expect(images.requests).toHaveLength(0);
});

test('the end of a job is announced on any page, in a hidden tab, and by email without a tab', async ({
  page,
  context,
  app,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp();
  await app.sql(`UPDATE users SET email_verified = true WHERE email = $1`, [email]);
  const seen = () =>
    app.sql(
      `SELECT mail_wanted AS mail, seen_at IS NOT NULL AS seen, finished_at IS NOT NULL AS over
         FROM media_jobs
        WHERE user_id = (SELECT id FROM users WHERE email = $1) ORDER BY id`,
      [email],
    );
  await page.goto(STUDIO);
  await promptField(page).fill('A bicycle');
  images.script({ hold: 'first' });
  await create(page).click();
  await expect(emailChoice(page)).not.toBeChecked();
  await emailChoice(page).check();
  await expect(emailChoice(page)).toBeChecked();
  await page.getByRole('link', { name: 'Brandwright, home' }).click();
  await expect(page).toHaveURL(/\/ai-lab$/);
  const title = 'Chat · Brandwright';
  await expect(page).toHaveTitle(title);
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }),
  );
  images.release('first');
  await expect(page).toHaveTitle(`● ${title}`);
  await expect(notices(page).getByText('Your image is ready')).toHaveCount(0);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(notices(page).getByText('Your image is ready')).toBeVisible();
  await expect(page).toHaveTitle(title);
  await expect.poll(seen).toEqual([{ mail: true, seen: true, over: true }]);
  await notices(page).getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveURL(/\/media-creator\?mode=generate$/);
  await expect(made(page, 'A bicycle')).toHaveCount(1);

  images.script({ hold: 'second' });
  await create(page).click();
  await emailChoice(page).check();
  await expect(emailChoice(page)).toBeChecked();
  await expect.poll(() => images.requests.length).toBe(2);
  await page.close();
  images.release('second');
  await expect.poll(seen).toEqual([
    { mail: true, seen: true, over: true },
    { mail: true, seen: false, over: true },
  ]);
  // Its delay is over.
  await app.sql(`UPDATE pgboss.job SET start_after = now() WHERE name = 'media-job-mail'`);
  // The first email confirmed the address.
  const emails = await emailsTo(email, 2, postmark.mails);
  const [mail, ...others] = emails.filter(({ subject }) => subject.includes('image'));
  expect(others).toEqual([]);
  expect(mail?.text).toContain('A bicycle');
  const [, path = ''] = /^http:\/\/localhost:\d+(\/\S+)$/m.exec(mail?.text ?? '') ?? [];
  const back = await context.newPage();
  await back.goto(path);
  await expect(made(back, 'A bicycle')).toHaveCount(2);
});

test('the end of a job is announced once, even if it came between the page and its live connection', async ({
  page,
  app,
  signUp,
}) => {
  const { email } = await signUp({ opens: false });
  await page.goto(STUDIO);
  await promptField(page).fill('A bicycle');
  images.script({ hold: 'bicycle' });
  await create(page).click();
  await expect.poll(() => images.requests.length).toBe(1);

  const { promise: open, resolve: connect } = Promise.withResolvers<void>();
  const greetings: string[] = [];
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await open;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (String(message).includes('"hello"')) greetings.push(String(message));
      socket.send(message);
    });
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/media/jobs')) requests.push(request.url());
  });
  await page.goto('/settings?tab=appearance');
  images.release('bicycle');
  await expect
    .poll(() =>
      app.sql(
        `SELECT state FROM media_jobs WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
        [email],
      ),
    )
    .toEqual([{ state: 'succeeded' }]);
  await expect(notices(page).getByText('Your image is ready')).toHaveCount(0);
  connect();
  await expect(notices(page).getByText('Your image is ready')).toHaveCount(1);
  expect([greetings.length, requests.length]).toEqual([1, 1]);

  // Nothing has happened since the page was rendered again, so nothing is requested.
  await page.reload();
  await expect.poll(() => greetings.length).toBe(2);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(requests).toHaveLength(1);
});

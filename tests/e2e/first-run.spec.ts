import { randomUUID } from 'node:crypto';

import type { Locator } from 'playwright/test';

import { type FakeImages, startFakeImages } from '../fakes/images.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { fakeTrainings } from '../fakes/trainings.ts';
import { freePort } from '../harness/app-process.ts';
import { holdRequests } from './setup/hold-requests.ts';
import { answers, ask, expect, PASSWORD } from './setup/journey.ts';
import { tabTo } from './setup/keyboard.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSoundScreen } from './setup/sound-screen.ts';

/** What an admin connects: nothing is set on the server. */
const KEY = `sk-journey-${randomUUID()}`;
const MAIL_PASSWORD = 'a pass word';

let images: FakeImages;
let smtp: FakeSmtp;
const test = withOwnApp(async () => {
  images = await startFakeImages({ mounted: [fakeTrainings()] });
  smtp = await startFakeSmtp({ user: 'post', password: MAIL_PASSWORD, plain: true });
  const REPLICATE_BASE_URL = `${images.url}/replicate`;
  return { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', REPLICATE_BASE_URL };
});
test.afterAll(async () => {
  await images.close();
  await smtp.close();
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the operator creates the first admin with the printed link, connects a provider, and chats with it', async ({
  page,
  app,
}) => {
  test.slow();
  const leaks: string[] = [];
  page.on('response', (response) => {
    response.text().then(
      (text) => text.includes(KEY) && leaks.push(response.url()),
      // A redirect, or a stream that was left: it has no text.
      () => {},
    );
  });
  await expect.poll(() => app.log()).toContain('/setup?code=');
  const path = /To create one, open http:\/\/localhost:\d+(\/setup\?code=\S+)/.exec(app.log())![1]!;
  const code = path.split('=')[1]!;

  await page.goto('/setup?code=not-the-code');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create admin account' }).click();
  const field = page.getByLabel('Setup code');
  await expect(field).toHaveAccessibleDescription(/^That’s not the code\./);
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com');
  await expectSoundScreen(page, 'first run, refused');

  await page.goto(path);
  await expect(field).toHaveValue(code);
  await expectSoundScreen(page, 'first run');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');

  await test.step('connects a provider, by keyboard', async () => {
    await expect(page.getByRole('heading', { name: 'Connect a provider' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Skip for now' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Demo mode: what is this?' })).toBeVisible();
    await expectSoundScreen(page, 'first run, second step');

    const form = page.getByRole('form', { name: 'Chat provider' });
    await form.getByRole('radio', { name: 'OpenAI', exact: true }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect(form.getByRole('radio', { name: 'Another server' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('http://169.254.169.254/v1');
    const find = form.getByRole('button', { name: 'Find models' });
    await find.press('Enter');
    await expect(form.getByLabel('Address')).toHaveAccessibleDescription(
      /This address belongs to the machine’s own network/,
    );
    await expect(form.getByLabel('Address')).toBeFocused();

    await form.getByLabel('Address').fill(process.env.E2E_PROVIDER_URL ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type(KEY);
    await find.press('Enter');
    await expect(form.getByRole('status').first()).toContainText('2 models found');
    await form.getByRole('checkbox', { name: 'openai/gpt-4o', exact: true }).press('Space');
    await expect(form.getByRole('list', { name: 'Chosen models' })).toContainText('openai/gpt-4o');
    // Its name stays on one line, whatever is beside it.
    const row = form.getByRole('listitem', { name: 'openai/gpt-4o' });
    expect((await row.locator('span').first().boundingBox())?.height).toBeLessThan(40);
    await form.getByRole('button', { name: 'Test connection' }).press('Enter');
    await expect(form.getByText(/^openai\/gpt-4o answered in/)).toBeVisible();
    await expectSoundScreen(page, 'first run, a provider tested');
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    const chat = page.getByRole('region', { name: 'Chat and copy' });
    await expect(chat.getByText('Saved.')).toBeVisible();
    // Saving tests it once more.
    await expect(chat.getByText('Connected', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change chat and copy' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Demo mode: what is this?' })).toBeHidden();
  });

  await test.step('chats with it, without a restart', async () => {
    await page.getByRole('link', { name: 'Open Brandwright' }).click();
    await ask(page, 'Hello', { text: 'From the connected provider.' });
    await expect(answers(page)).toContainText('From the connected provider.');
    const seen = await page.request.get(
      new URL('/control/requests', process.env.E2E_PROVIDER_URL).href,
    );
    const requests = (await seen.json()) as { authorization: string; body: { model: string } }[];
    const own = requests.filter(({ authorization }) => authorization === `Bearer ${KEY}`);
    expect(own.at(-1)?.body.model).toBe('openai/gpt-4o');
  });

  await test.step('never sees the key again', async () => {
    await page.goto('/admin/providers');
    await page.getByRole('button', { name: 'Change chat and copy' }).click();
    await expect(page.getByText('Saved, and never shown again.')).toBeVisible();
    expect(await page.content()).not.toContain(KEY);
    expect(JSON.stringify(await app.sql('SELECT * FROM provider_settings'))).not.toContain(KEY);
    expect(app.log()).not.toContain(KEY);
    expect(leaks).toEqual([]);
  });

  await page.goto('/admin/connections');
  await page.getByRole('button', { name: 'Test AI provider' }).click();
  await expect(page.getByRole('status')).toContainText('openai/gpt-4o answered');
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByRole('alert')).toContainText('No email service is set');
  await page.getByRole('button', { name: 'Test file storage' }).click();
  await expect(page.getByText('A file was stored, read, and deleted.')).toBeVisible();
  await expectSoundScreen(page, 'connections');

  await test.step('connects images, videos, and email, by keyboard', async () => {
    await page.goto('/admin/providers');
    const open = async (title: string, label: string) => {
      await page.getByRole('button', { name: `Connect ${title}` }).press('Enter');
      return page.getByRole('form', { name: label });
    };
    const type = async (field: Locator, text: string) => {
      await tabTo(page, field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    };
    const image = await open('images', 'Image provider');
    const imageCard = page.getByRole('region', { name: 'Images' });
    const closed = await freePort();
    await type(image.getByLabel('Address'), `http://127.0.0.1:${closed}/v1`);
    await type(image.getByLabel('Add a model by name'), 'brush');
    await page.keyboard.press('Enter');
    await type(image.getByLabel('Tokens an image of brush'), 'many');
    await image.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(image.getByLabel('Tokens an image of brush')).toBeFocused();
    await type(image.getByLabel('Tokens an image of brush'), '700');
    // A server that doesn't answer can be saved, and isn't called connected.
    await page.keyboard.press('Enter');
    await expect(imageCard.getByText('Not working', { exact: true })).toBeVisible();
    await expectSoundScreen(page, 'a provider that does not answer');
    await page.getByRole('button', { name: 'Change images' }).press('Enter');
    await type(image.getByLabel('Address'), `${images.url}/v1`);
    await type(image.getByLabel('Key'), KEY);
    // What was saved arrives when the next form is open, and leaves the focus there.
    const reload = /\/admin\/providers\.data/;
    const release = await holdRequests(page, reload);
    await page.keyboard.press('Enter');
    await expect(imageCard.getByText('Connected', { exact: true })).toBeVisible();

    const video = await open('video and loras', 'Video provider');
    await expect(video.locator(':focus')).toHaveCount(1);
    release();
    await expect(page.getByRole('button', { name: 'Change images' })).toBeVisible();
    // React moves the focus after it has painted.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await expect(video.locator(':focus')).toHaveCount(1);
    await page.unroute(reload);
    await type(video.getByLabel('API token'), `r8-${KEY}`);
    await video.getByRole('button', { name: 'Find models' }).press('Enter');
    await video.getByRole('checkbox', { name: 'maker/clip' }).press('Space');
    await expect(video.getByLabel('Lengths in seconds of maker/clip')).toHaveValue('5, 10');
    await expectSoundScreen(page, 'a provider of videos');
    await video.getByRole('button', { name: 'Save' }).press('Enter');
    const videoCard = page.getByRole('region', { name: 'Video and LoRAs' });
    await expect(videoCard.getByText('Connected', { exact: true })).toBeVisible();

    const email = await open('email', 'Email service');
    await type(email.getByLabel('Sender'), 'Acme <hello@acme.example>');
    await type(email.getByLabel('Host'), 'localhost');
    await type(email.getByLabel('Port'), String(smtp.port));
    await email.getByLabel('Encryption').selectOption('offered');
    await type(email.getByLabel('User name'), 'post');
    await type(email.getByLabel('Password'), MAIL_PASSWORD);
    await email.getByRole('button', { name: 'Send a test email' }).press('Enter');
    await expect(email.getByText(/accepted an email to grace@example.com/)).toBeVisible();
    await expectSoundScreen(page, 'an email service');
    await email.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(
      page.getByRole('region', { name: 'Email' }).getByText('Set up', { exact: true }),
    ).toBeVisible();
    expect(smtp.mails.map(({ to }) => to)).toEqual([['grace@example.com']]);
  });

  expect((await page.goto('/setup'))?.status()).toBe(404);
  await page.context().clearCookies();
  expect((await page.goto(path))?.status()).toBe(404);
});

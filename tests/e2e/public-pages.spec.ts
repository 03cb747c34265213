import { randomUUID } from 'node:crypto';

import { expect, PASSWORD, test } from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const PROMISE = 'Brief it once. Get posts, pages, and images in your voice.';

test('a visitor sees what the product promises, an example of it, and which services receive which data @core', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(PROMISE)).toBeVisible();
  await expect(page.getByText('Free to use here. No card needed.')).toBeVisible();
  const example = page.getByRole('figure');
  await expect(example).toContainText('We’re open Sundays now.');
  const image = example.getByRole('img');
  await expect
    .poll(() => image.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Services that receive your data' })).toContainText(
    '127.0.0.1',
  );

  const manifest = await page.evaluate(() =>
    document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.getAttribute('href'),
  );
  const { name, display, icons } = (await (await page.request.get(manifest!)).json()) as {
    name: string;
    display: string;
    icons: { src: string }[];
  };
  expect([name, display]).toEqual(['Brandwright', 'standalone']);
  for (const { src } of icons) expect((await page.request.get(src)).status(), src).toBe(200);
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /api/');
});

test('a visitor on a phone gets from the prices to an account, past the promise and a link before the form @core', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1, name: 'Free to use here' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  const signUp = page.getByRole('link', { name: 'Create an account' });
  const tops: number[] = [];
  for (const part of [page.getByText(PROMISE), signUp, page.getByLabel('Email')]) {
    tops.push((await part.boundingBox())!.y);
  }
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(tops.at(-1), 'the form begins on the first screen').toBeLessThan(600);
  await signUp.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await page.getByLabel('First name').fill('Tom');
  await page.getByLabel('Last name').fill('Smith');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).not.toHaveURL(/\/auth\//);
});

test('a visitor on a wide screen gets from the prices to sign-up, on pages that are sound', async ({
  page,
}) => {
  await page.goto('/pricing');
  await expectSound(page, 'the prices');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await expectSound(page, 'sign-up');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(1);
  await expectSound(page, 'sign-in');
});

test('the example on the sign-in page plays once, moves nothing else, and stands still for people who prefer that', async ({
  page,
}) => {
  await page.goto('/auth/login');
  const ends = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().endTime)),
  );
  expect(ends.length).toBeGreaterThan(5);
  // Longer motion would need a way to pause it (WCAG 2.2.2).
  expect(Math.max(...ends)).toBeLessThan(5_000);
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + Reflect.get(entry, 'value'), 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
  expect(shift).toBe(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  const delays = await page
    .getByRole('figure')
    .evaluate((figure) =>
      [...figure.querySelectorAll('*')].map((part) => getComputedStyle(part).animationDelay),
    );
  expect(new Set(delays)).toEqual(new Set(['0s']));
});

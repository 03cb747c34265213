import { expect, test } from './setup/journey.ts';

test('a visitor sees the product in the colors of the theme, and which services receive which data', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  const glance = page.getByRole('complementary');
  await expect(glance.getByRole('heading', { name: 'A home for your brand' })).toBeVisible();
  const images = glance.getByRole('img');
  await expect(images).toHaveCount(2);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBe(1024);
    expect(await image.getAttribute('src')).toMatch(/-light\.webp$/);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(images.first()).toHaveAttribute('src', /-dark\.webp$/);

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

import { randomUUID } from 'node:crypto';

import { answers, ask, expect, messageField, release, test, type Page } from './setup/journey.ts';
import { axe } from './setup/sound.ts';

// Chromium, made to lack what older browsers and Safari lack.

const sentence = (page: Page) =>
  page.getByText(/^Brandwright needs Chrome or Edge 123, Firefox 120, Safari 17\.5,/);

/** Serves the styles with one feature under a name that no browser knows. */
async function withoutStyle(page: Page, feature: RegExp): Promise<void> {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const styles = await response.text();
    expect(styles).toMatch(feature);
    const body = styles.replaceAll(new RegExp(feature, 'g'), 'unknown-$&');
    await route.fulfill({ response, body });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a browser without light-dark() gets a sentence in place of the page', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(sentence(page)).toBeHidden();
    await withoutStyle(page, /light-dark\(/);
    await page.goto('/auth/login');
    await expect(sentence(page)).toBeVisible();
    await expect(page.getByRole('heading')).toHaveText('Update your browser');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeHidden();
    await expect(page.getByLabel('Email')).toBeHidden();
  });
});

const COLORS = {
  dark: { text: 'rgb(239, 237, 230)', page: 'rgb(12, 20, 24)' },
  light: { text: 'rgb(28, 38, 43)', page: 'rgb(251, 250, 247)' },
};

test('the sentence for older browsers can be read in both themes and at every size', async ({
  page,
}) => {
  await withoutStyle(page, /light-dark\(/);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/auth/login');
      await expect(sentence(page)).toBeVisible();
      const colors = page.locator('html');
      await expect(colors).toHaveCSS('color', COLORS[colorScheme].text);
      await expect(colors).toHaveCSS('background-color', COLORS[colorScheme].page);
      expect((await axe(page).analyze()).violations).toEqual([]);
    }
  }
});

test('a field for several lines grows with its text where styles alone can’t do that', async ({
  page,
}) => {
  await withoutStyle(page, /field-sizing/);
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS) as (...asked: string[]) => boolean;
    CSS.supports = (...asked: string[]) => asked[0] !== 'field-sizing' && supports(...asked);
  });
  await page.goto('/contact');
  const field = page.getByLabel('Details');
  const height = async () => (await field.boundingBox())!.height;
  const empty = await height();
  await field.fill('It does not print.\n'.repeat(8));
  await expect.poll(height).toBeGreaterThan(empty + 20);
  const eightLines = await height();
  await page.setViewportSize({ width: 390, height: 844 });
  await field.fill('It does not print, whatever I try and however long I wait. '.repeat(8));
  await expect.poll(height).toBeGreaterThan(eightLines);
  await field.fill('');
  await expect.poll(height).toBe(empty);
});

test('a browser without URL.parse gets it', async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(URL, 'parse'));
  await page.goto('/auth/login');
  await expect
    .poll(() =>
      page.evaluate(() => [URL.parse('not an address'), URL.parse('/x', 'http://y')?.href]),
    )
    .toEqual([null, 'http://y/x']);
});

test('a person who types while another tab asks something can go on, also where a disabled field loses the focus at once', async ({
  page,
  context,
  signUp,
}) => {
  // As in Chromium 150; later ones wait for the next paint.
  await page.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      setAttribute.call(this, name, value);
      if (name === 'disabled' && this === document.activeElement) (this as HTMLElement).blur();
    };
  });
  await signUp();
  await ask(page, 'Hello', { text: 'Hello to you.' });
  await expect(answers(page)).toHaveText('Hello to you.');
  await expect(messageField(page)).toBeFocused();
  await messageField(page).fill('What I was');
  const second = await context.newPage();
  await second.goto(page.url());
  const hold = randomUUID();
  await ask(second, 'And now?', { text: 'Now we rest.', holdAfter: 1, hold });
  await expect(messageField(page)).toBeDisabled();
  await release(hold);
  await expect(answers(page).last()).toHaveText('Now we rest.');
  await expect(messageField(page)).toBeFocused();
  await expect(messageField(page)).toHaveValue('What I was');
});

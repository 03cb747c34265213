import { randomUUID } from 'node:crypto';

import sharp from 'sharp';

import { type FakeImages, startFakeImages } from '../fakes/images.ts';
import type { SeenRequest } from '../fakes/openai.ts';
import {
  expect,
  fulfillAs,
  marker,
  messageField,
  type Page,
  PASSWORD,
  release,
} from './setup/journey.ts';
import { tabTo } from './setup/keyboard.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

let images: FakeImages;
const test = withOwnApp(async () => {
  images = await startFakeImages();
  return {
    IMAGE_BASE_URL: `${images.url}/v1`,
    IMAGE_API_KEY: 'sk-test',
  };
});
// In one worker: a second one would start another app and database.
test.describe.configure({ mode: 'default' });

test.beforeEach(() => images.reset());
test.afterAll(() => images.close());

const VOICE = 'Warm, dry, and never in a hurry.';

const DRAFT = `## brandStory.whatYouDo

We bake sourdough bread in Asheville, by hand and overnight.

## brandStory.brandVoice

${VOICE}

- trait: Short sentences | quote: "It’s rye today."

## customerJourney.idealCustomer

Families nearby who cook on weeknights.

## solutionSuite.offering

Six breads and four pastries.

## campaignFramework.distribution

A poster at the market.
`;

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const post = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).getByRole('article');
const POSTS = ['Instagram caption', 'LinkedIn post', 'X post'];
const checklist = (page: Page) => page.getByRole('region', { name: 'Getting started' });

/** What the provider was asked that mentions this. */
async function requestsWith(text: string): Promise<string[]> {
  const response = await fetch(new URL('/control/requests', process.env.E2E_PROVIDER_URL));
  const requests = (await response.json()) as SeenRequest[];
  return requests.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes(text));
}

async function fillSignUp(page: Page): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('First name').fill('Tina');
  await page.getByLabel('Last name').fill('Baker');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}

test('within three clicks and ninety seconds of signing up, three posts and an image in the brand’s voice are on screen @core', async ({
  page,
}) => {
  test.slow();
  let clicks = 0;
  await page.exposeFunction('noteClick', () => (clicks += 1));
  await page.addInitScript(() => {
    addEventListener(
      'click',
      () => void (window as unknown as Record<string, () => void>).noteClick?.(),
      true,
    );
  });
  const name = `Rye & Shine ${randomUUID().slice(0, 8)}`;
  const create = { width: 90, height: 30, channels: 3 as const, background: '#14555a' };
  const logo = await sharp({ create }).webp().toBuffer();
  // No website of a test has a public address, so this is what the server would answer.
  await page.route('**/api/brand-material/website', (route) =>
    fulfillAs(route, {
      ...{ kind: 'website', name: 'rye.example', pages: 1 },
      // At the pace of a real provider.
      text: `We bake. ${marker({ text: DRAFT, rate: 40 })}`,
      look: {
        colors: { primaryColor: '#14555a' },
        logo: `data:image/webp;base64,${logo.toString('base64')}`,
      },
    }),
  );
  await fillSignUp(page);
  await button(page, 'Sign up').click();
  const since = Date.now();
  await expect(page).toHaveURL(/\/welcome$/);
  clicks = 0;

  await field(page, 'Business name').fill(name);
  await field(page, 'Website (optional)').fill('rye.example');
  await button(page, 'Draft my brand').click();
  await expect(page.getByRole('heading', { level: 1, name: `Meet ${name}` })).toBeVisible();
  await expect(field(page, 'Voice')).toHaveValue(new RegExp(VOICE));
  await expect(field(page, 'Audience')).toHaveValue(/Families nearby/);
  await expect(page.getByText('Your draft is ready.')).toBeVisible();
  const look = page.getByRole('region', { name: 'Look' });
  await expect(look.getByRole('checkbox', { name: 'Include Logo' })).toBeChecked();
  await expect(look.getByRole('checkbox', { name: 'Include Primary' })).toBeChecked();
  await button(page, 'Save and write my posts').click();

  for (const one of POSTS) {
    await expect(post(page, one)).toContainText(/Lorem ipsum/);
    // The logo of the website.
    await expect(post(page, one).locator('img[src*="/logo"]').first()).toBeVisible();
  }
  const image = page.getByRole('img', { name: /An inviting scene/ });
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect(Date.now() - since).toBeLessThan(90_000);
  expect(clicks).toBeLessThanOrEqual(3);

  // All of them were told about the brand.
  const asked = (await requestsWith(name)).filter((body) => body.includes('copywriter'));
  expect(asked).toHaveLength(3);
  for (const body of asked) expect(body).toContain(VOICE);
  expect(images.requests).toHaveLength(1);
  expect(images.requests[0]!.body).toContain(VOICE);

  // A reload, the Back button, and another tab find everything where it was.
  await page.reload();
  for (const one of POSTS) await expect(post(page, one)).toContainText(/Lorem ipsum/);
  await expectSound(page, 'the posts');
  await page.goBack();
  await expect(field(page, 'Offer')).toHaveValue('Six breads and four pastries.');
  await button(page, 'Save and continue').click();
  await expect(page).toHaveURL(/\/welcome\/posts$/);
  await expect(image).toBeVisible();
  expect(images.requests).toHaveLength(1);

  await page.getByRole('link', { name: 'Start using Brandwright' }).click();
  await expect(page).toHaveURL(/\/ai-lab$/);
  await expect(checklist(page)).toContainText('2 of 4 done');
  await expect(
    checklist(page).getByRole('link', { name: /^Set up your brand.*done/ }),
  ).toBeVisible();
});

test('by the keyboard, a person skips the steps, comes back to them, copes with failures, and dismisses the checklist', async ({
  page,
}) => {
  test.slow();
  const press = async (target: ReturnType<typeof button>) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await fillSignUp(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/welcome$/);
  await expectSound(page, 'the business');
  await press(page.getByRole('link', { name: 'Skip for now' }));
  await expect(page).toHaveURL(/\/ai-lab$/);
  await expect(checklist(page)).toContainText('0 of 4 done');
  await expectSound(page, 'the checklist');
  await press(button(page, /^Getting started/));
  await expect(checklist(page).getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await press(checklist(page).getByRole('link', { name: 'Send your first message' }));
  await expect(messageField(page)).toBeFocused();
  await press(checklist(page).getByRole('link', { name: 'Set up your brand' }));
  await expect(page).toHaveURL(/\/welcome$/);

  // What is missing is said at its field; a website that can't be read costs nothing that was typed.
  await press(button(page, 'Draft my brand'));
  await expect(field(page, 'Business name')).toBeFocused();
  await expect(field(page, 'Business name')).toHaveAccessibleDescription(/Add the name/);
  await page.keyboard.type('Rye & Shine');
  await tabTo(page, field(page, 'Website (optional)'));
  await page.keyboard.type('http://127.0.0.1/');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Website (optional)')).toHaveAccessibleDescription(/couldn’t reach/);
  await expect(field(page, 'Website (optional)')).toBeFocused();
  await page.route('**/api/brand-material/website', () => {});
  await page.keyboard.press('Enter');
  await expect(page.getByText('Reading http://127.0.0.1/…')).toBeVisible();
  await press(button(page, 'Cancel'));
  await expect(field(page, 'Website (optional)')).toBeFocused();
  await page.unroute('**/api/brand-material/website');
  await page.reload();
  await expect(field(page, 'Business name')).toHaveValue('Rye & Shine');
  await field(page, 'Website (optional)').fill('');
  const hold = randomUUID();
  await field(page, 'Or in your own words').fill(
    `We bake. ${marker({ text: DRAFT, holdAfter: 14, hold })}`,
  );
  await press(button(page, 'Draft my brand'));

  // The draft goes on without its page, and stops where the person wants it to.
  await expect(page.getByText('Drafting your brand…')).toBeVisible();
  await page.goto('/ai-lab');
  await press(checklist(page).getByRole('link', { name: 'Set up your brand' }));
  await expect(page).toHaveURL(/\/welcome\/brand$/);
  await expectSound(page, 'a running draft');
  await release(hold);
  await expect(field(page, 'Offer')).toHaveValue('Six breads and four pastries.');
  await expectSound(page, 'the brand');
  await tabTo(page, field(page, 'Voice'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Loud.');
  await page.reload();
  await expect(field(page, 'Voice')).toHaveValue('Loud.');
  await tabTo(page, field(page, 'What you do'));
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(`We fix. ${marker({ status: 503 })}`);

  // Both providers are busy: the page says so, and another try helps.
  images.behave({ status: 429, because: 'too many requests' });
  await press(button(page, 'Save and write my posts'));
  await expect(page).toHaveURL(/\/welcome\/posts$/);
  for (const one of POSTS) {
    await expect(button(page, `Try again ${one}`)).toBeVisible();
  }
  await expectSound(page, 'failed posts');

  await press(page.getByRole('link', { name: 'Start using Brandwright' }));
  await expect(checklist(page)).toContainText('1 of 4 done');
  await press(button(page, 'Dismiss checklist'));
  await expect(checklist(page)).toHaveCount(0);
  await expect(messageField(page)).toBeFocused();
  await page.reload();
  await expect(messageField(page)).toBeVisible();
  const answer = await page.request.get('/api/onboarding/checklist');
  expect(await answer.json()).toEqual({ items: null });
});

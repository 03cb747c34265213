import { randomUUID } from 'node:crypto';

import sharp from 'sharp';

import { expect, fulfillAs, marker, type Page, release, test } from './setup/journey.ts';
import type { Behavior } from '../fakes/openai.ts';
import { axe } from './setup/sound.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const progress = (page: Page) => page.getByRole('main').getByRole('status').first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const SAMPLE = 'Good morning!\nThe oven was on at three. It’s rye today.';

const PROPOSAL = `Sure, here it is:

## brandStory.whatYouDo

We bake sourdough bread in Lindau.

## brandStory.whatMakesYouDifferent

Every loaf rests for 36 hours.

## brandStory.brandVoice

Warm and dry.

- trait: Short sentences | quote: "It's rye today"
- trait: Boastful | quote: "The best bread in the world"

## customerJourney.idealCustomer

Families nearby.

## solutionSuite.offering

Six breads and four pastries.

## solutionSuite.pricing

(nothing)

## campaignFramework.distribution

A poster at the market.
`;

async function newProfile(page: Page, name: string): Promise<string> {
  const response = await page.request.post('/api/profiles', {
    data: { name },
    headers: { Origin: new URL(page.url()).origin },
  });
  return ((await response.json()) as { id: string }).id;
}

async function draft(page: Page, behavior: Behavior): Promise<void> {
  await field(page, 'About the business').fill(`We bake. ${marker(behavior)}`);
  await button(page, 'Draft my profile').click();
}

async function expectSound(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ['dark', 1440],
    ['light', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a profile is drafted from a file and a sample, reviewed as one document, saved, and undone @core', async ({
  page,
  signUp,
}) => {
  test.slow();
  const hold = randomUUID();
  await signUp();
  const id = await newProfile(page, 'Rye & Shine');
  await page.goto(`/profiles/${id}`);
  await page.getByRole('link', { name: 'Draft it for me' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Draft it for me' })).toBeVisible();
  await button(page, 'Draft my profile').click();
  await expect(page.getByText('Add some text about your business')).toBeVisible();
  await expect(field(page, 'About the business')).toBeFocused();
  const cost = page.getByText(/^About \S+ tokens$/);
  const before = await cost.textContent();
  await field(page, 'Sample 1').fill(SAMPLE);
  await button(page, 'Add a sample').click();
  await expect(field(page, 'Sample 2')).toBeFocused();
  await field(page, 'Sample 2').fill('We do not do discounts. '.repeat(200));
  await expect(cost).not.toHaveText(before ?? '');

  // What was read is added to what was typed, shown, and can be removed again.
  const behavior = { text: PROPOSAL, holdAfter: 30, hold };
  await field(page, 'About the business').fill('We bake.');
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  const picker = page.getByLabel('File about the business');
  await picker.setInputFiles(file('photo.txt', '\x7fELF\0\0'));
  await expect(page.getByRole('alert')).toContainText('“photo.txt” isn’t a file we can read.');
  await expect(field(page, 'About the business')).toHaveValue('We bake.');
  await picker.setInputFiles(file('flyer.md', `# Flyer ${marker(behavior)}`));
  await expect(page.getByText('Added “flyer.md”.')).toBeVisible();
  await expect(field(page, 'About the business')).toHaveValue(/^We bake\.\n\n# Flyer/);
  await button(page, 'Undo').click();
  await expect(field(page, 'About the business')).toHaveValue('We bake.');
  await picker.setInputFiles(file('flyer.md', `# Flyer ${marker(behavior)}`));
  await expect(field(page, 'About the business')).toHaveValue(/# Flyer/);
  await page.reload();
  await expect(field(page, 'Sample 1')).toHaveValue(SAMPLE);
  await expect(field(page, 'About the business')).toHaveValue(/^We bake/);
  await button(page, 'Remove sample 2').click();
  await expectSound(page);
  await button(page, 'Draft my profile').click();

  // Finished fields can be edited while the rest is written, also after a reload; saving waits for the end.
  await expect(progress(page)).toHaveText('The assistant is writing…');
  await expect(field(page, 'What you do')).toHaveValue('We bake sourdough bread in Lindau.');
  await expect(group(page, 'Offering')).toContainText('Waiting…');
  await page.reload();
  await expect(field(page, 'What you do')).toHaveValue('We bake sourdough bread in Lindau.');
  await expect(button(page, 'Save profile')).toBeHidden();
  await release(hold);
  await expect(progress(page)).toContainText('We found nothing for');
  await expect(group(page, 'Pricing')).toContainText('Nothing found');

  // An invented quote is left out.
  const voice = group(page, 'Brand voice');
  await expect(voice.getByRole('checkbox', { name: /Short sentences/ })).toBeChecked();
  await expect(voice.getByRole('checkbox', { name: /Short sentences/ })).toHaveAccessibleName(
    /Sample 1/,
  );
  await expect(voice.getByRole('checkbox', { name: /Boastful/ })).not.toBeChecked();
  await expect(voice).toContainText('Not found in your samples');
  await expect(field(page, 'Brand voice')).toHaveValue(
    "Warm and dry.\n\n- Short sentences, as in “It's rye today”",
  );
  await expectSound(page);

  // All fields are included until they are unticked, and one button saves them.
  await expect(page.getByRole('checkbox', { name: 'Include Offering' })).toBeChecked();
  await field(page, 'Ideal customer').fill('Families within walking distance.');
  await page.getByRole('checkbox', { name: 'Include Offering' }).uncheck();
  await expect(group(page, 'Offering')).toContainText('Left out');
  await expect(page.getByText('5 fields included')).toBeVisible();
  await button(page, 'Save profile').click();
  await expect(group(page, 'Ideal customer')).toContainText('In your profile');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  const shown = async () =>
    (await (await page.request.get(`/api/profiles/${id}/grounding`)).json()) as unknown;
  await expect.poll(shown).toMatchObject({
    text: expect.stringContaining('> Families within walking distance.'),
  });
  await button(page, 'Undo').click();
  await expect.poll(shown).toEqual({ text: null, look: '', sources: null });
  await button(page, 'Save profile').click();
  await page.getByRole('link', { name: 'Open profile' }).click();

  await expect(field(page, 'What you do')).toHaveValue('We bake sourdough bread in Lindau.');
  await expect(field(page, 'Brand voice')).toHaveValue(
    /as in “It’s rye today”|as in “It's rye today”/,
  );
});

// The app reads public websites only, and no setting changes that: how one is read is tested with a resolver and a dialer
// of its own in tests/integration/brand/website.test.ts.
test('a private address is not read, and what was typed stays', async ({ page, signUp }) => {
  await signUp();
  const id = await newProfile(page, 'Bakery');
  await page.goto(`/profiles/${id}/draft`);
  await field(page, 'About the business').fill('We bake.');
  const address = field(page, 'Website address');
  for (const [typed, text] of [
    ['our bakery', 'Enter a web address'],
    ['http://localhost/admin', 'open to everyone'],
    ['127.0.0.1', 'We couldn’t reach this website.'],
    ['http://[::ffff:169.254.169.254]/', 'We couldn’t reach this website.'],
  ] as const) {
    await address.fill(typed);
    await address.press('Enter');
    await expect(page.getByRole('alert')).toContainText(text);
    await expect(address).toBeFocused();
  }
  await expect(field(page, 'About the business')).toHaveValue('We bake.');

  // A website that takes its time can be left.
  await page.route('**/api/brand-material/website', () => {});
  await address.fill('www.example.com');
  await button(page, 'Read website').click();
  await expect(page.getByText('Reading www.example.com…')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(page.getByText('Reading www.example.com…')).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('an interrupted draft can continue, an unreadable one is shown as text, and typed text is never lost', async ({
  page,
  signUp,
}) => {
  await signUp();
  const id = await newProfile(page, 'Bakery');
  await page.goto(`/profiles/${id}`);
  await page.getByRole('link', { name: 'Draft it for me' }).click();

  // The server is unreachable.
  await page.route('**/api/profiles/*/draft', (route) => route.abort());
  await draft(page, { text: PROPOSAL, errorAfter: 16, times: 1 });
  await expect(page.getByRole('alert')).toContainText(/try again/i);
  await expect(field(page, 'About the business')).toHaveValue(/^We bake/);
  await page.unroute('**/api/profiles/*/draft');
  await button(page, 'Draft my profile').click();

  await expect(progress(page)).toContainText('The assistant couldn’t finish:');
  await expect(progress(page)).toContainText('What it wrote is below.');
  await expect(field(page, 'What you do')).toHaveValue(/^We bake sourdough/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review your draft');
  await button(page, 'Continue').click();
  await expect(progress(page)).toContainText('We found nothing for');

  // Stopped, then requested again.
  await button(page, 'Edit your text').click();
  await expect(field(page, 'About the business')).toHaveValue(/^We bake/);
  await draft(page, { text: PROPOSAL, holdAfter: 16, hold: randomUUID() });
  await expect(field(page, 'What you do')).toHaveValue(/^We bake sourdough/);
  await button(page, 'Stop').click();
  await expect(progress(page)).toHaveText('Stopped. What it wrote is below.');

  await button(page, 'Edit your text').click();
  await draft(page, { text: 'I would rather write a poem.' });
  await expect(progress(page)).toHaveText('We couldn’t read this draft. Try again.');
  await expect(page.getByRole('main')).toContainText('I would rather write a poem.');
  await button(page, 'Try again').click();
  await expect(page.getByRole('main')).toContainText('I would rather write a poem.');
  await expectSound(page);

  // Without any text there is nothing to continue.
  await button(page, 'Edit your text').click();
  await draft(page, { status: 401 });
  await expect(progress(page)).toContainText('The assistant couldn’t finish:');
  await expect(button(page, 'Continue')).toBeHidden();
});

test('saving a draft into a shared component warns first, and two tabs never overwrite each other', async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  const id = await newProfile(page, 'Bakery');
  const headers = { Origin: new URL(page.url()).origin };
  await page.request.post(`/api/profiles/${id}/components/brandStory`, {
    data: { componentId: null, version: 0, values: { whatYouDo: 'We bake.' } },
    headers,
  });
  await page.request.post(`/api/profiles/${id}/duplicate`, {
    data: { components: 'share' },
    headers,
  });
  await page.goto(`/profiles/${id}/draft`);
  await draft(page, { text: PROPOSAL });
  await expect(page.getByText('This brand story is shared with “Bakery (copy)”')).toBeVisible();
  await expect(group(page, 'What you do')).toContainText('Replaces your text');
  await expect(button(page, 'Only fill 5 empty fields')).toBeVisible();
  await group(page, 'What you do').getByText('In your profile now').click();
  await expect(group(page, 'What you do')).toContainText('We bake.');

  // The other tab loads the proposal, and gets no live events while this tab is offline.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(field(other, 'What you do')).toHaveValue(/^We bake sourdough/);
  await page.route('**/components/**', (route) => route.abort());
  await field(page, 'What you do').fill('Ours.');
  await button(page, 'Save profile').click();
  await expect(page.getByText(/kept in this tab/)).toBeVisible();
  await button(other, 'Save profile').click();
  await expect(
    group(other, 'What you do').locator('span', { hasText: /^In your profile$/ }),
  ).toBeVisible();
  await page.unroute('**/components/**');
  await expect(page.getByRole('blockquote')).toHaveText('We bake sourdough bread in Lindau.');
  await button(page, 'Keep mine for What you do').click();
  await group(other, 'What you do').getByText('In your profile now').click();
  await expect(group(other, 'What you do')).toContainText('Ours.');
  await other.close();
});

test('the look of a website is a part of the draft, is saved with it, and undone with it', async ({
  page,
  signUp,
}) => {
  await signUp();
  const id = await newProfile(page, 'Rye & Shine');
  const create = { width: 90, height: 30, channels: 3 as const, background: '#14555a' };
  const logo = await sharp({ create }).webp().toBuffer();
  // No website of a test has a public address, so this is what the server would answer.
  await page.route('**/api/brand-material/website', (route) =>
    fulfillAs(route, {
      ...{ kind: 'website', name: 'rye.example', pages: 1 },
      text: `We bake. ${marker({ text: PROPOSAL })}`,
      look: {
        colors: { primaryColor: '#14555a', accentColor: '#d9482b' },
        logo: `data:image/webp;base64,${logo.toString('base64')}`,
      },
    }),
  );
  await page.goto(`/profiles/${id}/draft`);
  await field(page, 'Website address').fill('rye.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Added 1 page of rye.example.')).toBeVisible();
  await button(page, 'Draft my profile').click();

  const look = page.getByRole('region', { name: 'Look' });
  await expect(look.getByRole('checkbox', { name: 'Include Logo' })).toBeChecked();
  await look.getByRole('checkbox', { name: 'Include Accent' }).uncheck();
  await page.reload();
  await expect(look.getByRole('checkbox', { name: 'Include Accent' })).not.toBeChecked();
  await expectSound(page);
  await button(page, 'Save profile').click();
  await expect(look.getByText('In your profile')).toHaveCount(2);
  const sidebar = page.getByRole('navigation', { name: 'Your brands' });
  await expect(sidebar.locator('img')).toBeVisible();

  await button(page, 'Undo').click();
  await expect(sidebar.locator('img')).toBeHidden();
  await expect(look.getByText('In your profile')).toBeHidden();
  await expect(button(page, 'Save profile')).toBeVisible();
});

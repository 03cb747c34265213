import { randomUUID } from 'node:crypto';

import { expect, marker, release, test, type Page } from './setup/journey.ts';
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
  await button(page, 'Draft the profile').click();
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

test('a first profile is drafted from a sample, reviewed field by field, and accepted', async ({
  page,
  signUp,
}) => {
  test.slow();
  const hold = randomUUID();
  await signUp();
  await page.goto('/profiles');
  await field(page, 'Brand name').fill('Rye & Shine');
  await button(page, 'Draft it for me').click();

  await expect(page.getByRole('heading', { level: 1, name: 'Draft it for me' })).toBeVisible();
  await button(page, 'Draft the profile').click();
  await expect(page.getByText('Please paste a text about the business')).toBeVisible();
  await expect(field(page, 'About the business')).toBeFocused();
  const cost = page.getByText(/^Costs about/);
  const before = await cost.textContent();
  await field(page, 'Sample 1').fill(SAMPLE);
  await button(page, 'Add a sample').click();
  await expect(field(page, 'Sample 2')).toBeFocused();
  await field(page, 'Sample 2').fill('We do not do discounts. '.repeat(200));
  await expect(cost).not.toHaveText(before ?? '');
  const behavior = { text: PROPOSAL, holdAfter: 30, hold };
  await field(page, 'About the business').fill(`We bake. ${marker(behavior)}`);
  await page.reload();
  await expect(field(page, 'Sample 1')).toHaveValue(SAMPLE);
  await expect(field(page, 'About the business')).toHaveValue(/^We bake/);
  await button(page, 'Remove sample 2').click();
  await expectSound(page);
  await button(page, 'Draft the profile').click();

  // Finished fields can be used while the rest is written, also after a reload.
  await expect(progress(page)).toHaveText('The assistant is writing.');
  await expect(field(page, 'Proposed for What you do')).toHaveValue(
    'We bake sourdough bread in Lindau.',
  );
  await expect(group(page, 'Offering')).toContainText('Not there yet');
  await page.reload();
  await expect(field(page, 'Proposed for What you do')).toHaveValue(
    'We bake sourdough bread in Lindau.',
  );
  await button(page, 'Accept What you do').click();
  await expect(group(page, 'What you do')).toContainText('Accepted');
  await expect(button(page, 'Undo What you do')).toBeFocused();
  await release(hold);
  await expect(progress(page)).toContainText('Nothing was found for');
  await expect(group(page, 'Pricing')).toContainText('Nothing proposed');

  // An invented quote is left out.
  const voice = group(page, 'Brand voice');
  await expect(voice.getByRole('checkbox', { name: /Short sentences/ })).toBeChecked();
  await expect(voice.getByRole('checkbox', { name: /Short sentences/ })).toHaveAccessibleName(
    /Sample 1/,
  );
  await expect(voice.getByRole('checkbox', { name: /Boastful/ })).not.toBeChecked();
  await expect(voice).toContainText('Not found in your samples');
  await expect(field(page, 'Proposed for Brand voice')).toHaveValue(
    "Warm and dry.\n\n- Short sentences, as in “It's rye today”",
  );
  await expectSound(page);

  await field(page, 'Proposed for Ideal customer').fill('Families within walking distance.');
  await button(page, 'Leave empty for Offering').click();
  await expect(button(page, 'Show the proposal for Offering')).toBeFocused();
  await button(page, /^Accept all that are empty here \(4\)$/).click();
  await expect(group(page, 'Ideal customer')).toContainText('Accepted');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toHaveCount(3);
  await page.getByRole('link', { name: 'Done' }).click();

  await expect(page.getByText('Missing: Solution suite')).toBeVisible();
  await expect(field(page, 'What you do')).toHaveValue('We bake sourdough bread in Lindau.');
  await expect(field(page, 'Brand voice')).toHaveValue(/as in “It's rye today”/);
  await page.getByText('See what the AI receives').click();
  await expect(page.locator('pre')).toContainText('> Families within walking distance.');
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
  await expect(page.getByRole('alert')).toHaveText(
    'The assistant could not be asked. Please try again. What you pasted is still here.',
  );
  await page.unroute('**/api/profiles/*/draft');
  await button(page, 'Draft the profile').click();

  await expect(progress(page)).toContainText('The assistant could not finish:');
  await expect(progress(page)).toContainText('What had come is below.');
  await expect(field(page, 'Proposed for What you do')).toHaveValue(/^We bake sourdough/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What the assistant proposes');
  await button(page, 'Continue').click();
  await expect(progress(page)).toContainText('Nothing was found for');

  // Stopped, then requested again.
  await button(page, 'Change what you pasted').click();
  await expect(field(page, 'About the business')).toHaveValue(/^We bake/);
  await draft(page, { text: PROPOSAL, holdAfter: 16, hold: randomUUID() });
  await expect(field(page, 'Proposed for What you do')).toHaveValue(/^We bake sourdough/);
  await button(page, 'Stop').click();
  await expect(progress(page)).toHaveText('You stopped it. What had come is below.');

  await button(page, 'Change what you pasted').click();
  await draft(page, { text: 'I would rather write a poem.' });
  await expect(progress(page)).toHaveText(
    'The answer did not come in the form that was asked for.',
  );
  await expect(page.getByRole('main')).toContainText('I would rather write a poem.');
  await button(page, 'Try again').click();
  await expect(page.getByRole('main')).toContainText('I would rather write a poem.');
  await expectSound(page);

  // Without any text there is nothing to continue.
  await button(page, 'Change what you pasted').click();
  await draft(page, { status: 401 });
  await expect(progress(page)).toContainText('The assistant could not finish:');
  await expect(button(page, 'Continue')).toBeHidden();
});

test('accepting fields of a shared component warns first, and two tabs never overwrite each other', async ({
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
  await expect(page.getByText('This brand story is shared with “Bakery (copy)”.')).toBeVisible();
  await expect(group(page, 'What you do')).toContainText('We bake.');

  // The other tab loads the proposal, and gets no live events while this tab is offline.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(field(other, 'Proposed for What you do')).toHaveValue(/^We bake sourdough/);
  await page.route('**/components/**', (route) => route.abort());
  await field(page, 'Proposed for What you do').fill('Ours.');
  await button(page, 'Accept What you do').click();
  await expect(page.getByText('Your text is kept in this tab.')).toBeVisible();
  await button(other, 'Accept What you do').click();
  await expect(group(other, 'What you do')).toContainText('Accepted');
  await page.unroute('**/components/**');
  await expect(page.getByRole('blockquote')).toHaveText('We bake sourdough bread in Lindau.');
  await button(page, 'Keep mine for What you do').click();
  await expect(group(other, 'What you do')).toContainText('Ours.');
  await other.close();
});

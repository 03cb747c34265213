import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai.ts';
import { pdfOf } from '../factories/files.ts';
import { ServedWebsite } from '../harness/served-website.ts';
import { addSource, createBrand, dialog, openAdding, sources, step } from './setup/brand-pages.ts';
import { expect, type Page } from './setup/journey.ts';
import { withOwnApp } from './setup/own-app.ts';
import { expectSound } from './setup/sound.ts';

let ai: FakeOpenAi;
const website = new ServedWebsite();
const test = withOwnApp(
  async () => {
    ai = await startFakeOpenAi();
    await website.start();
    return { OPENAI_BASE_URL: ai.url, SERVED_WEBSITE_PORT: String(website.port) };
  },
  { preload: './tests/harness/lead-to-website.mjs' },
);
test.afterAll(async () => {
  await ai.close();
  website.stop();
});

const PHONE = { width: 390, height: 844 };
const ABOUT = 'We have baked rye bread on Elm Street since 1948.';
const POSTS = [
  'Rye is out of the oven. Our bread waits for you until noon.',
  'We bake bread, never a product. See you at seven!',
  'Plum cake today. Bring a friend, we bring the forks.',
];
const RULE = {
  quote: 'We bake bread, never a product.',
  ...{ kind: 'prefer', terms: ['product'], replacement: 'bread', max: null, person: null },
  ...{ severity: 'must', reason: 'It’s bread.' },
};
const PROFILE = `## brandStory.whatYouDo

We bake rye bread on Elm Street.

## brandStory.brandVoice

Short and warm.

## customerJourney.idealCustomer

Families nearby.
`;
/** The first price is the price list's, and the second isn't. */
const COPY =
  'Our product of the week: the rye loaf for €8.20 [1].\n\nPlum cake costs €5 a slice [1].';
const REWRITTEN = 'Plum cake costs €4.50 a slice [1]. We open at 7:00 on every day but Monday [3].';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('a shop owner’s website, price list, and old posts become rules, a profile, and a campaign with cited prices, whose planted mistakes are found', async ({
  page,
  signUp,
}) => {
  test.slow();
  website.paths = {
    '/': `<title>Rye & Shine</title><main><h1>Rye & Shine</h1><p>${ABOUT}</p><a href="/hours">Hours</a></main>`,
    '/hours':
      '<title>Hours</title><main><h1>Hours</h1><p>We open at seven on every day but Monday, from 7:00.</p></main>',
  };
  await signUp();
  await createBrand(page);

  await test.step('gives it a price list and a website', async () => {
    await step(page, 'Knowledge').click();
    await openAdding(page, 'File');
    const buffer = pdfOf(['Rye loaf, one kilogram: 8.20 EUR. Plum cake, a slice: 4.50 EUR.']);
    const file = { name: 'Price list.pdf', mimeType: 'application/pdf', buffer };
    await dialog(page).getByLabel('Source file').setInputFiles(file);
    await addSource(page);
    await expect(sources(page).getByRole('link', { name: 'Price list.pdf' })).toBeVisible();
    await openAdding(page, 'Website');
    await dialog(page).getByLabel('Website address').fill('http://bakery.example');
    await addSource(page);
    const row = sources(page).getByRole('listitem').filter({ hasText: 'bakery.example' });
    await expect(row).toContainText('2 pages');
    await expectSound(page, 'sources');
  });

  await test.step('pauses the reading of the website, and finds what has changed and what is gone', async () => {
    const row = sources(page).getByRole('listitem').filter({ hasText: 'bakery.example' });
    const act = async (action: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).press('Enter');
      await page.getByRole('menuitem', { name: action }).press('Enter');
    };
    const pages = page.getByRole('navigation', { name: 'Pages' });
    let answer = () => {};
    const { '/': home, '/hours': hours } = website.paths;
    const changed = '<title>Cakes</title><main><h1>Cakes</h1><p>Plum cake on Fridays.</p></main>';
    website.paths['/'] = String(home).replaceAll('hours', 'cakes');
    website.paths['/cakes'] = (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      answer = () => response.end(changed);
    };
    delete website.paths['/hours'];
    await act('Resync');
    await expect(row.getByRole('status')).toHaveText(/^Reading page 2 of 2/);
    await act('Pause');
    await expect(row).toContainText('Paused after');
    await expectSound(page, 'a paused source');
    answer();
    website.paths['/cakes'] = changed;
    await act('Continue reading');
    await expect(row).toContainText('Website · 2 pages');
    await row.getByRole('link').click();
    await expect(pages.getByRole('link')).toHaveText([/^Rye & Shine/, /^Cakes/]);
    await pages.getByRole('link', { name: /^Cakes/ }).press('Enter');
    await expect(page.getByRole('article', { name: 'Text' })).toContainText('Plum cake on Fridays');
    await page.getByRole('main').getByRole('link', { name: 'Knowledge' }).click();

    website.paths = { '/': home!, '/hours': hours! };
    await act('Resync');
    await row.getByRole('link').click();
    await expect(pages.getByRole('link')).toHaveText([/^Rye & Shine/, /^Hours/]);
    await page.getByRole('main').getByRole('link', { name: 'Knowledge' }).click();
    await expect(row).toContainText('Website · 2 pages');
  });

  await test.step('gets rules from three old posts', async () => {
    ai.behave({ text: JSON.stringify({ rules: [RULE] }) });
    await step(page, 'Voice rules').click();
    await page.getByRole('button', { name: 'Suggest rules' }).click();
    const form = page.getByRole('form', { name: 'Suggest rules' });
    for (const [at, post] of POSTS.entries()) {
      if (at > 0) await form.getByRole('button', { name: 'Add an example' }).click();
      await form.getByRole('textbox', { name: `Example ${at + 1}` }).fill(post);
    }
    await form.getByRole('button', { name: 'Suggest rules' }).click();
    const suggested = page.getByRole('region', { name: 'Suggested rules' });
    await expect(suggested.getByRole('blockquote')).toHaveText(RULE.quote);
    await suggested.getByRole('button', { name: 'Add rules' }).click();
    await expect(page.getByText('Write “bread” instead of “product”.')).toBeVisible();
  });

  await test.step('gets a profile, on a phone', async () => {
    ai.behave({ text: PROFILE });
    await page.setViewportSize(PHONE);
    await page.goto(new URL(page.url()).pathname);
    await page.getByRole('link', { name: 'Draft it for me' }).click();
    await page.getByRole('textbox', { name: 'About the business', exact: true }).fill(ABOUT);
    await page.getByRole('textbox', { name: 'Sample 1' }).fill(POSTS[0]!);
    await page.getByRole('button', { name: 'Draft my profile' }).click();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('link', { name: 'Open profile' }).click();
    await expect(page.getByRole('textbox', { name: 'What you do', exact: true })).toHaveValue(
      'We bake rye bread on Elm Street.',
    );
  });

  await test.step('gets a campaign whose prices cite the price list', async () => {
    ai.behave({ text: COPY });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/copy-wizard');
    await page.getByRole('button', { name: /^A whole campaign/ }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Topic' }).fill('Rye loaf and plum cake prices');
    await page.getByRole('button', { name: /^Write \d pieces/ }).click();
    const post = card(page, 'LinkedIn post');
    const marks = post.getByRole('link', { name: 'Source 1: Price list.pdf' });
    await expect(marks).toHaveText(['1', '1']);
    await marks.first().hover();
    const source = page.getByRole('group', { name: 'Source 1' });
    await expect(source).toContainText('Rye loaf, one kilogram: 8.20 EUR');
    const prompt = ai.requests
      .at(-1)!
      .body.messages.map(({ content }) => content)
      .join('\n');
    expect(prompt).toContain('> Rye loaf, one kilogram: 8.20 EUR.');
    expect(prompt).toContain(`> ${ABOUT}`);
    expect(prompt).toContain('Write “bread” instead of “product”.');
  });

  await test.step('finds the mistakes, and only them', async () => {
    await page.setViewportSize(PHONE);
    const post = card(page, 'LinkedIn post');
    const findings = post.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    await expect(findings).toHaveCount(2);
    await expect(findings.first()).toContainText('“product” Write “bread” instead.');
    await expect(findings.nth(1)).toContainText('“€5” The source says “4.50 EUR”.');
    await expect(post.getByRole('list', { name: 'Scores' })).toContainText(
      '1 of 2 statements agrees with a source.',
    );
    await expectSound(page, 'a campaign with findings');
    await page.setViewportSize(PHONE);
    const opened = page.waitForEvent('popup');
    await findings
      .nth(1)
      .getByRole('link', { name: /^Open source/ })
      .click();
    const document = await opened;
    await expect(document.getByRole('article', { name: 'Text' })).toContainText(
      'Plum cake, a slice: 4.50 EUR.',
    );
    await document.close();

    await post.getByRole('button', { name: 'Fix “product”' }).click();
    await expect(post).toContainText('Our bread of the week');
    await post.getByRole('button', { name: 'Edit LinkedIn post' }).click();
    const field = page.getByRole('textbox', { name: 'Text of LinkedIn post' });
    await field.fill((await field.inputValue()).replace('€5', '€4.50'));
    await expect(page.getByText('2 of 2 statements agree with a source.').first()).toBeVisible();
  });

  await test.step('rewrites a sentence, which cites another source for a new fact', async () => {
    ai.behave({ text: REWRITTEN });
    const field = page.getByRole('textbox', { name: 'Text of LinkedIn post' });
    await field.evaluate((area: HTMLTextAreaElement) =>
      area.setSelectionRange(area.value.indexOf('Plum'), area.value.length),
    );
    await field.press('Control+j');
    await page.getByRole('toolbar').getByRole('button', { name: 'Lengthen' }).click();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(field).toHaveValue(
      new RegExp(`8\\.20 \\[1\\][^]*4\\.50 a slice \\[1\\][^]*Monday \\[3\\]`),
    );
    await expect(page.getByText('3 of 3 statements agree with a source.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const post = card(page, 'LinkedIn post');
    await expect(post.getByRole('link', { name: 'Source 1: Price list.pdf' })).toHaveCount(2);
    await expect(post.getByRole('link', { name: 'Source 3: Hours' })).toHaveText('3');
    await expect(post).toContainText('Nothing to fix.');
  });
});

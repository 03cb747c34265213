import { giveBareProfile } from './setup/brand-pages.ts';
import { highlighted } from './setup/highlights.ts';
import {
  answers,
  ask,
  expect,
  fulfillAs,
  marker,
  test,
  untilIdle,
  type Page,
} from './setup/journey.ts';
import { expectSound } from './setup/sound.ts';

const RULE = {
  terms: [],
  replacement: '',
  max: null,
  person: null,
  formats: [],
  severity: 'should',
  reason: '',
  exceptions: [] as string[],
};

/** Rules of the person's brand, which a request may add exceptions to. */
async function giveRules(page: Page): Promise<void> {
  const rules = [
    {
      ...{ ...RULE, id: 'a', kind: 'avoid', terms: ['cheap', 'revolutionary'], severity: 'must' },
      reason: 'We sell quality, not prices.',
    },
    { ...RULE, id: 'b', kind: 'prefer', terms: ['staff'], replacement: 'team' },
    { ...RULE, id: 'c', kind: 'proof', terms: ['%'], severity: 'must' },
    { ...RULE, id: 'd', kind: 'require', terms: ['order online'], severity: 'could' },
  ];
  let version = 1;
  await page.route('**/api/profiles/*/voice', (route) => fulfillAs(route, { rules, version }));
  await page.route('**/api/profiles/*/voice/rules/*/exceptions', (route) => {
    const { quote } = route.request().postDataJSON() as { quote: string };
    const id = /rules\/(\w+)\//.exec(route.request().url())?.[1];
    const index = rules.findIndex((rule) => rule.id === id);
    rules[index] = { ...rules[index]!, exceptions: [quote] };
    version += 1;
    return fulfillAs(route, { rules, version });
  });
}

const marked = (page: Page) =>
  highlighted(page, ['finding-must', 'finding-should', 'finding-could']);

test('planted mistakes of a variant are marked, fixed, ignored, and excepted, and the saved text has the rest @core', async ({
  page,
  signUp,
}) => {
  test.slow();
  const { email } = await signUp({ opens: false });
  await giveBareProfile(email);
  await giveRules(page);
  await page.goto('/copy-wizard');
  await page.getByRole('button', { name: /^Social/ }).click();
  await page.getByRole('button', { name: /^LinkedIn post/ }).click();
  const text =
    'Our staff bakes cheap, revolutionary rye. 90% of guests return.\n\nThe code is `cheap`.';
  await page.getByRole('textbox', { name: 'Topic' }).fill(`Rye ${marker({ text })}`);
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: /^Write/ }).click();

  const card = page.getByRole('article', { name: 'Variant 1', exact: true });
  const check = page.getByRole('group', { name: 'Brand voice' });
  const findings = check.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect(findings).toHaveCount(5);
  await expect(findings.nth(1)).toContainText('“cheap” Avoid this word.We sell quality');
  await expect(check).toContainText('0 of 1 claim has a source.');
  await expect.poll(() => marked(page)).toEqual(['90%', 'cheap', 'revolutionary', 'staff']);
  await expectSound(page, 'a variant with findings');

  // A fix is stored like an edit, and can be taken back.
  const notices = page.getByRole('region', { name: 'Notifications' });
  await check.getByRole('button', { name: 'Fix “staff”' }).click();
  await expect(card).toContainText('Our team bakes');
  await expect(findings).toHaveCount(4);
  await expect(findings.first()).toBeFocused();
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toContainText('Our staff bakes');

  // In the editor, the passages are underlined, and the field's own undo takes a fix back.
  await page.getByRole('button', { name: 'Edit Variant 1' }).click();
  const field = page.getByRole('textbox', { name: 'Text of Variant 1' });
  await expect.poll(() => marked(page)).toEqual(['90%', 'cheap', 'revolutionary', 'staff']);
  await page.context().setOffline(true);
  await field.press('Control+End');
  await page.keyboard.type('Cheap');
  await expect
    .poll(() => marked(page), 'without a network')
    .toEqual(['90%', 'Cheap', 'cheap', 'revolutionary', 'staff']);
  for (let typed = 0; typed < 'Cheap'.length; typed += 1) await page.keyboard.press('Backspace');
  await page.context().setOffline(false);
  await check.getByRole('button', { name: 'Fix “staff”' }).click();
  await expect(field).toHaveValue(/^Our team bakes/);
  await field.focus();
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue(/^Our staff bakes/);
  await check.getByRole('button', { name: 'Fix “staff”' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(card).toContainText('Our team bakes');

  await check.getByRole('button', { name: /^Ignore here.*cheap/ }).click();
  await expect(findings).toHaveCount(3);
  await check.getByRole('button', { name: /^Never flag this.*revolutionary/ }).click();
  await expect(findings).toHaveCount(2);
  await expect.poll(() => marked(page)).toEqual(['90%']);

  // The saved text has the rest, on a phone, too.
  await page.getByRole('button', { name: 'Save Variant 1' }).click();
  await page.getByRole('link', { name: /Saved in Social: open Variant 1/ }).click();
  await expect(page).toHaveURL(/\/copy-wizard\/saved\//);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(findings).toHaveCount(2);
  await expect.poll(() => marked(page)).toEqual(['90%']);
  await expectSound(page, 'a saved text with findings');
});

test('an answer is checked in a window, where ignoring lasts until it closes', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp();
  await giveBareProfile(email);
  await giveRules(page);
  await ask(page, 'Write', { text: 'A **cheap** roll. Order online.' });
  await untilIdle(page);
  await answers(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Check' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check against your brand' });
  const findings = dialog.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect(findings).toHaveText(/“cheap” Avoid this word/);
  await expect.poll(() => marked(page)).toEqual(['cheap']);
  await expectSound(page, 'the check of an answer');
  await dialog.getByRole('button', { name: /^Ignore here.*cheap/ }).click();
  await expect(dialog).toContainText('Nothing to fix');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test.describe('in the preview of a page', () => {
  // Playwright runs scripts in the frame of the preview, which blocks them.
  test.use({ provoked: /sandboxed|Content Security Policy|Blocked script/ });

  test('nothing can be marked, so “Show” opens the text with the passage marked', async ({
    page,
    signUp,
  }) => {
    const { email } = await signUp();
    await giveBareProfile(email);
    await giveRules(page);
    const response = await page.request.post('/api/saved-content', {
      data: {
        ...{ category: 'landing', folderId: null, title: 'Bread', format: 'landing-page' },
        content: '# Bread\n\nNever cheap. Order online.',
      },
      headers: { origin: new URL(page.url()).origin },
    });
    const { item } = (await response.json()) as { item: { id: string } };
    await page.goto(`/copy-wizard/saved/landing/${item.id}`);
    await page.getByRole('button', { name: 'Show “cheap” in the text' }).click();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(() => marked(page)).toEqual(['cheap']);
  });
});

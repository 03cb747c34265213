import { randomUUID } from 'node:crypto';

import { answers, ask, expect, release, test, untilIdle, type Page } from './setup/journey.ts';
import { shareTexts } from './setup/shared-conversation.ts';
import { axe } from './setup/sound.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const CODE = '```ts\nconst answer: number = 42; // the answer\n```';
const DIAGRAM = '```mermaid\nflowchart LR\nA[Brand]-->B[Voice]\n```';
const SECTION = [
  '## Everything at once',
  'The area is $A = \\pi r^2$, and it costs $5 to $10.',
  '$$\n\\int_0^1 x^2\\,dx = \\frac{1}{3}\n$$',
  CODE,
  DIAGRAM,
  '| Item | Price |\n|---|--:|\n| Ink | 5 |\n| Brass | 10 |',
  '- [x] Written\n- [ ] Printed',
].join('\n\n');

const coloured = (page: Page) => answers(page).last().locator('.code-keyword').first();
const formulas = (page: Page) => answers(page).last().locator('[data-formula=typeset] math');
const drawing = (page: Page) => page.frameLocator('iframe[title=Flowchart]').locator('svg');
const sourceOfDiagram = (page: Page) =>
  answers(page).last().locator('pre', { hasText: 'flowchart LR' });

async function expectAllParts(page: Page): Promise<void> {
  await expect(coloured(page)).toHaveText('const');
  await expect(formulas(page)).toHaveCount(2);
  await expect(answers(page).last()).toContainText('and it costs $5 to $10.');
  await answers(page)
    .last()
    .locator('.code-block:has(.language-mermaid)')
    .evaluate((block) => block.scrollIntoView());
  await expect(drawing(page)).toContainText('Voice');
  await expect(sourceOfDiagram(page)).toBeHidden();
  await expect(page.getByRole('group', { name: 'Table' }).getByRole('table')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'To do' })).toBeDisabled();
}

test('finished code, formulas, and diagrams are rendered while the answer streams, and stay @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  const hold = randomUUID();
  const beginning = `${SECTION}\n\n---\n\n---\n\n`;
  const text = `${beginning}\`\`\`ts\nconst later = 1;\n\`\`\`\n\nThe end.`;
  // The beginning is one token; the answer pauses in the middle of the next code block.
  await ask(page, 'Everything', { text, chunkLength: beginning.length + 18, holdAfter: 1, hold });
  await expectAllParts(page);
  // Two in a row would look like a double border.
  await expect(answers(page).last().locator('hr:visible')).toHaveCount(1);
  // Unfinished code is plain.
  const later = answers(page)
    .last()
    .locator('pre', { hasText: /^const l/ });
  await expect(later).toBeVisible();
  await expect(later.locator('span')).toHaveCount(0);

  const parts = ['.code-keyword', '.math-block', '.math-inline', 'iframe', 'table', 'h2', 'pre'];
  await page.evaluate((selectors) => {
    const first = selectors.map((selector) =>
      document.querySelector(`article[aria-label=Assistant] ${selector}`),
    );
    Object.assign(window, { first });
  }, parts);
  await release(hold);
  await untilIdle(page);
  await expect(answers(page).last()).toContainText('The end.');
  const same = await page.evaluate((selectors) => {
    const { first } = window as unknown as { first: (Element | null)[] };
    return selectors.filter(
      (selector, index) =>
        first[index] === null ||
        document.querySelector(`article[aria-label=Assistant] ${selector}`) !== first[index],
    );
  }, parts);
  expect(same).toEqual([]);
  await expect(later.locator('.code-keyword')).toHaveText('const');
});

test('code is copied exactly, and a diagram can show its source', async ({ page, signUp }) => {
  await signUp();
  await ask(page, 'Everything', { text: SECTION });
  await untilIdle(page);
  await expectAllParts(page);
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'const answer: number = 42; // the answer',
  );
  await page.getByRole('button', { name: 'Show source' }).press('Enter');
  await expect(sourceOfDiagram(page)).toBeVisible();
  await expect(page.locator('iframe[title=Flowchart]')).toBeHidden();
  await page.getByRole('button', { name: 'Show diagram' }).press('Enter');
  await expect(page.locator('iframe[title=Flowchart]')).toBeVisible();
});

test('invalid diagrams and formulas are shown as text', async ({ page, signUp }) => {
  await signUp();
  const text = '```mermaid\nno such diagram\n```\n\n$\\frac{1$ and $\\href{https://a.b}{x}$';
  await ask(page, 'Broken', { text });
  await untilIdle(page);
  await expect(
    page.getByText('This diagram could not be drawn. Here is its source.'),
  ).toBeVisible();
  await expect(answers(page).locator('pre')).toHaveText('no such diagram');
  await expect(answers(page).locator('pre')).toBeVisible();
  await expect(page.locator('[data-formula=unreadable]')).toHaveText('$\\frac{1$');
  await expect(page.locator('[data-formula] a')).toHaveCount(0);
});

for (const theme of ['dark', 'light'] as const) {
  test(`a shared page renders code, formulas, and diagrams in the ${theme} theme`, async ({
    page,
    browser,
    signUp,
  }) => {
    test.slow();
    const person = await signUp();
    const code = `${CODE}\n\n\`\`\`css\na { color: red; }\n\`\`\`\n\n\`\`\`diff\n+ b\n- c\n\`\`\`\n\n`;
    const shareId = await shareTexts(person.email, ['Show all of it', code + SECTION]);
    const origin = new URL(page.url()).origin;
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' });
    const visitor = await context.newPage();
    for (const width of [1440, 390]) {
      await visitor.setViewportSize({ width, height: 900 });
      await visitor.goto(`${origin}/shared/${shareId}`);
      await expect(coloured(visitor)).toHaveText('const');
      await expect(visitor.getByRole('button', { name: 'Copy code' }).first()).toBeVisible();
      await expectAllParts(visitor);
      // Without the diagram's frame: it blocks axe, and its content is Mermaid's.
      const { violations } = await axe(visitor).exclude('iframe').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const wide = await visitor.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(wide).toBe(false);
      if (process.env.SCREENS) {
        await visitor.screenshot({
          path: `${process.env.SCREENS}/shared-${theme}-${width}.png`,
          fullPage: true,
        });
      }
    }
    await context.close();
  });
}

test.describe('the frame of a diagram', () => {
  test.use({ provoked: /healthz.*violates|Cannot|Refused to connect/ });

  test('has no origin and no network, and runs no foreign script', async ({ page, signUp }) => {
    await signUp();
    await ask(page, 'Diagram', { text: DIAGRAM });
    await expect(drawing(page)).toContainText('Voice');
    const frame = page.locator('iframe[title=Flowchart]');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
    const inner = page.frames().find((each) => each.url().includes('/frames/diagram'));
    expect(await inner?.evaluate(() => origin)).toBe('null');
    await expect(inner?.evaluate(() => fetch('/healthz'))).rejects.toThrow(/fetch/i);
    const policy = (await page.request.get(inner?.url() ?? '')).headers()[
      'content-security-policy'
    ];
    expect(policy).toContain('sandbox allow-scripts;');
    expect(policy).toContain("default-src 'none'");
    for (const script of ['https://a.b/c.js', '//a.b/c.js', '/assets/../x', '/assets/"><b>', '']) {
      const address = `/frames/diagram?script=${encodeURIComponent(script)}`;
      expect((await page.request.get(address)).status(), script).toBe(404);
    }
  });
});

import { hostileLine, hostileLines, hostileText, markerOf } from '../../factories/hostile-texts.ts';
import { ask, expect, messageField, test, type Page } from './journey.ts';
import type { Tripwire } from './tripwire.ts';

type Look = (what: string) => Promise<void>;
type Detail = (page: Page, look: Look) => Promise<void>;

/**
 * Opens one of each kind of menu and dialog; those around the page are the same everywhere, and opened once.
 */
async function openMenus(page: Page, look: Look, opened: Set<string>): Promise<void> {
  const kinds = new Set<string>();
  for (const trigger of await page.locator('button[aria-haspopup]:visible').all()) {
    const label = (await trigger.getAttribute('aria-label')) ?? (await trigger.innerText());
    const kind = label.slice(0, 12);
    if (kinds.has(kind) || kinds.size > 6 || !(await trigger.isEnabled())) continue;
    kinds.add(kind);
    if (await trigger.evaluate((element) => element.closest('main') === null)) {
      if (opened.has(kind)) continue;
      opened.add(kind);
    }
    // By keyboard: next to long hostile texts, the transcript may be too low for a pointer.
    await trigger.press('Enter');
    await expect(page.locator('[role=menu], [role=dialog], [role=listbox]').first()).toBeVisible();
    await look(`${kind}…`);
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=menu]')).toHaveCount(0);
  }
}

async function inDialog(page: Page, look: Look, button: string | RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('dialog').first()).toBeVisible();
  await look(`dialog of ${button}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const chat: Detail = async (page, look) => {
  for (const name of ['Share', 'Export conversation', /^Instructions/]) {
    await inDialog(page, look, name);
  }
  // Scrolls through the whole conversation.
  const log = page.getByRole('log', { name: 'Conversation' });
  for (const message of await log.getByRole('article').all()) {
    await message.scrollIntoViewIfNeeded();
  }
  await look('scrolled through');
  const thought = log.getByText(/^Thought for/).last();
  if (await thought.isVisible()) {
    await thought.click();
    await expect(log.locator('details[open]')).toContainText(markerOf('generations.thought'));
    const call = log.locator('summary', { hasText: markerOf('tool_calls.title') });
    await call.click();
    await expect(log.locator('details[open]').last()).toContainText(markerOf('tool_calls.output'));
    await look('what a model thought and had looked up');
  }

  const library = page.getByRole('main').getByRole('button', { name: 'Prompts', exact: true });
  await library.click();
  const prompts = page.getByRole('list', { name: 'My prompts' }).getByRole('listitem');
  await expect(prompts).toHaveCount(2);
  await look('prompts');
  await prompts.first().getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Insert' })).toBeVisible();
  await look('a prompt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(library).toBeFocused();
  await messageField(page).fill('');
  await messageField(page).press('/');
  await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeVisible();
  await look('prompts of a slash');
  await page.keyboard.press('Escape');

  for (const words of ['javascript', 'onerror']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(words);
    await expect(page.getByRole('dialog').locator('mark').first()).toBeVisible();
    await look(`search for ${words}`);
    await page.keyboard.press('Escape');
  }

  await page.getByRole('button', { name: /^Open document/ }).click();
  const document = page.getByRole('region', { name: 'Document', exact: true });
  await expect(document.getByRole('group', { name: 'Suggested changes' })).toBeVisible();
  await look('suggestions for a document');
  await document.getByRole('button', { name: 'Keep writing' }).click();
  for (const name of ['Edit', 'Preview', 'Checks', 'Versions']) {
    const views = document.getByRole('group', { name: 'View' });
    await views.getByRole('button', { name, exact: true }).click();
    await look(`document: ${name}`);
  }
  await document.getByRole('list', { name: 'Versions' }).getByRole('button').first().click();
  await expect(document.getByRole('button', { name: 'Restore this version' })).toBeVisible();
  await look('an earlier version of a document');
  await document.getByRole('button', { name: 'Close document' }).click();

  // Attached files, and a streaming answer.
  const name = `${hostileLine('attachments.name').replaceAll('/', ' ').slice(0, 180)}.md`;
  await page
    .getByLabel('Files to attach')
    .setInputFiles([{ name, mimeType: 'text/html', buffer: Buffer.from(hostileText('file')) }]);
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('km');
  await look('a file that waits');
  const text = hostileLines('generation_chunks.text');
  await ask(page, 'Say it', { text, rate: 2_000 });
  await expect(page.getByRole('article', { name: 'Assistant' }).last()).toContainText('mk-');
  await look('an answer that grows');
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await look('an answer that has come');
};

const DETAILS: [screen: RegExp, detail: Detail][] = [
  [/^\/ai-lab\/chat\//, chat],
  [
    /^\/copy-wizard\/briefs\//,
    async (page, look) => {
      for (const preview of await page
        .getByRole('button', { name: 'Preview', exact: true })
        .all()) {
        await preview.click();
      }
      await look('previews');
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await expect(page.getByRole('textbox', { name: /^Text of / }).first()).toBeVisible();
      await look('being edited');
    },
  ],
  [
    /^\/copy-wizard\/saved\//,
    async (page, look) => {
      const views = page.getByRole('group', { name: 'View' });
      for (const name of await views.getByRole('button').allInnerTexts()) {
        const view = views.getByRole('button', { name, exact: true });
        // A page has fewer views while it's edited.
        if ((await view.count()) === 0) continue;
        await view.click();
        await look(name);
      }
      await views.getByRole('button', { name: 'Versions' }).click();
      await page.getByRole('list', { name: 'Versions' }).getByRole('button').first().click();
      await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible();
      await look('an earlier version');
    },
  ],
  [
    /^\/media-creator(?:\?mode=generate)?$/,
    async (page, look) => {
      const tiles = page.getByRole('region', { name: 'Gallery' }).getByRole('button');
      await tiles
        .filter({ has: page.locator('img, svg') })
        .and(page.getByRole('button', { name: markerOf('media_items.prompt') }))
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { name: 'Prompt', exact: true })).toBeVisible();
      await expect(dialog.locator('summary').first()).toBeVisible();
      for (const more of await dialog.locator('summary').all()) await more.click();
      await look('large');
      await page.keyboard.press('Escape');
    },
  ],
  [
    /&lora=/,
    async (page, look) => {
      // Its parts are loaded after the page.
      await expect(page.locator('summary').first()).toBeVisible();
      for (const more of await page.locator('summary').all()) await more.click();
      await look('all of it');
    },
  ],
  [
    /tab=importexport/,
    async (page, look) => {
      for (const column of ['import_candidates.title', 'import_files.name']) {
        await expect(page.getByText(markerOf(column)).first()).toBeVisible();
      }
      await look('imports');
      const reports = page.getByRole('button', { name: /^Report/ });
      await expect(reports.first()).toBeVisible();
      for (const report of await reports.all()) {
        await report.click();
        // The page's preview also has a list with that name.
        const dialog = page.getByRole('dialog');
        const remarks = dialog.getByRole('list', { name: 'Notes' });
        await expect(remarks.getByRole('listitem').first()).toBeVisible();
        await expect(
          dialog
            .getByRole('group', { name: 'Report' })
            .or(dialog.getByText('Everything was imported in full.')),
        ).toBeVisible();
        await look('report');
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    },
  ],
  [
    /^\/profiles\/[^/]+$/,
    async (page, look) => {
      for (const step of await page
        .getByRole('navigation', { name: 'Steps' })
        .getByRole('link')
        .all()) {
        await step.click();
        await expect(step).toHaveAttribute('aria-current', 'step');
        const name = await step.innerText();
        // They are loaded after the page.
        if (name === 'Voice rules') {
          await expect(page.getByText(markerOf('profiles.voice_rules')).first()).toBeVisible();
        }
        await look(name);
        if (name !== 'Knowledge') continue;
        await page.getByText(/^Details/).click();
        await look('pages that were not read');
      }
    },
  ],
  [
    /^\/profiles\/[^/]+\/draft$/,
    async (page, look) => {
      await page.getByRole('button', { name: 'Edit your text' }).click();
      await expect(page.getByRole('heading', { name: 'Draft it for me' })).toBeVisible();
      await look('what was pasted');
    },
  ],
  [
    /^\/shared\//,
    async (page, look) => {
      for (const message of await page.getByRole('article').all()) {
        await message.scrollIntoViewIfNeeded();
      }
      await look('scrolled through');
    },
  ],
];

const widens = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Opens these addresses with everything in them, and at phone width. */
export async function visit(page: Page, tripwire: Tripwire, addresses: string[]): Promise<void> {
  page.setDefaultTimeout(15_000);
  const opened = new Set<string>();
  for (const address of addresses) {
    await test.step(address, async () => {
      const { alarms } = tripwire;
      const look = async (what = '') => {
        // Formulas, diagrams, and previews are rendered when the page is idle.
        await page.evaluate(
          () => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })),
        );
        await tripwire.look(page);
        expect.soft(alarms.splice(0), `${address} ${what}`).toEqual([]);
        const { pathname } = new URL(page.url());
        expect.soft(pathname, `${address} ${what}`).toBe(new URL(address, page.url()).pathname);
      };
      await page.goto(address);
      await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
      await look();
      try {
        for (const [screen, detail] of DETAILS) if (screen.test(address)) await detail(page, look);
        await openMenus(page, look, opened);
      } catch (error) {
        expect.soft(String(error), address).toBe('');
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.soft.poll(() => widens(page), `${address} on a phone`).toBeLessThanOrEqual(0);
      await look('on a phone');
      await page.setViewportSize({ width: 1440, height: 900 });
    });
  }
}

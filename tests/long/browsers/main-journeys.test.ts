import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findOtherEngines } from '../../../scripts/browser.mjs';
import { marker, startFakeOpenAi, type FakeOpenAi } from '../../fakes/openai.ts';
import { type AppProcess, freePort, startApp } from '../../harness/app-process.ts';
import { HANG } from '../../harness/eventually.ts';
import { install } from '../../harness/installed.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

// What people do most, in the engines that the other journeys don't use. They run where the engines are installed.

const TEN = 'one two three four five six seven eight nine ten';
const { firefox, webkit } = findOtherEngines();

let dataDir: string;
let provider: FakeOpenAi;
let app: AppProcess;

beforeAll(async () => {
  if (!firefox && !webkit) return;
  dataDir = mkdtempSync(join(tmpdir(), 'brandwright-browsers-'));
  // The database's own user must be able to enter.
  chmodSync(dataDir, 0o711);
  await install(dataDir);
  provider = await startFakeOpenAi();
  app = await startApp({
    dataDir,
    port: await freePort(),
    env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'test', RATE_LIMITS: 'false' },
  });
});

afterAll(async () => {
  await app?.stop();
  await provider?.close();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

const ENGINES = [
  { name: 'Firefox', start: firefox ? () => startFirefox(firefox) : null },
  { name: 'WebKit', start: webkit ? () => startWebKit(webkit) : null },
];

for (const { name, start } of ENGINES) {
  if (!start) console.log(`${name} isn't installed, so its journeys are skipped.`);

  describe.skipIf(!start)(name, () => {
    let engine: Engine;
    let tab: Tab;

    beforeAll(async () => {
      engine = await start!();
      tab = await Tab.open(engine, app.url);
      console.log(`${name} ${engine.version}`);
    });

    afterAll(async () => {
      await engine?.close();
    });

    it('signs a new person up', async () => {
      await tab.goto('/auth/signup');
      await tab.fill('Email', `${randomUUID().slice(0, 8)}@a.example`);
      await tab.fill('Password', 'correct horse battery');
      await tab.fill('First name', 'Tina');
      await tab.fill('Last name', 'Baker');
      await tab.click({ role: 'button', name: 'Sign up' });
      await expect.poll(() => tab.path(), HANG).not.toContain('/auth/');
    });

    it('streams an answer that Enter asked for, through a reload and in a second tab', async () => {
      await tab.goto('/ai-lab');
      const hold = randomUUID();
      await tab.fill('Message', `Please count ${marker({ text: TEN, holdAfter: 4, hold })}`);
      await tab.press('Enter');
      await tab.sees(answer, 'one two three four');
      await expect.poll(() => tab.path(), HANG).toContain('/ai-lab/chat/');
      const path = await tab.path();
      await tab.goto(path);
      await tab.sees(answer, 'one two three four');
      const other = await Tab.open(engine, app.url);
      await other.goto(path);
      await other.sees(answer, 'one two three four');
      await release(hold);
      await other.sees(answer, TEN);
      await tab.sees(answer, TEN);
      await tab.sees({ role: 'link', name: 'About Please count*' });
      await tab.seesEnabled(message);
    });

    it('attaches a file to a message', async () => {
      const file = join(dataDir, 'prices.csv');
      writeFileSync(file, 'bread,price\nrye,4.20\n');
      await tab.goto('/ai-lab');
      await tab.chooseFile('Files to attach', file);
      await tab.sees({ role: 'list', name: 'Files to send' }, 'prices.csv');
      await tab.fill('Message', `What does rye cost? ${marker({ text: 'It costs 4.20.' })}`);
      await tab.click({ role: 'button', name: 'Send' });
      await tab.sees(answer, 'It costs 4.20.');
      await tab.sees({ role: 'article', name: 'You' }, 'prices.csv');
      await tab.seesEnabled(message);
    });

    it('writes and saves a post', async () => {
      await tab.goto('/copy-wizard');
      await tab.click({ role: 'button', name: 'SocialPosts*' });
      await tab.click({ role: 'button', name: 'LinkedIn post*' });
      await tab.fill('Topic', `Sunday bread ${marker({ text: 'Rye, every Sunday.' })}`);
      await tab.click({ role: 'button', name: 'Write 3 variants' });
      await tab.sees({ role: 'article', name: 'Variant 1' }, 'Rye, every Sunday.');
      await tab.click({ role: 'button', name: 'Save Variant 1' });
      await tab.seesText('Saved to Social');
    });

    it('creates an image', async () => {
      await tab.goto('/media-creator?mode=generate');
      await tab.fill('Prompt', 'A loaf of rye');
      await tab.click({ role: 'button', name: 'Create 1 image*' });
      await tab.sees({ role: 'image', name: 'A loaf of rye' });
      const drawn = () =>
        tab.run(() =>
          [...document.images].some(({ alt, naturalWidth }) => alt !== '' && naturalWidth > 0),
        );
      await expect.poll(drawn, HANG).toBe(true);
    });

    it('keeps a theme', async () => {
      await tab.goto('/settings?tab=appearance');
      await tab.click({ role: 'field', name: 'Light*' });
      const theme = () => tab.run(() => getComputedStyle(document.documentElement).colorScheme);
      await expect.poll(theme, HANG).toBe('light');
      await tab.goto('/settings?tab=appearance');
      expect(await theme()).toBe('light');
      await tab.click({ role: 'field', name: 'Dark*' });
      await expect.poll(theme, HANG).toBe('dark');
    });

    it('lets a field grow with its text', async () => {
      await tab.goto('/contact');
      const height = async () => (await tab.state({ role: 'field', name: 'Details' }))?.height;
      const before = await height();
      await tab.fill('Details', 'It does not print.\n'.repeat(7));
      expect(await height()).toBeGreaterThan(before!);
    });

    it('shares a conversation with a visitor', async () => {
      await tab.goto('/ai-lab');
      await tab.fill('Message', `Hello ${marker({ text: 'Hello to you.' })}`);
      await tab.press('Enter');
      await tab.sees(answer, 'Hello to you.');
      await tab.seesEnabled(message);
      await tab.click({ role: 'button', name: 'Share' });
      await tab.click({ role: 'button', name: 'Create link' });
      await tab.sees({ role: 'field', name: 'Share link' });
      const link = (await tab.state({ role: 'field', name: 'Share link' }))?.value ?? '';
      expect(await tab.run(listAndField)).toEqual({ appearance: 'none', isLikeField: true });
      await tab.press('Escape');
      await tab.click({ role: 'button', name: 'Sign out' });
      await expect.poll(() => tab.path(), HANG).toBe('/auth/login');
      await tab.goto(link);
      await tab.sees(answer, 'Hello to you.');
    });

    it('shows no page error', () => {
      expect(engine.complaints).toEqual([]);
    });
  });
}

/** Runs in the page: how a list of choices looks beside the field above it. */
function listAndField() {
  const list = getComputedStyle(document.querySelector('[role=dialog] select')!);
  const field = getComputedStyle(document.querySelector('[role=dialog] input')!);
  return {
    appearance: list.appearance,
    isLikeField: list.backgroundColor === field.backgroundColor,
  };
}

const message = { role: 'field', name: 'Message' } as const;
const answer = { role: 'article', name: 'Assistant' } as const;

/** Lets the answer continue that waits at this hold. */
async function release(hold: string): Promise<void> {
  const url = new URL('/control/release', provider.url);
  await fetch(url, { method: 'POST', body: JSON.stringify({ hold }) });
}

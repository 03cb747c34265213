import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  budgetFor,
  cycleOf,
  importsOf,
  measure,
  measureBuild,
  pagesOf,
  parseManifest,
  preloadedFonts,
  table,
} from './bundle-budget.mjs';

const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/react.js'] },
  routes: {
    root: { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/react.js'] },
    _app: { id: '_app', parentId: 'root', module: '/assets/app.js', imports: ['/assets/menu.js'] },
    lab: { id: 'lab', parentId: '_app', path: 'ai-lab', module: '/assets/lab.js' },
    chat: {
      id: 'chat',
      parentId: 'lab',
      path: 'chat/:conversationId',
      module: '/assets/chat.js',
      imports: ['/assets/markdown.js', '/assets/menu.js'],
    },
    home: { id: 'home', parentId: 'root', index: true, module: '/assets/home.js' },
    login: { id: 'login', parentId: 'root', path: 'auth/login', module: '/assets/login.js' },
    api: { id: 'api', parentId: 'root', path: 'api/health', module: '/assets/api.js' },
  },
};

describe('pagesOf', () => {
  it('returns the entry, the parents, and all their imports, each once', () => {
    const chat = pagesOf(manifest).find(({ id }) => id === 'chat');
    expect(chat).toEqual({
      id: 'chat',
      url: '/ai-lab/chat/:conversationId',
      files: [
        '/assets/entry.js',
        '/assets/react.js',
        '/assets/root.js',
        '/assets/app.js',
        '/assets/menu.js',
        '/assets/lab.js',
        '/assets/chat.js',
        '/assets/markdown.js',
      ],
    });
  });

  it('skips layouts without an address', () => {
    expect(pagesOf(manifest).map(({ id }) => id)).toEqual(['home', 'lab', 'chat', 'api', 'login']);
  });
});

describe('budgetFor', () => {
  it.each([
    ['/ai-lab', 155],
    ['/ai-lab/chat/:conversationId', 155],
    ['/auth/login', 114],
    ['/shared/:id', 114],
    ['/shared/:userId/:shareId', 114],
    ['/shareddrive', 155],
    ['/settings', 155],
    ['/', 155],
  ])('allows %s %i KB', (url, limit) => {
    expect(budgetFor(url)).toBe(limit);
  });
});

describe('measure', () => {
  it('marks pages over their budget', () => {
    const pages = pagesOf(manifest).filter(({ id }) => id === 'login' || id === 'lab');
    const measured = measure(pages, () => 29_500);
    expect(measured.map(({ url, kilobytes, isOver }) => [url, kilobytes, isOver])).toEqual([
      ['/ai-lab', 177, true],
      ['/auth/login', 118, true],
    ]);
    expect(measure(pages, () => 25_000).map(({ isOver }) => isOver)).toEqual([false, false]);
    expect(table(measured)).toMatch(/^\/auth\/login\s+118\.0\s+114\s+4\s+OVER$/m);
  });
});

describe('parseManifest', () => {
  it('reads Remix’s manifest and refuses anything else', () => {
    const written = `window.__remixManifest=${JSON.stringify(manifest)};`;
    expect(parseManifest(written)).toEqual(manifest);
    expect(() => parseManifest('export default 1')).toThrow('no manifest');
  });
});

describe('measureBuild', () => {
  let client: string;
  beforeEach(() => {
    client = mkdtempSync(join(tmpdir(), 'budget-'));
    mkdirSync(join(client, 'assets'));
  });
  afterEach(() => rmSync(client, { recursive: true }));

  it('measures the files of a build, without routes that have no page', () => {
    for (const name of [
      'entry',
      'react',
      'root',
      'app',
      'menu',
      'lab',
      'chat',
      'markdown',
      'home',
      'login',
    ]) {
      writeFileSync(join(client, 'assets', `${name}.js`), `console.log('${name}')`);
    }
    writeFileSync(join(client, 'assets/api.js'), '\n');
    writeFileSync(
      join(client, 'assets/manifest-1a2b.js'),
      `window.__remixManifest=${JSON.stringify(manifest)};`,
    );
    const measured = measureBuild(client);
    expect(measured.map(({ url }) => url)).toEqual([
      '/',
      '/ai-lab',
      '/ai-lab/chat/:conversationId',
      '/auth/login',
    ]);
    expect(measured[2]?.kilobytes).toBeCloseTo((8 * 42) / 1000, 1);
  });

  it('counts each font that the root or its imports name once', () => {
    const assets = join(client, 'assets');
    writeFileSync(
      join(assets, 'manifest-1a2b.js'),
      `window.__remixManifest=${JSON.stringify(manifest)};`,
    );
    writeFileSync(join(assets, 'root.js'), 'const a="/assets/ui-Ab1_.woff2";');
    writeFileSync(
      join(assets, 'react.js'),
      'const a="/assets/ui-Ab1_.woff2",b="/assets/title-x2.woff2";',
    );
    for (const name of ['ui-Ab1_', 'title-x2', 'formula-9'])
      writeFileSync(join(assets, `${name}.woff2`), 'x'.repeat(1_500));
    expect(preloadedFonts(client)).toBe(3);
  });

  it('refuses a directory without a manifest', () => {
    expect(() => measureBuild(client)).toThrow('build again');
  });
});

describe('cycleOf', () => {
  it('finds files that import each other', () => {
    const imports = new Map([
      ['page.js', ['frame.js', 'common.js']],
      ['frame.js', ['framework.js']],
      ['common.js', ['frame.js', 'menu.js']],
      ['menu.js', ['framework.js', 'common.js']],
    ]);
    expect(cycleOf(imports)).toEqual(['common.js', 'menu.js']);
    expect(cycleOf(imports.set('menu.js', ['framework.js']))).toEqual([]);
  });
});

describe('importsOf', () => {
  it('reads static imports, not those on demand', () => {
    const client = mkdtempSync(join(tmpdir(), 'imports-'));
    mkdirSync(join(client, 'assets'));
    const code =
      'import{a as b}from"./one-Xy_1.js";import"./two.js";import("./three.js");export*from"./four.js"';
    writeFileSync(join(client, 'assets/page.js'), code);
    expect(importsOf(client)).toEqual(new Map([['page.js', ['one-Xy_1.js', 'two.js', 'four.js']]]));
    rmSync(client, { recursive: true });
  });
});

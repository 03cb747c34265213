import { describe, expect, test } from 'vitest';

import type { AppBuild } from '../build.ts';
import { pageBuilds } from './page-builds.ts';

const routes = {
  root: { id: 'root', path: '' },
  index: { id: 'index', parentId: 'root', index: true },
  frame: { id: 'frame', parentId: 'root' },
  lab: { id: 'lab', parentId: 'frame', path: 'ai-lab' },
  'lab-index': { id: 'lab-index', parentId: 'lab', index: true },
  chat: { id: 'chat', parentId: 'lab', path: 'chat/:id' },
  help: { id: 'help', parentId: 'frame', path: 'help/:article' },
  unknown: { id: 'unknown', parentId: 'frame', path: '*' },
  login: { id: 'login', parentId: 'root', path: 'auth/login' },
  api: { id: 'api', parentId: 'root', path: 'api/chat/messages' },
};
const build = { routes, assets: { version: 'v', routes }, basename: '/' } as unknown as AppBuild;
const { sectionOf, pages, section } = pageBuilds(build);

describe('sectionOf', () => {
  test.each([
    ['/ai-lab', 'ai-lab'],
    ['/ai-lab.data', 'ai-lab'],
    ['/ai-lab/', 'ai-lab'],
    ['/ai-lab/chat/1', 'ai-lab'],
    ['/ai-lab/chat/1.data', 'ai-lab'],
    ['/auth/login', 'auth'],
    ['/', null],
    ['/_root.data', null],
    // All of these need the whole table to find their page or their error.
    ['/AI-LAB', null],
    ['/%61i-lab', null],
    ['//ai-lab', null],
    ['/nowhere', null],
    ['/chat/1', null],
    ['/:article', null],
    ['/api/chat/messages', null],
    ['/__manifest', null],
    ['', null],
  ])('finds the section of %s: %s', (path, name) => {
    expect(sectionOf(path)).toBe(name);
  });
});

test('a section has its own routes, their layouts, and the routes that any path could match', () => {
  const { routes, assets, basename } = section('ai-lab');
  const ids = ['root', 'index', 'frame', 'lab', 'lab-index', 'chat', 'unknown'];
  expect(Object.keys(routes)).toEqual(ids);
  expect(Object.keys(assets.routes)).toEqual(ids);
  expect(assets.version).toBe('v');
  expect(basename).toBe('/');
});

test('all pages are all routes outside /api', () => {
  expect(Object.keys(pages().routes)).toEqual(Object.keys(routes).filter((id) => id !== 'api'));
});

import { describe, expect, test } from 'vitest';

import { isExport } from './components/import-offer';
import { refusalOf, sameFiles } from './picked-files';

const file = (name: string, size = 10) => ({ name, size });

describe('picked files', () => {
  test.each([
    [[file('export.zip')]],
    [[file('conversations.json')]],
    [[file('conversations-000.json'), file('CONVERSATIONS-001.JSON')]],
  ])('are accepted as a possible export: %j', (files) => {
    expect(refusalOf(files)).toBeNull();
  });

  test('are refused with the name of a file that cannot be an export', () => {
    expect(refusalOf([file('a.zip'), file('photo.jpg')])).toContain('“photo.jpg”');
    expect(refusalOf([file('a.zip', 0)])).toBe(
      '“a.zip” is empty. Download the export again and choose that file.',
    );
  });
});

test.each([
  ['export.zip', true],
  ['4f2a-2026-05-01.ZIP', true],
  ['conversations.json', true],
  ['conversations-003.json', true],
  ['shared_conversations.json', true],
  ['package.json', false],
  ['my conversations.json', false],
  ['zip', false],
  ['prices.csv', false],
])('whether %s looks like an export when it is dropped onto the chat: %s', (name, yes) => {
  expect(isExport(file(name))).toBe(yes);
});

describe('an interrupted upload', () => {
  const view = {
    files: [
      { name: 'a.json', size: 1, received: [] },
      { name: 'a.json', size: 2, received: [] },
    ],
  };

  test('continues with the same files in any order', () => {
    const picked = [file('a.json', 2), file('a.json', 1)];
    expect(sameFiles(view, picked)).toEqual([picked[1], picked[0]]);
  });

  test.each([
    ['fewer', [file('a.json', 1)]],
    ['more', [file('a.json', 1), file('a.json', 2), file('b.json', 3)]],
    ['of another size', [file('a.json', 1), file('a.json', 3)]],
    ['one of them twice', [file('a.json', 1), file('a.json', 1)]],
  ])('does not continue with other files: %s', (_, picked) => {
    expect(sameFiles(view, picked)).toBeNull();
  });
});

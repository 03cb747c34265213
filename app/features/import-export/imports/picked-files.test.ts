import { describe, expect, test } from 'vitest';

import { isExport } from './import-offer';
import { refusalOf, sameFiles } from './picked-files';

const file = (name: string, size = 10) => ({ name, size });

describe('what is picked', () => {
  test.each([
    [[file('export.zip')]],
    [[file('conversations.json')]],
    [[file('conversations-000.json'), file('CONVERSATIONS-001.JSON')]],
  ])('%j may be an export', (files) => {
    expect(refusalOf(files)).toBeNull();
  });

  test('is refused by name when one of the files cannot be', () => {
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
])('%s dropped onto the chat looks like an export: %s', (name, yes) => {
  expect(isExport(file(name))).toBe(yes);
});

describe('an upload that broke off', () => {
  const view = {
    files: [
      { name: 'a.json', size: 1, received: [] },
      { name: 'a.json', size: 2, received: [] },
    ],
  };

  test('goes on with the same files in whatever order', () => {
    const picked = [file('a.json', 2), file('a.json', 1)];
    expect(sameFiles(view, picked)).toEqual([picked[1], picked[0]]);
  });

  test.each([
    ['fewer', [file('a.json', 1)]],
    ['more', [file('a.json', 1), file('a.json', 2), file('b.json', 3)]],
    ['of another size', [file('a.json', 1), file('a.json', 3)]],
    ['one of them twice', [file('a.json', 1), file('a.json', 1)]],
  ])('does not go on with others: %s', (_, picked) => {
    expect(sameFiles(view, picked)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';

import { keyNames, SHORTCUT_KEYS, shortcutOf, type Press, type PressedWhere } from './shortcuts';
import { SHORTCUT_GROUPS } from './shortcut-groups';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const where: PressedWhere = { mac: false, occupied: false, singleKeys: true };

describe('the shortcut of a key press', () => {
  test.each([
    ['Ctrl+K', press('k', { ctrlKey: true }), {}, 'search'],
    ['Ctrl+K with Caps Lock', press('K', { ctrlKey: true }), {}, 'search'],
    ['Ctrl+K in a field', press('k', { ctrlKey: true }), { occupied: true }, 'search'],
    ['Ctrl+K without single keys', press('k', { ctrlKey: true }), { singleKeys: false }, 'search'],
    ['Ctrl+K on a Mac, which deletes a line', press('k', { ctrlKey: true }), { mac: true }, null],
    ['Cmd+K on a Mac', press('k', { metaKey: true }), { mac: true }, 'search'],
    ['Cmd+K elsewhere', press('k', { metaKey: true }), {}, null],
    ['Ctrl+Alt+K', press('k', { ctrlKey: true, altKey: true }), {}, null],
    ['Ctrl+K in Cyrillic', press('л', { ctrlKey: true, code: 'KeyK' }), {}, 'search'],
    ['n', press('n'), {}, 'new-chat'],
    ['n in a field', press('n'), { occupied: true }, null],
    ['n when it is not wanted', press('n'), { singleKeys: false }, null],
    ['n on a keyboard that has another letter there', press('n', { code: 'KeyB' }), {}, 'new-chat'],
    ['Ctrl+N, which opens a window', press('n', { ctrlKey: true }), {}, null],
    ['?', press('?', { code: 'Slash' }), {}, 'shortcuts'],
    ['Enter', press('Enter'), {}, null],
    ['another key', press('x'), {}, null],
  ])('is found for %s', (_, pressed, at, id) =>
    expect(shortcutOf(pressed, { ...where, ...at })).toBe(id),
  );
});

test('no two shortcuts have the same keys, and each one is listed once', () => {
  const listed = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
  expect(new Set(listed).size).toBe(listed.length);
  const heard = Object.values(SHORTCUT_KEYS);
  expect(new Set(heard).size).toBe(heard.length);
  expect(heard.filter((keys) => !listed.includes(keys))).toEqual([]);
});

test('keys are named as on the keyboard', () => {
  expect(keyNames('mod+k', true)).toEqual(['⌘', 'K']);
  expect(keyNames('mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(keyNames('shift+enter', false)).toEqual(['Shift', 'Enter']);
});

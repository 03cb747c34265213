import { describe, expect, test, vi } from 'vitest';

import { resolveTheme, themeScript } from './theme';

const CASES: [stored: string | null, systemPrefersLight: boolean | undefined, theme: string][] = [
  ['light', false, 'light'],
  ['light', undefined, 'light'],
  ['dark', true, 'dark'],
  [null, true, 'light'],
  [null, false, 'dark'],
  [null, undefined, 'dark'],
  ['sepia', true, 'light'],
  ['', undefined, 'dark'],
];

/** Runs the script of the document's head in a fake browser with these answers. */
function runScript(
  storage: (name: string) => string | null,
  systemPrefersLight: boolean | undefined,
) {
  const html = { dataset: {} as { theme?: string; motion?: string } };
  const bar = { content: '' };
  const matchMedia = vi.fn(() => {
    if (systemPrefersLight === undefined) throw new TypeError('matchMedia is not a function');
    return { matches: systemPrefersLight };
  });
  new Function('localStorage', 'matchMedia', 'document', themeScript)(
    { getItem: storage },
    matchMedia,
    { documentElement: html, querySelector: () => bar },
  );
  return { ...html.dataset, bar: bar.content };
}

describe.each(CASES)(
  'with %j stored and the system preferring light: %j',
  (stored, light, theme) => {
    test(`the theme is ${theme}`, () => {
      expect(resolveTheme(stored, light)).toBe(theme);
    });

    test(`the theme is ${theme} in the head's script as well`, () => {
      expect(runScript(() => stored, light).theme).toBe(theme);
    });
  },
);

test('the theme follows the system if storage is blocked', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(runScript(blocked, true).theme).toBe('light');
});

test("the browser's toolbar takes the theme's color", () => {
  const light = runScript(() => 'light', undefined).bar;
  const dark = runScript(() => 'dark', undefined).bar;
  expect(light).toMatch(/^#[0-9a-f]{6}$/);
  expect(dark).toMatch(/^#[0-9a-f]{6}$/);
  expect(light).not.toBe(dark);
});

test('reduced motion, where it was chosen, is in effect before the first paint', () => {
  const stored = (name: string) => (name === 'motion' ? 'reduce' : null);
  expect(runScript(stored, undefined)).toMatchObject({ theme: 'dark', motion: 'reduce' });
  expect(runScript(() => null, undefined)).not.toHaveProperty('motion');
});

import { expect, test } from 'vitest';

import { chooseColors } from './choose-look';

const declared = { theme: '', named: {}, frequent: [] as string[] };

test('the color of the browser’s frame comes before a named one, unless it’s white or gray', () => {
  const named = { primary: '#14555a' };
  expect(chooseColors({ ...declared, named, theme: '#1F5F4A' })).toEqual({ primary: '#1f5f4a' });
  for (const theme of ['#ffffff', '#222', 'green', 'url(x)', '#444444']) {
    expect(chooseColors({ ...declared, named, theme })).toEqual({ primary: '#14555a' });
  }
});

test('where nothing is named, the most used colors count, but not two shades of one', () => {
  const frequent = ['#c8641b', '#c96a22', '#14555a', '#6b3fa0'];
  expect(chooseColors({ ...declared, frequent })).toEqual({
    primary: '#c8641b',
    accent: '#14555a',
  });
  expect(chooseColors(declared)).toEqual({});
});

import { expect, test } from 'vitest';

import { noticesText, readNotices } from './notices.mjs';
import { root } from './root.mjs';

const notices = readNotices(root);

test('every package that the app contains is listed once, with a license', () => {
  const names = notices.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'pg', '@fontsource-variable/figtree']));
  expect(names, 'it is only for development').not.toContain('vitest');
  expect(new Set(notices.map(({ name, version }) => `${name} ${version}`)).size).toBe(
    notices.length,
  );
  expect(
    notices.filter(({ license, texts }) => license === 'see its text' && texts.length === 0),
  ).toEqual([]);
});

test('the text has each license once', () => {
  const text = noticesText(notices);
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toMatch(/^react \d+\.\d+\.\d+ \(MIT\)$/m);
  for (const { texts } of notices) for (const one of texts) expect(text).toContain(one);
});

import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

test('texts have one of the seven sizes of the scale', () => {
  const styles = readFileSync('app/styles/app.css', 'utf8');
  const sizes = [...styles.matchAll(/^ {2}--text-(\w+): /gm)].map(([, size]) => size);
  expect(sizes).toEqual(['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl']);
  const others = globSync('app/**/*.tsx').flatMap((file) =>
    // Tailwind's own scale has more, which would silently do nothing here.
    [...readFileSync(file, 'utf8').matchAll(/\btext-([4-9]xl)\b/g)].map(([name]) => [file, name]),
  );
  expect(others).toEqual([]);
});

// Decision 0105.
test('no rule costs every element of a page', () => {
  const styles = readFileSync('app/styles/app.css', 'utf8');
  expect(styles.match(/^ *::highlight\(.*/gm) ?? [], 'highlights everywhere').toEqual([]);
  const siblings = globSync('app/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\[&[^\]\s]*\*_?[+~]_?\*\][^\s"'`]*/g)].map(
      ([name]) => [file, name],
    ),
  );
  expect(siblings, 'siblings of any kind').toEqual([]);
});

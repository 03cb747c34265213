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
test('no rule makes browsers restyle what it doesn’t apply to', () => {
  const styles = readFileSync('app/styles/app.css', 'utf8');
  const inStyles = (rule: RegExp) => styles.match(rule) ?? [];
  const inPages = (rule: RegExp) =>
    globSync('app/**/*.tsx').flatMap((file) =>
      (readFileSync(file, 'utf8').match(rule) ?? []).map((name) => [file, name]),
    );

  expect(inStyles(/^ *::highlight\(.*/gm), 'highlights everywhere').toEqual([]);
  expect(inPages(/\[&[^\]\s]*\*_?[+~]_?\*\][^\s"'`]*/g), 'siblings of any kind').toEqual([]);
  const afterTag = /^.*(?:^|[ ,(>])(?:\*|[a-z]\w*) *[+~] .*[{,]$/gm;
  expect(inStyles(afterTag), 'siblings of a kind of element').toEqual([]);
  expect(inPages(/\[(?:\*|[a-z]\w*)_?[+~]_?&[^\s"'`]*/g), 'siblings of a kind').toEqual([]);
  const inFirst = /^.*:(?:first|last|only|nth)-[\w-]+(?:\([^)]*\))?(?: >)? +[:*].*$/gm;
  expect(inStyles(inFirst), 'anything in the first or last child').toEqual([]);
  // The groups of app.css have no names.
  const groups = /\bgroup-(?:hover|focus|active|first|last|only|odd|even|nth)[\w-]*[/:]/g;
  const ofOurs = ['group-hover:', 'group-focus-within:'];
  expect(
    inPages(groups).filter(([, name = '']) => !ofOurs.includes(name)),
    "Tailwind's groups",
  ).toEqual([]);
});

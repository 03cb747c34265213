import { readFileSync, readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { isKnownTag, privateFile } from './private-file';

test.each([
  [null, false],
  ['', false],
  ['"b"', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', false],
])('an ETag is known by %j: %s', (header, known) => {
  expect(isKnownTag(header, '"a"')).toBe(known);
});

test('nothing that is private may be shown from a browser’s cache without asking', () => {
  expect(privateFile('"a"')).toMatchObject({
    'Cache-Control': expect.stringContaining('no-cache'),
    Vary: 'Cookie',
  });
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(500);
  const kept = sources.filter((file) =>
    /['"`]private\b[^'"`]*max-age/.test(readFileSync(`app/${file}`, 'utf8')),
  );
  expect(kept).toEqual([]);
});

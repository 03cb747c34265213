import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isKnownTag, privateFile, wantedBytes } from './file-headers';

import { readFileSync, readdirSync } from 'node:fs';

test.each([
  [null, 'all'],
  ['', 'all'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['Bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-30', { start: 70, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', 'none'],
  ['bytes=100-', 'none'],
  ['bytes=100-120', 'none'],
  ['bytes=0-1,5-6', 'none'],
  ['bytes=0-1,', 'none'],
  ['bytes=20-10', 'all'],
  ['bytes=-', 'all'],
  ['bytes=a-b', 'all'],
  ['bytes=1-2-3', 'all'],
  ['items=0-1', 'all'],
] as const)('for a file of 100 bytes, the Range header %s means %j', (header, wanted) => {
  expect(wantedBytes(header, 100)).toEqual(wanted);
});

test('a range is always within the file', () => {
  const number = fc.oneof(fc.nat(300), fc.constant(''), fc.bigInt({ min: 0n, max: 2n ** 80n }));
  fc.assert(
    fc.property(number, number, fc.nat(200), (first, last, length) => {
      const wanted = wantedBytes(`bytes=${first}-${last}`, length);
      if (typeof wanted === 'string') return;
      expect(wanted.start).toBeGreaterThanOrEqual(0);
      expect(wanted.end).toBeGreaterThanOrEqual(wanted.start);
      expect(wanted.end).toBeLessThan(length);
    }),
  );
});

test('an empty file has no ranges', () => {
  expect(wantedBytes('bytes=0-', 0)).toBe('none');
  expect(wantedBytes('bytes=-5', 0)).toBe('none');
});

test.each([
  [null, false],
  ['', false],
  ['"b"', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', false],
])('an If-None-Match header of %j matches the ETag: %s', (header, known) => {
  expect(isKnownTag(header, '"a"')).toBe(known);
});

test("a private file is never shown from a browser's cache without revalidation", () => {
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cpuMs } from '../../../../tests/harness/cpu-time';
import { findUrls } from './find-urls';

const urlsIn = (text: string) => findUrls(text).map(({ start, end }) => text.slice(start, end));

describe('findUrls', () => {
  it.each([
    ['https://example.com', ['https://example.com']],
    ['See https://example.com/a/b?c=d#e.', ['https://example.com/a/b?c=d#e']],
    ['(example.com)', ['example.com']],
    ['example.com/b_(c)', ['example.com/b_(c)']],
    ['(see example.com/b)', ['example.com/b']],
    ['HTTPS://WWW.EXAMPLE.COM/INDEX', ['HTTPS://WWW.EXAMPLE.COM/INDEX']],
    ['https://a.com,https://b.com', ['https://a.com', 'https://b.com']],
    ['https://例え.jp/a', ['https://例え.jp/a']],
    ['http://example.com/Русские_слова', ['http://example.com/Русские_слова']],
    ['https://a.com:8080/x?y=z&w=', ['https://a.com:8080/x?y=z&w=']],
    ['https://a.com/x?', ['https://a.com/x']],
    ['日本語example.com日本語', ['example.com']],
    ['shop.co.uk!', ['shop.co.uk']],
    ['Hello.World is one', ['Hello.World']],
    ['Nothing.Elseofit', []],
    ['ours.shop.unknownword', ['ours.shop']],
  ])('finds in %j the URLs %j', (text, urls) => {
    expect(urlsIn(text)).toEqual(urls);
  });

  it.each([
    'baker@example.com',
    'first.last@example.com',
    '@example.com',
    '#example.com',
    '$example.com',
    'http://localhost',
    'http://1.2.3.4/a',
    'e.g. this',
    'Node.js',
    '1.5',
    'U.S.A',
    'ftp.-a.com',
    'The end.Of',
  ])('finds no URL in %j', (text) => {
    expect(urlsIn(text)).toEqual([]);
  });

  it('returns ranges in order without overlap, whatever the text', () => {
    const chunks = fc.constantFrom(
      'a',
      '.',
      'com',
      '/',
      '(',
      ')',
      '?',
      ' ',
      '@',
      'https://',
      'é',
      '👍',
    );
    fc.assert(
      fc.property(fc.array(chunks, { maxLength: 60 }), (list) => {
        const text = list.join('');
        let last = 0;
        for (const { start, end } of findUrls(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        }
      }),
    );
  });

  it.each([
    'a',
    'a.',
    'a-',
    'https://',
    'https://a',
    'a.com/(',
    'a.com/))',
    'a.com?',
    'ab.co.',
    '_',
  ])('takes less than a second for a long text of %j', (part) => {
    const text = part.repeat(200_000 / part.length);
    expect(cpuMs(() => findUrls(text))).toBeLessThan(1_000);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isReadable, isSameSite, MAX_WEBSITE_ADDRESS, parseWebsite, WebsiteError } from './website';

function refusalOf(typed: string): string | null {
  try {
    parseWebsite(typed);
    return null;
  } catch (error) {
    if (!(error instanceof WebsiteError)) throw error;
    return error.code;
  }
}

describe('a web address', () => {
  test.each([
    ['example.com', 'https://example.com/', false],
    [' www.Example.com/about#team ', 'https://www.example.com/about', false],
    ['http://example.com:80/', 'http://example.com/', true],
    ['HTTPS://example.com', 'https://example.com/', true],
    ['bäckerei.de', 'https://xn--bckerei-5wa.de/', false],
  ])('is read from %j', (typed, href, hasScheme) => {
    const website = parseWebsite(typed);
    expect(website.url.href).toBe(href);
    expect(website.hasScheme).toBe(hasScheme);
  });

  test.each([
    ['', 'address'],
    ['   ', 'address'],
    ['our bakery', 'address'],
    ['mailto:me@example.com', 'address'],
    ['me@example.com', 'address'],
    ['https://user:secret@example.com', 'address'],
    ['ftp://example.com', 'address'],
    ['file:///etc/passwd', 'address'],
    ['javascript:alert(1)', 'address'],
    ['example.com:8080', 'address'],
    ['https://example.com:22', 'address'],
    [`example.com/${'a'.repeat(MAX_WEBSITE_ADDRESS)}`, 'address'],
    ['localhost', 'not-public'],
    ['http://intranet/', 'not-public'],
    ['printer.local', 'not-public'],
    ['metadata.google.internal', 'not-public'],
    ['router.lan.', 'not-public'],
  ])('is refused in %j', (typed, code) => expect(refusalOf(typed)).toBe(code));

  test('is never accepted with another scheme, port, or with credentials', () => {
    const part = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(
        fc.oneof(
          part,
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.tuple(part, fc.domain(), part).map((parts) => parts.join('')),
        ),
        (typed) => {
          if (refusalOf(typed) !== null) return;
          const { url } = parseWebsite(typed);
          expect(isReadable(url)).toBe(true);
          expect(url.hash).toBe('');
        },
      ),
    );
  });
});

test('a site is one host, with or without www', () => {
  const site = new URL('https://example.com');
  expect(isSameSite(site, new URL('http://www.example.com/a'))).toBe(true);
  expect(isSameSite(site, new URL('https://shop.example.com'))).toBe(false);
  expect(isSameSite(site, new URL('https://example.com.evil.test'))).toBe(false);
  expect(isSameSite(site, new URL('https://wwwexample.com'))).toBe(false);
});

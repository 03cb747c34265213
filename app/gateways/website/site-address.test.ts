import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isPageAddress, MAX_PAGE_ADDRESS, siteAddress, withoutEndless } from './site-address';

const start = new URL('https://www.example.com/');
const at = (href: string, base = start) => siteAddress(href, base, start);

describe('the address of a page', () => {
  test.each([
    ['/about', 'https://www.example.com/about'],
    ['about#team', 'https://www.example.com/about'],
    ['http://example.com/menu/', 'https://www.example.com/menu/'],
    ['/index.html', 'https://www.example.com/'],
    ['/p?id=7&utm_source=x&fbclid=1', 'https://www.example.com/p?id=7'],
    ['/prices.html', 'https://www.example.com/prices.html'],
  ])('is written in one way for %s', (href, address) => {
    expect(at(href)).toBe(address);
  });

  test.each([
    'https://other.com/',
    'https://shop.example.com/',
    'https://example.com:8080/',
    'https://a:b@example.com/',
    'mailto:us@example.com',
    'javascript:alert(1)',
    '/menu.pdf',
    '/login',
    '/shop/Cart/',
    `/${'a'.repeat(MAX_PAGE_ADDRESS)}`,
    'http://[',
  ])('is none for %s', (href) => {
    expect(at(href)).toBeNull();
  });

  test('is itself an address of a page, which it leads to again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (href) => {
        const own = new URL(href);
        const address = siteAddress(href, own, own);
        fc.pre(address !== null);
        expect(isPageAddress(address)).toBe(true);
        expect(siteAddress(address, own, own)).toBe(address);
      }),
    );
  });
});

describe('addresses of one shape', () => {
  const days = Array.from({ length: 100 }, (_, day) => `https://a.com/events/2026/${day}`);
  const filters = Array.from({ length: 100 }, (_, n) => `https://a.com/shop?color=c${n}`);

  test('are left out after the first ones, known ones included', () => {
    const about = 'https://a.com/about';
    const kept = withoutEndless([...days, ...filters, about], []);
    expect(kept).toHaveLength(61);
    expect(kept.at(-1)).toBe(about);
    expect(withoutEndless(days.slice(50), days.slice(0, 20))).toHaveLength(10);
    expect(withoutEndless(days.slice(50), days.slice(0, 50))).toEqual([]);
  });

  test('are kept however many there are if neither a number nor a query tells them apart', () => {
    const pages = Array.from({ length: 200 }, (_, n) => `https://a.com/${'x'.repeat(n)}`);
    expect(withoutEndless(pages, [])).toEqual(pages);
  });
});

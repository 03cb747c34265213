import fc from 'fast-check';
import { expect, test } from 'vitest';

import { choosePages, type PageLink } from './choose-pages';
import { isReadable, isSameSite } from './website';

const start = new URL('https://www.example.com/');
const link = (href: string, text = '') => ({ href, text });
const chosen = (links: PageLink[], max = 5) =>
  choosePages(links, start, start, max).map(({ href }) => href);

test('the pages that say most about a business are chosen, one for each topic', () => {
  const pages = chosen([
    link('/', 'Home'),
    link('/about', 'About us'),
    link('/about/#team', 'Our team'),
    link('/blog/2024/our-new-oven', 'Our new oven'),
    link('https://example.com/menu/', 'Menu'),
    link('/p?id=7', 'Prices'),
    link('/kontakt', ''),
    link('/services', 'What we do'),
    link('/login', 'Contact your account'),
    link('/menu.pdf', 'Menu as PDF'),
    link('mailto:us@example.com', 'Contact'),
    link('tel:123', 'Contact'),
    link('https://shop.example.com/', 'Shop'),
    link('https://instagram.com/about', 'About'),
    link('http://example.com:8080/about-us', 'About'),
    link('/datenschutz', 'Über den Datenschutz'),
  ]);
  expect(pages).toEqual([
    'https://www.example.com/about',
    'https://www.example.com/services',
    'https://example.com/menu/',
    'https://www.example.com/p?id=7',
    'https://www.example.com/kontakt',
  ]);
});

test('a page near the start is chosen before one far below it', () => {
  expect(chosen([link('/en/company/about'), link('/about-us')], 1)).toEqual([
    'https://www.example.com/about-us',
  ]);
});

test('links lead nowhere but to the site, however they are written', () => {
  const href = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.constantFrom(
      '//evil.test/about',
      'https://user:x@www.example.com/about',
      'javascript:about',
      '\\\\evil.test\\about',
      'https://www.example.com.evil.test/about',
      '/about/%',
      'about\ud800',
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ href, text: fc.constantFrom('About us', '') })), (links) => {
      const pages = choosePages(links, start, start, 5);
      expect(pages.length).toBeLessThanOrEqual(5);
      for (const page of pages) {
        expect(isSameSite(page, start) && isReadable(page)).toBe(true);
      }
      expect(new Set(pages.map(({ pathname, search }) => pathname + search)).size).toBe(
        pages.length,
      );
    }),
  );
});

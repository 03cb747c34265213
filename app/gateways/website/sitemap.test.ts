import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cpuMs } from '../../../tests/harness/cpu-time.ts';
import { parseSitemap, sitemapsIn } from './sitemap';

const urlset = (...locs: string[]) =>
  `<?xml version="1.0"?><urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;

describe('a sitemap', () => {
  test('lists pages, with references decoded', () => {
    expect(parseSitemap(urlset(' https://a.com/ ', 'https://a.com/?a=1&amp;b=2'))).toEqual({
      pages: ['https://a.com/', 'https://a.com/?a=1&b=2'],
      sitemaps: [],
    });
    expect(parseSitemap(urlset('<![CDATA[https://a.com/x]]>')).pages).toEqual(['https://a.com/x']);
  });

  test('may list a few other sitemaps instead', () => {
    const locs = Array.from({ length: 9 }, (_, n) => `<sitemap><loc>/${n}.xml</loc></sitemap>`);
    const { pages, sitemaps } = parseSitemap(`<sitemapindex>${locs.join('')}</sitemapindex>`);
    expect([pages, sitemaps.length]).toEqual([[], 5]);
  });

  test('is read up to a limit, in linear time, whatever it is', () => {
    expect(parseSitemap(urlset(...Array.from({ length: 5_000 }, () => '/a'))).pages).toHaveLength(
      1_000,
    );
    for (const part of ['<loc>', '</loc>', '<loc></loc>', `<loc>${'a'.repeat(2_000)}</loc>`, '<']) {
      const xml = part.repeat(Math.ceil(2_000_000 / part.length));
      expect(cpuMs(() => parseSitemap(xml))).toBeLessThan(200);
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          parseSitemap(text).pages.every((page) => text.includes('<loc>') && page !== null),
        ).toBe(true);
      }),
    );
  });
});

test('a robots.txt names sitemaps, whatever their case', () => {
  const text = 'User-agent: *\nSITEMAP: https://a.com/s.xml\r\nsitemap:/t.xml # two\nSitemap:';
  expect(sitemapsIn(text)).toEqual(['https://a.com/s.xml', '/t.xml # two']);
  expect(sitemapsIn('Sitemap: /a\n'.repeat(100))).toHaveLength(5);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readPage } from './page-text.ts';

const lookOf = (html: string) => readPage(html, 1_000).look;

describe('the look of a page', () => {
  test('has the color of the browser’s frame, and not the one for dark screens', () => {
    const { theme } = lookOf(
      '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111"><meta name="Theme-Color" content=" #1f5f4a ">',
    );
    expect(theme).toBe('#1f5f4a');
  });

  test('has the colors that its styles name, but not their variations', () => {
    const { named } = lookOf(
      `<style>:root{--color-primary-hover:#111111;--color-primary: #1F5F4A;--brand-accent:#c63;
        --text-on-primary:#ffffff;--secondary:#bfe0d8}</style>`,
    );
    expect(named).toEqual({ primary: '#1f5f4a', secondary: '#bfe0d8', accent: '#cc6633' });
  });

  test('has the colors that its styles use most, without grays', () => {
    const { frequent } = lookOf(
      `<style>a{color:#c8641b}b{color:#c8641b}i{color:#333}u{color:#333}s{color:#333}
        p{color:#14555a}--x:#ff0000</style><p style="color: #14555a; background: #14555a">x`,
    );
    expect(frequent).toEqual(['#14555a', '#c8641b']);
  });

  test('has the images that it calls its logo, before its icons, and no drawings in SVG', () => {
    const { logos } = lookOf(
      `<link rel="icon" href="/favicon.ico"><link rel="icon" sizes="192x192" href="/192.png">
       <link rel="icon" type="image/svg+xml" href="/icon.svg"><link rel="apple-touch-icon" href="/touch.png">
       <link rel="icon" sizes="32x32" href="/32.png"><meta property="og:image" content="/photo.jpg">
       <img src="/hero.jpg" alt="Bread"><img class="site-logo" src="/mark.png"><img src="/logo.svg">
       <img alt="Our logo" src="data:image/png;base64,AAAA">`,
    );
    expect(logos).toEqual(['/mark.png', '/touch.png', '/192.png']);
  });

  test('is small and well-formed, whatever the page holds', () => {
    const part = fc.constantFrom(
      ...['<style>', '</style>', '--primary:', '#1f5f4a', '#', 'f', ';', '{', '}', '<img src="'],
      ...['logo', '">', '<meta name="theme-color" content="', '\ud83e'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 300 }), (parts) => {
        const { theme, named, frequent, logos } = lookOf(parts.join(''));
        expect(theme.length).toBeLessThanOrEqual(20);
        for (const color of [...Object.values(named), ...frequent]) {
          expect(color).toMatch(/^#[0-9a-f]{6}$/);
        }
        expect(frequent.length).toBeLessThanOrEqual(6);
        expect(logos.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

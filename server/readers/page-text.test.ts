import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { decodePage, readPage } from './page-text.ts';

const MAX = 8_000;
const textOf = (html: string, max = MAX) => readPage(html, max).text;

describe('the text of a page', () => {
  test('has its description, headings, paragraphs, lists, and tables', () => {
    const page = readPage(
      `<!doctype html><html><head><title>Rye &amp; Shine </title>
       <meta name="Description" content="A bakery in Lindau."></head>
       <body><h1>Good <em>bread</em></h1><p>We bake<br>by hand.
       <p>Ba&shy;kery, open   daily<h2><div>What we bake</div></h2>
       <ul><li>Rye<li><b>Spelt</b></ul><table><tr><td>Loaf<td>4 €</table>
       <footer>Main Street 1</footer>`,
      MAX,
    );
    expect(page.title).toBe('Rye & Shine');
    expect(page.text).toBe(
      [
        'A bakery in Lindau.',
        '## Good bread',
        'We bake',
        'by hand.',
        'Bakery, open daily',
        '### What we bake',
        '- Rye\n- Spelt',
        'Loaf | 4 €',
        'Main Street 1',
      ].join('\n\n'),
    );
  });

  test.each([
    '<script>secret()</script>',
    '<style>secret{}</style>',
    '<noscript>secret</noscript>',
    '<nav>secret</nav>',
    '<div role="navigation">secret</div>',
    '<div hidden>secret</div>',
    '<div aria-hidden="true"><p>secret</p></div>',
    '<p style="color: red; DISPLAY : none">secret</p>',
    '<form><label>secret</label></form>',
    '<template><p>secret</p></template>',
    '<svg><title>secret</title><text>secret</text></svg>',
    '<!-- secret -->',
    '<textarea>secret</textarea>',
  ])('leaves out %s', (hidden) => {
    const page = readPage(`<p>Before</p>${hidden}<p>After</p>`, MAX);
    expect(page.text).toBe('Before\n\nAfter');
    expect(page.title).toBe('');
  });

  test('says each line once', () => {
    expect(textOf('<p>Fresh bread</p><div>Fresh bread</div><p>Rye</p>')).toBe('Fresh bread\n\nRye');
  });

  test('keeps within its limit and is well-formed, whatever the page is', () => {
    const tag = fc.constantFrom('p', 'div', 'li', 'h1', 'a', 'nav', 'script', 'td', 'b', 'title');
    const token = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '&#xd800;',
        '&nbsp;',
        '<!--',
        '<![CDATA[',
        '<p hidden>',
        '<a href="x">',
        '\0',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 60 }),
        fc.integer({ min: 0, max: 80 }),
        (html, max) => {
          const { text, title, links } = readPage(html.join(''), max);
          expect(text.length).toBeLessThanOrEqual(max);
          expect(text + title).not.toMatch(/[\0\r]/);
          expect(links.length).toBeLessThanOrEqual(300);
        },
      ),
    );
  });
});

test('links of menus are found, with what they say', () => {
  const { links, base } = readPage(
    `<base href="/en/"><nav><a href="about"> About <b>us</b></a><a href="#top">Top</a>
     <a title="Prices" href="p"><img></a><a name="x">No link</a></nav>`,
    MAX,
  );
  expect(base).toBe('/en/');
  expect(links).toEqual([
    { href: 'about', text: 'About us' },
    { href: 'p', text: 'Prices' },
  ]);
});

test('a page that is nested too deeply is read down to there', () => {
  expect(textOf(`<p>Top</p>${'<div>'.repeat(100_000)}deep`)).toBe('Top');
});

describe('the encoding of a page', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  test.each([
    ['the header', latin('B\xe4cker'), 'iso-8859-1', 'Bäcker'],
    ['a mark before the header', Buffer.from('\ufeffBäcker'), 'iso-8859-1', 'Bäcker'],
    ['UTF-16', Buffer.from('\ufeffBäcker', 'utf16le'), '', 'Bäcker'],
    [
      'the page',
      latin('<meta charset="windows-1252">B\xe4cker'),
      '',
      '<meta charset="windows-1252">Bäcker',
    ],
    [
      'the page, in the old form',
      latin('<meta content="text/html; charset=koi8-r">\xf0'),
      '',
      '<meta content="text/html; charset=koi8-r">П',
    ],
    ['what fits: UTF-8', Buffer.from('Bäcker'), '', 'Bäcker'],
    ['what fits: else Windows', latin('B\xe4cker \x80'), '', 'Bäcker €'],
    ['what fits, for an unknown name', Buffer.from('Bäcker'), 'x-nonsense', 'Bäcker'],
    [
      'UTF-8, when the page says UTF-16',
      Buffer.from('<meta charset=utf-16>ä'),
      '',
      '<meta charset=utf-16>ä',
    ],
  ])('is taken from %s', (_, bytes, charset, text) => {
    expect(decodePage(bytes, charset)).toBe(text);
  });
});

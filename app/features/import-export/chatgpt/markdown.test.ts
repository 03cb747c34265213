import { expect, test } from 'vitest';

import { renderMarkdown } from '~/lib/markdown/render';

import { fenced, inLine, linked, quoted, titled } from './markdown';

test('a fence is longer than any fence in its text', () => {
  expect(fenced('a\n````\nb', 'Python')).toBe('`````python\na\n````\nb\n`````');
  expect(fenced('x', 'a language "of" theirs')).toBe('```\nx\n```');
});

test.each(['*a* _b_ `c` [d](e) # <f>', '1 ~~2~~ $3$ & ![4](5)', '\\*'])(
  '%j within a line is only words',
  (text) => {
    const html = renderMarkdown(`**${inLine(text)}**`);
    expect(html).toMatch(/^<p><strong>[^<]*<\/strong><\/p>\s*$/);
  },
);

test('a link leads only to a web page, and its address cannot end it early', () => {
  expect(linked('A [b]', 'https://example.org/a_(b) c`d')).toBe(
    '[A \\[b\\]](https://example.org/a_%28b%29%20c%60d)',
  );
  expect(linked('', 'https://example.org/x')).toBe('[example.org](https://example.org/x)');
  expect(linked('X', 'javascript:alert(1)')).toBe('X');
  expect(linked('X', 'not an address')).toBe('X');
});

test('a document is set off by rules', () => {
  const html = renderMarkdown(`words\n\n${titled('A *plan*', '# Title\n\ntext')}\n\nmore`);
  expect(html.match(/<hr>/g)).toHaveLength(2);
  expect(html).toContain('<strong>A *plan*</strong>');
  expect(html).toMatch(/<p>words<\/p>/);
});

test('every line of a quotation is quoted', () => {
  expect(quoted('a\n\nb\r\nc')).toBe('> a\n>\n> b\n> c');
});

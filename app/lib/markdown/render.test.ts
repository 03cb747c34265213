import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PAYLOADS } from '../../../tests/factories/markdown-payloads';
import { renderMarkdown } from './render';

const TAG = /<(\/?)([a-z][a-z\d]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g;
const VOID = new Set(['br', 'hr', 'input']);
/** The attributes that each element may have; nothing else is written. */
const ATTRIBUTES: Record<string, RegExp> = {
  a: /^ href="[^"]*"(?: title="[^"]*")?(?: rel="noopener noreferrer nofollow" target="_blank")?$/,
  code: /^(?: class="language-[\w+#.-]{1,40}")?$/,
  input: /^ type="checkbox"(?: checked)? disabled aria-label="(?:Done|To do)"$/,
  ol: /^(?: start="\d+")?$/,
  pre: /^ tabindex="0"$/,
  div: /^ class="(?:code-block|code-head|math-block|table-scroll" role="group" aria-label="Table" tabindex="0)"$/,
  span: /^ class="math-(?:block|inline)"$/,
  td: /^(?: align="(?:left|center|right)")?$/,
  th: /^(?: align="(?:left|center|right)")?$/,
};
const BARE = new Set(
  'blockquote br del em h1 h2 h3 h4 h5 h6 hr li p strong table tbody thead tr ul'.split(' '),
);
const ADDRESS = /^(?:(?:https?|ircs?|mailto|xmpp):|(?![a-z][a-z\d+.-]*:)(?![\\/]{2}))/i;

function decode(value: string): string {
  return value
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}

/** Parses the HTML as strictly as it's meant to be written, and complains about anything else. */
function problemsIn(html: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  const text = html.replace(TAG, (tag, slash: string, name: string, attributes: string) => {
    if (slash) {
      if (attributes || open.pop() !== name) problems.push(`${tag} closes nothing`);
    } else {
      const allowed = ATTRIBUTES[name] ? ATTRIBUTES[name].test(attributes) : BARE.has(name);
      if (!allowed || (BARE.has(name) && attributes)) problems.push(`${tag} is not ours`);
      if (name === 'a' && open.includes('a')) problems.push(`${tag} inside a link`);
      if (!VOID.has(name)) open.push(name);
    }
    const href = /href="([^"]*)"/.exec(attributes)?.[1];
    if (href !== undefined) {
      const address = decode(href);
      if (!ADDRESS.test(address)) problems.push(`address ${address}`);
      if (/[\s\u0000-\u001f\u007f]/.test(address)) problems.push(`space in address ${address}`);
      const away = /^https?:/i.test(address);
      if (away !== attributes.includes('target="_blank"')) problems.push(`target of ${address}`);
    }
    return '';
  });
  if (open.length > 0) problems.push(`left open: ${open.join(' ')}`);
  if (/[<>]/.test(text)) problems.push('a bracket outside of a tag');
  if (/\0|\p{Cs}/u.test(html)) problems.push('a character that no page can hold');
  return problems;
}

const render = (source: string) => renderMarkdown(source).trim();

const code = (label: string, attributes: string, text: string) =>
  `<div class="code-block"><div class="code-head">${label}</div>` +
  `<pre tabindex="0"><code${attributes}>${text}\n</code></pre></div>`;

describe('Markdown', () => {
  it.each([
    ['# One\n\nTwo\n---', '<h1>One</h1>\n<h2>Two</h2>'],
    ['a **b** _c_ ~~d~~ `e`', '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e</code></p>'],
    ['a  \nb\nc', '<p>a<br>b\nc</p>'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['> a\n\n---', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>'],
    ['```ts\na < b\n```', code('ts', ' class="language-ts"', 'a &lt; b')],
    ['```c++ title\nx', code('c++', ' class="language-c++"', 'x')],
    ['```<b>\nx', code('Code', '', 'x')],
    ['&copy; &amp; & &#60;b&#62; "x"', '<p>&copy; &amp; &amp; &lt;b&gt; &quot;x&quot;</p>'],
  ])('renders %j', (source, html) => {
    expect(render(source)).toBe(html);
  });

  it('renders tables', () => {
    expect(render('| a | b |\n|:-:|--:|\n| *1* | <2> |')).toBe(
      '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>\n<thead>\n<tr>\n<th align="center">a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n' +
        '<tbody><tr>\n<td align="center"><em>1</em></td>\n<td align="right">&lt;2&gt;</td>\n</tr>\n' +
        '</tbody></table></div>',
    );
  });

  it('renders task lists with checkboxes that have labels', () => {
    expect(render('- [ ] a\n- [x] b')).toBe(
      '<ul>\n<li><input type="checkbox" disabled aria-label="To do"> a</li>\n' +
        '<li><input type="checkbox" checked disabled aria-label="Done"> b</li>\n</ul>',
    );
  });

  it('keeps line breaks if requested', () => {
    expect(renderMarkdown('a\nb', { breaks: true })).toBe('<p>a<br>b</p>\n');
    expect(renderMarkdown('a\nb')).toBe('<p>a\nb</p>\n');
  });

  it('shows raw HTML as text, and the Markdown within it as Markdown', () => {
    expect(render('a <b onclick="x">*b*</b>')).toBe(
      '<p>a &lt;b onclick=&quot;x&quot;&gt;<em>b</em>&lt;/b&gt;</p>',
    );
    expect(render('<div>\n\n**a**\n\n</div>')).toBe(
      '<p>&lt;div&gt;</p>\n<p><strong>a</strong></p>\n<p>&lt;/div&gt;</p>',
    );
  });
});

describe('a link', () => {
  const link = (source: string) => render(source).replace(/^<p>|<\/p>$/g, '');
  const hrefs = (source: string) =>
    Array.from(render(source).matchAll(/href="([^"]*)"/g), (match) => match[1]);

  it('to another site opens in a new tab and sends no referrer', () => {
    expect(link('[a](https://example.com "T")')).toBe(
      '<a href="https://example.com" title="T" rel="noopener noreferrer nofollow" target="_blank">a</a>',
    );
    expect(link('see www.example.com.')).toContain('<a href="http://www.example.com" rel=');
  });

  it('within the site has no extra attributes', () => {
    expect(link('[a](/b?c=1&d=2#e)')).toBe('<a href="/b?c=1&amp;d=2#e">a</a>');
  });

  it.each(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp'])(
    'may have the scheme %s',
    (scheme) => {
      expect(hrefs(`[a](${scheme}://x)`)).toEqual([`${scheme}://x`]);
      expect(hrefs(`[a](${scheme.toUpperCase()}://x)`)).toEqual([`${scheme.toUpperCase()}://x`]);
    },
  );

  it.each([
    'javascript:x',
    'data:x',
    'vbscript:x',
    'tel:1',
    'sms:1',
    'ftp://a',
    'x:y',
    '//a',
    '/\\\\a',
  ])('to %s keeps its text and has no target', (address) => {
    expect(link(`[a *b*](<${address}> "t")`)).toBe('<a href="" title="t">a <em>b</em></a>');
  });

  it("can't hide its scheme behind invisible characters", () => {
    for (const hidden of [
      '\u200b',
      '\u00ad',
      '\ufeff',
      '\u2028',
      '\u00a0',
      ' ',
      '\t',
      '\u0001',
      '&#10;',
    ]) {
      expect(hrefs(`[a](<java${hidden}script:b>)`)).toEqual(['']);
      expect(hrefs(`[a](<${hidden}javascript:b>)`)).toEqual(['']);
      expect(hrefs(`[a](</${hidden}/b>)`)).toEqual(['']);
    }
  });

  it.each([
    ['/a b', '/a%20b'],
    ['/\u00fc?q=\u00e4', '/%C3%BC?q=%C3%A4'],
    ['/a%20b%2Fc', '/a%20b%2Fc'],
    ['/a&amp;b', '/a&amp;b'],
    ['/?a=1&lt=2&copy=3', '/?a=1&amp;lt=2&amp;copy=3'],
    ['/a:b', '/a:b'],
    ['./a:b', './a:b'],
    ['?a:b', '?a:b'],
    ['#a', '#a'],
    ['http://[::1]:3000/', 'http://[::1]:3000/'],
    ['/&quot;&#39;&lt;', '/%22&#39;%3C'],
  ])('to %s is written as %s', (address, written) => {
    expect(hrefs(`[a](<${address}>)`)).toEqual([written]);
  });

  it('is found in angle brackets, bare, by reference, and as an email address', () => {
    const source = '<irc://a.b/c> https://d.e f@g.h [i]\n\n[i]: xmpp:j@k.l';
    expect(hrefs(source)).toEqual(['irc://a.b/c', 'https://d.e', 'mailto:f@g.h', 'xmpp:j@k.l']);
  });

  it("isn't defined across a blank line", () => {
    expect(render('[a]\n\n[a]: b "c\n\nd"')).toBe(
      '<p>[a]</p>\n<p>[a]: b &quot;c</p>\n<p>d&quot;</p>',
    );
    expect(render('[a]\n\n[a]: b\n(c\n \nd)')).toBe(
      '<p><a href="b">a</a></p>\n<p>(c</p>\n<p>d)</p>',
    );
  });
});

describe('an image', () => {
  it('is never fetched and is shown as a link with its host', () => {
    expect(render('![A *chart*](https://example.com:8080/a.png?b "t")')).toBe(
      '<p><a href="https://example.com:8080/a.png?b" title="t" rel="noopener noreferrer nofollow" target="_blank">' +
        'A chart (example.com:8080)</a></p>',
    );
    expect(render('![](https://example.com/a.png)')).toContain('>Image (example.com)</a>');
  });

  it('shows its real host', () => {
    expect(render('![a](https://\u0435xample.com/a.png)')).toContain('a (xn--xample-2of.com)');
    expect(render('![a](https://example.com@evil.example/a.png)')).toContain('a (evil.example)');
  });

  it("is shown as its text within a link and if its address isn't allowed", () => {
    expect(render('[![a](https://b.example/c.png)](/d)')).toBe(
      '<p><a href="/d">a (b.example)</a></p>',
    );
    for (const address of ['data:image/png,x', '/local.png', '//b.example/c.png', 'irc://b/c']) {
      expect(render(`![a <b>](${address})`)).toBe('<p>a &lt;b&gt;</p>');
    }
  });
});

describe('any text', () => {
  it.each(PAYLOADS)('such as $name is harmless', ({ source }) => {
    expect(problemsIn(renderMarkdown(source))).toEqual([]);
    expect(problemsIn(renderMarkdown(source, { breaks: true }))).toEqual([]);
  });

  it('is harmless even with payloads inside one another', () => {
    const payload = fc.constantFrom(...PAYLOADS.map(({ source }) => source));
    const joint = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\n\n',
      '](',
      '](<',
      '`',
      '"',
      '> ',
      '- ',
      '|',
      '![',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(joint, payload), { minLength: 1, maxLength: 4 }), (parts) => {
        expect(problemsIn(renderMarkdown(parts.flat().join('')))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('renders only HTML of ours and never throws', () => {
    const chunks = fc.constantFrom(
      ...'ab1 \n\t#>-*+_`~[]()!|:.<&"\'\\=/@'.split(''),
      ...[
        '\n\n',
        '- ',
        '> ',
        '```',
        '    ',
        '](',
        '![',
        '<a href="',
        'javascript:',
        '//',
        '&#',
        ';',
      ],
      ...['onclick=', 'http://', '&colon;', '|-|-|\n', '\u0000', '\ud800', '\u200b', '\u{1f600}'],
    );
    const soup = fc.array(chunks, { maxLength: 80 }).map((parts) => parts.join(''));
    const anything = fc.oneof(
      { weight: 4, arbitrary: soup },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
    );
    fc.assert(
      fc.property(anything, fc.boolean(), (source, breaks) => {
        const html = renderMarkdown(source, { breaks });
        expect(problemsIn(html)).toEqual([]);
        expect(html).not.toMatch(/<script/i);
        expect(renderMarkdown(source, { breaks })).toBe(html);
      }),
      { numRuns: 3000 },
    );
  });

  it('is really checked: the checker finds what it looks for', () => {
    for (const html of [
      '<script>x</script>',
      '<p onclick="x">a</p>',
      '<a href="javascript:x">a</a>',
      '<a href="//a">a</a>',
      '<a href="/a"><a href="/b">c</a></a>',
      '<p>a',
      '<p>a < b</p>',
      '<img src="x">',
      '<code class="x">a</code>',
    ]) {
      expect(problemsIn(html), html).not.toEqual([]);
    }
  });
});

/** Milliseconds of CPU time of this thread: other processes may be using the processor. */
function workOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('a text made to keep a renderer busy', () => {
  // Without bounds, each took seconds or overflowed the stack; now the worst of them takes a quarter of a second.
  const SIZE = 100_000;
  const unit = (text: string, before = '', after = '') =>
    before + text.repeat(Math.ceil(SIZE / text.length)) + after;

  it.each([
    ['open brackets', unit('[')],
    ['open images', unit('![')],
    ['open links', unit('[a](', '', ')')],
    ['nested brackets', '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
    ['open emphasis', unit('*a_')],
    ['open emphasis of the other kind', unit('_*a')],
    ['stars', unit('*', 'a', 'b')],
    ['backticks', unit('`a ``b')],
    ['open tags', unit('<a b="')],
    ['entities at the end of an address', unit('&a;', 'http://a')],
    ['exclamation marks', unit('!')],
    ['quotes in quotes', unit('> ')],
    ['quotes without space', unit('>', '', '\nlazy')],
    ['quotes that are left and taken up', unit('>a\nb\n')],
    ['quotes of two depths', unit('>a\n>>b\n')],
    ['lists in lists', unit('- ')],
    ['lists in quotes in lists', unit('- > ')],
    [
      'lists by indentation',
      Array.from({ length: 440 }, (_, n) => `${'  '.repeat(n)}- a\n`).join(''),
    ],
    ['lazy lines in an item', unit('b\n', '- a\n')],
    ['underlines in an item', unit('=\n', '- a\n')],
    ['headings without end', unit('--\n')],
    ['tables that are none', unit('a|b\n-|-|-\n')],
    [
      'a table with a column for each row',
      `${unit('|a').slice(0, 50_000)}\n${unit('|-').slice(0, 50_000)}\n${'a\n'.repeat(25_000)}`,
    ],
    ['definitions', unit('[a]: b "\n')],
    ['one long word', unit('a')],
    ['one long word with an @', unit('a', '', '@b')],
    ['brackets at the end of an address', unit(');', '(www.a')],
    ['markers before a lazy line', unit('- ', '', '> a\nb')],
    ['empty items', unit('\n-\n\n ')],
    ['space', unit(' ', 'a', 'b')],
    ['blank lines', unit('\n')],
  ])('is rendered in time: %s', (_, source) => {
    let html = '';
    expect(workOf(() => (html = renderMarkdown(source)))).toBeLessThan(2500);
    expect(problemsIn(html)).toEqual([]);
  });

  it('of a megabyte takes no more than its share', () => {
    for (const part of ['[', '*a_', '> ', '- ', '>a\nb\n']) {
      const source = part.repeat(1_000_000 / part.length);
      expect(
        workOf(() => renderMarkdown(source)),
        part,
      ).toBeLessThan(5000);
    }
  });

  it('is rendered to the deepest nesting that anyone reads, and shown as text below that', () => {
    const html = renderMarkdown(`${'> '.repeat(30)}deep`);
    expect(html.match(/<blockquote>/g)).toHaveLength(24);
    expect(html).toContain('&gt; &gt; &gt; deep');
  });

  it('is shown as it was written if nothing else is possible', () => {
    const source = `- a\n${'<b>\n'.repeat(25_000)}`;
    expect(renderMarkdown(source)).toBe(
      `<pre tabindex="0">\n${source.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</pre>\n`,
    );
  });

  it('is distinguished from an ordinary long document', () => {
    const section =
      '# Head\nSome **bold** text\n- a\n- b\n> c\n```\nd\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n';
    const html = renderMarkdown(section.repeat(400));
    expect(html.match(/<h1>/g)).toHaveLength(400);
    expect(html.match(/<table>/g)).toHaveLength(400);
    expect(html.match(/<strong>/g)).toHaveLength(400);
  });
});

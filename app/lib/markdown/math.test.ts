import { describe, expect, it } from 'vitest';

import { formulaOf } from './math';
import { renderMarkdown } from './render';
import { createBlockSplitter } from './split-blocks';
import { cpuMs } from '../../../tests/harness/cpu-time';

const render = (source: string) => renderMarkdown(source).trim();
const inline = (text: string) => `<span class="math-inline">${text}</span>`;
const block = (text: string) => `<div class="math-block">${text}</div>`;

describe('formulas', () => {
  it.each([
    ['a $x_1$ b $y_2$ c', `<p>a ${inline('$x_1$')} b ${inline('$y_2$')} c</p>`],
    ['($x$), "$y$".', `<p>(${inline('$x$')}), &quot;${inline('$y$')}&quot;.</p>`],
    ['$2x + 1$ and $3$', `<p>${inline('$2x + 1$')} and ${inline('$3$')}</p>`],
    ['$5\\text{ apples}$', `<p>${inline('$5\\text{ apples}$')}</p>`],
    ['$a*b*c$ *d*', `<p>${inline('$a*b*c$')} <em>d</em></p>`],
    ['\\(a < b\\)', `<p>${inline('\\(a &lt; b\\)')}</p>`],
    ['**\\(x\\)**', `<p><strong>${inline('\\(x\\)')}</strong></p>`],
    ['$$\nx\n=\n- y\n$$', block('$$\nx\n=\n- y\n$$')],
    ['$$x$$\ntext', `${block('$$x$$')}\n<p>text</p>`],
    ['\\[\nx\n\\]', block('\\[\nx\n\\]')],
    ['text\n\\[\nx\n\\]', '<p>text\n<span class="math-block">\\[\nx\n\\]</span></p>'],
    ['text $$x$$ text', '<p>text <span class="math-block">$$x$$</span> text</p>'],
    ['- \\[x\\]', `<ul>\n<li>${block('\\[x\\]')}\n</li>\n</ul>`],
    ['[$x$](/a)', `<p><a href="/a">${inline('$x$')}</a></p>`],
  ])('are recognized in %j', (source, html) => {
    expect(render(source)).toBe(html);
  });

  it.each([
    'It costs $5 and $10.',
    'From $5-$10, or $5/$10.',
    'Between $5 (small) and 10$ (large).',
    'US$5, then 6$ more.',
    '$5 million or 3$',
    'Set $HOME and $PATH.',
    'Use $HOME/$USER here.',
    'a $ b $ c',
    '$$',
    '$$$',
    'a \\$x\\$ b',
    '\\(see the notes below\\)',
    '\\[not a link\\](x)',
    '`$x$`',
    '$ `x` $y',
    '$$ **bold**',
    '$$\n\n$$',
    '$x\ny$',
    `$${'x'.repeat(2_000)}$`,
  ])('are not recognized in %j', (source) => {
    expect(render(source)).not.toContain('math-');
  });

  it("aren't split while they stream in", () => {
    const splitter = createBlockSplitter();
    const text = '$$\na\n- b\n# c\n$$\n\nEnd.';
    for (let end = 1; end < text.indexOf('\n\n'); end += 1) {
      expect(splitter.update(text.slice(0, end))).toHaveLength(1);
    }
    expect(splitter.update(text)).toEqual(['$$\na\n- b\n# c\n$$\n\n', 'End.']);
  });

  it('end at a blank line at the latest', () => {
    expect(render('$$\na\n\nb\n$$')).not.toContain('math-');
  });

  it("are shown as written in an image's text", () => {
    expect(render('![a $x$](https://a.b/c)')).toContain('>a $x$ (a.b)</a>');
  });

  it('contain everything between their delimiters', () => {
    expect(formulaOf('$$ x $$')).toEqual({ tex: 'x', display: true });
    expect(formulaOf('\n\\[\nx\n\\]\n')).toEqual({ tex: 'x', display: true });
    expect(formulaOf('\\(x\\)')).toEqual({ tex: 'x', display: false });
    expect(formulaOf('$x$')).toEqual({ tex: 'x', display: false });
    expect(formulaOf('$$')).toBeNull();
    expect(formulaOf('x')).toBeNull();
  });

  it.each(['$$\n# \n', '$$\nx', '$x ', '$', '$x$', '\\[x', '\\(', '$$x', '$a\\$'])(
    'cost little if they are never closed: %j',
    (chunk) => {
      const text = chunk.repeat(200_000 / chunk.length);
      expect(cpuMs(() => renderMarkdown(text))).toBeLessThan(3_000);
    },
  );
});

import { describe, expect, it } from 'vitest';

import { PAYLOADS } from '../../../../tests/factories/markdown-payloads';
import { cpuMs } from '../../../../tests/harness/cpu-time';
import { pageHtml } from './page-html';

describe('pageHtml', () => {
  it('lays out a landing page as a hero, cards, and a closing call to action', () => {
    const text = `# Bread\n\nSlow.\n\n[Order](#) [More](https://example.com)\n\n## Why\n\n### One\nFirst [link](https://example.com)\n\n## Now\n\n[Go](#)`;
    expect(pageHtml('landing-page', text)).toBe(
      '<header class="hero"><div><h1>Bread</h1><p>Slow.</p>\n' +
        '<p class="actions"><a class="button">Order</a> <a class="button">More</a></p>\n</div></header>' +
        '<section class="section"><div><h2>Why</h2><div class="grid"><article class="card"><h3>One</h3>' +
        '<p>First <a class="link">link</a></p>\n</article></div></div></section>' +
        '<section class="closing"><div><h2>Now</h2><p class="actions"><a class="button">Go</a></p>\n</div></section>',
    );
  });

  it('lays out pricing as offers and an FAQ as questions', () => {
    expect(pageHtml('pricing', '## A\n\n**€5**\n\n## B\n\n**€9**')).toMatch(
      /^<section class="offers"><div class="grid">(?:<article class="card offer">.*?<\/article>){2}<\/div><\/section>$/s,
    );
    expect(pageHtml('faq', '## Why?\n\nSo.')).toBe(
      '<section class="questions"><div class="grid"><article class="question"><h2>Why?</h2><p>So.</p>\n</article></div></section>',
    );
  });

  it('returns nothing for a blank text', () => {
    expect(pageHtml('hero', ' ')).toBe('');
  });

  it('contains no element or attribute that could run or load anything, whatever the text', () => {
    for (const { name, source } of PAYLOADS) {
      for (const formatId of ['landing-page', 'pricing', 'faq'] as const) {
        for (const text of [source, `# ${source}\n\n## ${source}\n\n### ${source}\n\n${source}`]) {
          const html = pageHtml(formatId, text);
          expect(html, name).not.toMatch(
            /<(?:script|img|svg|iframe|style|link|form|object|embed|base|meta|video|audio|button)/i,
          );
          expect(html, name).not.toMatch(/<[^>]*\s(?:on\w+|href|src|style|id|action)=/i);
        }
      }
    }
  });

  it.each(['<p>', '[a](#)\n', '[a](#) ', '# a\n', '**[a](#)**', '[', '### a\n## b\n'])(
    'takes less than five seconds for a long text of %j',
    (part) => {
      const text = part.repeat(200_000 / part.length);
      expect(cpuMs(() => pageHtml('landing-page', text))).toBeLessThan(5_000);
    },
  );
});

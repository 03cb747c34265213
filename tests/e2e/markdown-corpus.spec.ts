import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { expect, test as base, type Page } from 'playwright/test';
import { build, type Rollup } from 'vite';

import { PAYLOADS, TRIPWIRE_SCRIPT } from '../factories/markdown-payloads.ts';
import type * as MarkdownPage from './setup/markdown-page.ts';

declare global {
  interface Window {
    markdown: typeof MarkdownPage;
    __tripped?: number;
  }
}

const PAGE = 'https://app.test/chat';

interface Fixtures {
  /** A page with the renderer and without a Content-Security-Policy; its network requests are in `requests`. */
  lab: { page: Page; requests: string[]; serve: (body: string) => Promise<void> };
}

const test = base.extend<Fixtures, { bundle: string }>({
  bundle: [
    async ({}, use) => {
      const result = await build({
        configFile: false,
        logLevel: 'silent',
        build: {
          write: false,
          lib: {
            entry: fileURLToPath(new URL('./setup/markdown-page.ts', import.meta.url)),
            formats: ['iife'],
            name: 'markdown',
          },
        },
      });
      const [output] = [result].flat() as Rollup.RollupOutput[];
      await use(output?.output[0].code ?? '');
    },
    { scope: 'worker' },
  ],
  lab: async ({ page, bundle }, use) => {
    const requests: string[] = [];
    let body = '';
    await page.route('**/*', async (route) => {
      const url = route.request().url();
      if (url === PAGE) {
        const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><main>${body}</main>`;
        await route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
        return;
      }
      requests.push(url);
      await route.abort();
    });
    const serve = async (content: string) => {
      body = content;
      await page.goto(PAGE);
      await page.addScriptTag({ content: bundle });
    };
    await serve('');
    await use({ page, requests, serve });
  },
});

/** Random mixtures of the payloads' pieces. */
function soups(count: number): string[] {
  const parts = PAYLOADS.flatMap(({ source }) => source.match(/[\w:=]+|\s+|[^\w\s]/g) ?? []);
  const soup = fc.array(fc.constantFrom(...parts), { maxLength: 60 });
  return fc.sample(soup, count).map((list) => list.join(''));
}

test('DOMPurify finds nothing to remove from rendered payloads', async ({ lab }) => {
  const sources = [...PAYLOADS.map(({ source }) => source), ...soups(2000)];
  const findings = await lab.page.evaluate((list) => {
    const parsed = (html: string) => {
      const template = document.createElement('template');
      template.innerHTML = html;
      return template.innerHTML;
    };
    return list.flatMap((source) =>
      [false, true].flatMap((breaks) => {
        const html = window.markdown.renderMarkdown(source, { breaks });
        const clean = window.markdown.sanitizeHtml(html);
        const removed = window.markdown.removedBySanitizer().length;
        return removed === 0 && parsed(clean) === parsed(html) ? [] : [{ source, html, clean }];
      }),
    );
  }, sources);
  expect(findings).toEqual([]);
});

test('rendered payloads run nothing, load nothing, and link nowhere unsafe', async ({ lab }) => {
  const sources = PAYLOADS.map(({ source }) => source);
  // As a page from the server and as HTML inserted by a script, which are parsed by different rules.
  const pages = await lab.page.evaluate(
    (list) => list.map((source) => window.markdown.renderMarkdown(source)).join(''),
    sources,
  );
  await lab.serve(pages);
  await lab.page.evaluate((list) => {
    const element = document.createElement('section');
    document.body.append(element);
    for (const source of list) {
      element.innerHTML += window.markdown.renderMarkdown(source, { breaks: true });
    }
  }, sources);

  const astray = await lab.page.evaluate(() => {
    const problems: string[] = [];
    for (const element of document.querySelectorAll('main *, section *')) {
      for (const { name } of element.attributes) {
        if (/^(?:on|src|style|id|name|action|data|background)/.test(name)) {
          problems.push(`${element.tagName} with ${name}`);
        }
      }
      if (!(element instanceof HTMLAnchorElement)) continue;
      const written = element.getAttribute('href') ?? '(none)';
      // An invalid address leads nowhere.
      if (!URL.canParse(element.href)) continue;
      const { protocol, origin } = new URL(element.href);
      if (!['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:'].includes(protocol)) {
        problems.push(`link of ${protocol} ${written}`);
      }
      const away = /^https?:$/.test(protocol) && origin !== location.origin;
      if (away !== (element.target === '_blank' && /noopener noreferrer/.test(element.rel))) {
        problems.push(`link that leaves unnoticed: ${written}`);
      }
    }
    return problems;
  });
  expect(astray).toEqual([]);

  // Pending work is done after a frame, a timer, and an idle callback.
  await lab.page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done), 0));
      }),
  );
  expect(await lab.page.evaluate(() => window.__tripped)).toBeUndefined();
  expect(lab.requests).toEqual([]);
});

test('raw payloads set the tripwires off', async ({ lab }) => {
  await lab.serve(`<img src="${PAGE}/x" onerror="${TRIPWIRE_SCRIPT}">`);
  await lab.page.waitForFunction(() => window.__tripped === 1);
  expect(lab.requests).toEqual([`${PAGE}/x`]);
});

test('the sanitizer removes what the renderer might let through by mistake', async ({ lab }) => {
  const cleaned = (html: string) =>
    lab.page.evaluate((given) => window.markdown.sanitizeHtml(given), html);

  for (const { name, source } of PAYLOADS) {
    const clean = await cleaned(source);
    expect(clean, name).not.toMatch(/<(?:script|img|svg|iframe|style|link|form|object)/i);
    expect(clean, name).not.toMatch(/<[^>]*\son\w+=/i);
  }
  const link = (address: string) => cleaned(`<a href="${address}">x</a>`);
  for (const address of [
    'https://a.b/c',
    'irc://a.b',
    'ircs://a.b',
    'xmpp:a@b.c',
    'mailto:a@b.c',
  ]) {
    expect(await link(address)).toBe(`<a href="${address}">x</a>`);
  }
  for (const address of ['/a', 'a/b:c', '?a', '#a', '']) {
    expect(await link(address)).toBe(`<a href="${address}">x</a>`);
  }
  for (const address of [
    'tel:1',
    'sms:1',
    'ftp://a',
    'data:,x',
    'javascript:x',
    '//a.b',
    '/\\a.b',
  ]) {
    expect(await link(address)).toBe('<a>x</a>');
  }
  expect(await cleaned('<a href="https://a.b" target="_blank">x</a>')).toBe(
    '<a href="https://a.b" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  );
  expect(await cleaned('<input value="x"><input type="checkbox">')).toBe(
    '<input type="checkbox" disabled="">',
  );
  expect(await cleaned('<code class="language-c++">x</code><p class="fixed inset-0">y</p>')).toBe(
    '<code class="language-c++">x</code><p>y</p>',
  );
});

const FORMULAS = [
  'a^2 + b_1 = \\sqrt[3]{x} \\cdot \\frac{1}{2}',
  '\\begin{cases} x & y \\\\ z & w \\end{cases}',
  '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}',
  '\\begin{aligned} a &= b \\\\ c &= d \\end{aligned} \\tag{1}',
  '\\begin{array}{c|c} a & b \\\\ \\hline c & d \\end{array}',
  '\\overbrace{x+y}^{n} \\underbrace{z}_{m} \\widehat{abc} \\vec{v} \\overline{AB}',
  'A \\xrightarrow[x]{y} B \\left( \\int_0^\\infty e^{-x} dx \\right)',
  '\\color{red} x \\textcolor{#0a0}{y} \\colorbox{yellow}{z} \\boxed{w}',
  '\\cancel{x} \\bcancel{y} \\sout{z} \\phantom{w} \\not= \\text{where } x \\in \\mathbb{R}',
  '\\sum_{i=1}^n i \\prod \\lim_{x \\to 0} \\binom{n}{k} \\mathcal{L} \\mathfrak{g} \\operatorname{rank}',
  '\\rule{1em}{2em} \\raisebox{1em}{x} \\kern1em \\hspace{1em} \\Huge x \\tiny y',
];

test('a typeset formula passes its sanitizer unchanged', async ({ lab }) => {
  const findings = await lab.page.evaluate((list) => {
    const parsed = (html: string) => {
      const template = document.createElement('template');
      template.innerHTML = html;
      return template.innerHTML;
    };
    return list.flatMap((tex) =>
      [false, true].flatMap((display) => {
        if (!display && tex.includes('tag')) return [];
        const html = window.markdown.typesetFormula(tex, display);
        const clean = window.markdown.sanitizeFormula(html);
        const removed = window.markdown.removedFromFormula().map((entry) => {
          const { element, attribute } = entry as { element?: Element; attribute?: Attr };
          return element?.nodeName ?? `${attribute?.name}=${attribute?.value}`;
        });
        return removed.length === 0 && parsed(clean) === parsed(html) ? [] : [{ tex, removed }];
      }),
    );
  }, FORMULAS);
  expect(findings).toEqual([]);
});

test('a formula links nowhere, loads nothing, and covers nothing', async ({ lab }) => {
  const sources = PAYLOADS.map(({ source }) => source);
  const count = await lab.page.evaluate((list) => {
    const { renderMarkdown, formulaOf, typesetFormula, sanitizeFormula } = window.markdown;
    const place = document.createElement('section');
    place.innerHTML = list.map((source) => renderMarkdown(source)).join('');
    document.body.append(place);
    let typeset = 0;
    for (const element of place.querySelectorAll('.math-inline, .math-block')) {
      const formula = formulaOf(element.textContent ?? '');
      if (!formula) throw new Error(`no formula: ${element.textContent}`);
      try {
        element.innerHTML = sanitizeFormula(typesetFormula(formula.tex, formula.display));
        typeset += 1;
      } catch {
        // Invalid TeX stays as it was written.
      }
      if (element.querySelector('a, img, [href], [src], [id], [onclick], .fixed')) {
        throw new Error(element.innerHTML);
      }
      for (const { style } of element.querySelectorAll<HTMLElement>('[style]')) {
        if (/url|fixed/.test(style.cssText)) throw new Error(style.cssText);
      }
    }
    return typeset;
  }, sources);
  expect(count).toBeGreaterThan(5);
  expect(await lab.page.evaluate(() => window.__tripped)).toBeUndefined();
  expect(lab.requests).toEqual([]);

  const cleaned = (html: string) =>
    lab.page.evaluate((given) => window.markdown.sanitizeFormula(given), html);
  expect(await cleaned('<span style="background:url(//a.b)" class="x">a</span>')).toBe(
    '<span class="x">a</span>',
  );
  expect(await cleaned('<span style="position:fixed;top:0">a</span>')).toBe('<span>a</span>');
  expect(
    await cleaned('<a href="/a">a</a><img src="/b"><style>*{}</style><script>1</script>'),
  ).toBe('a');
  expect(await cleaned('<svg><use href="#a"></use><image href="/b"></image></svg>')).toBe(
    '<svg></svg>',
  );
});

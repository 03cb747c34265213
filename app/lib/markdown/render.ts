import { Marked, Renderer, type Token, type Tokens } from 'marked';

import { decodeReferences, hostOf, leavesSite, safeAddress } from './addresses';
import { BoundedLexer, boundedRules } from './bounded-lexer';
import { escapeHtml, escapeProse } from './escape';
import { mathBlock, mathInline } from './math';

export interface MarkdownOptions {
  /** Every line break is shown, as a person who types into a box expects. */
  breaks?: boolean;
}

// Rendering is synchronous, so one variable is enough: links don't nest in HTML, and an image becomes a link here.
let insideLink = false;

function openLink(address: string, title?: string | null): string {
  const away = leavesSite(address) ? ' rel="noopener noreferrer nofollow" target="_blank"' : '';
  // DOMPurify removes a title that looks like markup, which could become markup if the HTML is parsed twice.
  const readable = title && !/[<>]/.test(decodeReferences(title));
  const tip = readable ? ` title="${escapeProse(title)}"` : '';
  return `<a href="${escapeHtml(address)}"${tip}${away}>`;
}

// Wide tables and code scroll sideways, so they must be reachable by keyboard.
const PRE = '<pre tabindex="0">';
const TABLE_BOX = '<div class="table-scroll" role="group" aria-label="Table" tabindex="0">';

/** A formula where no elements are allowed. */
function asText(token: Token): Token {
  return token.type === 'mathInline' ? { type: 'text', raw: token.raw, text: token.raw } : token;
}

/** In characters. Longer text is shown as it was written: rendering it would hold the event loop for too long. */
const MAX_RENDERED = 220_000;

const LANGUAGE = /^[\w+#.-]{1,40}$/;

const markdown = new Marked({
  gfm: true,
  extensions: [mathBlock, mathInline],
  tokenizer: boundedRules,
  renderer: {
    code({ text, lang }) {
      const language = lang?.split(/\s/, 1)[0] ?? '';
      const label = LANGUAGE.test(language) ? ` class="language-${escapeHtml(language)}"` : '';
      const code = text === '' ? '' : `${text.replace(/\n$/, '')}\n`;
      // The line above has room for what a browser adds, so that nothing moves then.
      const head = `<div class="code-head">${label === '' ? 'Code' : escapeHtml(language)}</div>`;
      return `<div class="code-block">${head}${PRE}<code${label}>${escapeHtml(code)}</code></pre></div>\n`;
    },
    table(token) {
      const table = new Renderer();
      table.parser = this.parser;
      return `${TABLE_BOX}${table.table(token).trimEnd()}</div>\n`;
    },
    codespan({ text }) {
      return `<code>${escapeHtml(text)}</code>`;
    },
    checkbox({ checked }) {
      return checked
        ? '<input type="checkbox" checked disabled aria-label="Done"> '
        : '<input type="checkbox" disabled aria-label="To do"> ';
    },
    html({ text }) {
      return escapeHtml(text);
    },
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      return escapeProse(token.text);
    },
    link({ href, title, text, tokens, autolink }: Tokens.Link) {
      const outer = insideLink;
      insideLink = true;
      try {
        const label = autolink ? escapeHtml(text) : this.parser.parseInline(tokens);
        return outer ? label : `${openLink(safeAddress(href), title)}${label}</a>`;
      } finally {
        insideLink = outer;
      }
    },
    image({ href, title, text, tokens }) {
      const alt = tokens
        ? this.parser.parseInline(tokens.map(asText), this.parser.textRenderer)
        : text;
      const address = safeAddress(href);
      const host = hostOf(address);
      // Never fetched: an address can leak what was said, and tells its owner who reads it.
      if (host === null) return escapeProse(alt);
      const label = `${escapeProse(alt.trim() || 'Image')} (${escapeHtml(host)})`;
      return insideLink ? label : `${openLink(address, title)}${label}</a>`;
    },
  },
  hooks: {
    provideLexer() {
      return (source: string, options?: object) => new BoundedLexer(options).lex(source);
    },
  },
});

/**
 * The top-level blocks of a text without carriage returns.
 * @throws TooComplex if `renderMarkdown` would show the text as it was written.
 */
export function lexBlocks(source: string): Token[] {
  return new BoundedLexer({ ...markdown.defaults }).lexBlocks(source);
}

/**
 * The blocks of a text without carriage returns, with what is in them. Each line break counts.
 * @throws TooComplex if `renderMarkdown` would show the text as it was written.
 */
export function lexMarkdown(source: string): Token[] {
  return new BoundedLexer({ ...markdown.defaults, breaks: true }).lex(source);
}

/** The text as it was written. */
function renderPlain(source: string): string {
  return `${PRE}\n${escapeHtml(source)}</pre>\n`;
}

/**
 * HTML for Markdown from any source, safe by construction: raw HTML is shown as text, addresses pass through
 * `safeAddress`, and nothing is fetched. The same on the server and in the browser. Never throws: what can't be
 * rendered within bounds is shown as it was written.
 */
export function renderMarkdown(source: string, options: MarkdownOptions = {}): string {
  // An HTML parser drops or replaces these, and a parsed page must equal what was written into it.
  const text = source.replace(/[\0\p{Cs}]/gu, '\ufffd');
  if (text.length > MAX_RENDERED) return renderPlain(text);
  insideLink = false;
  try {
    return markdown.parse(text, { async: false, breaks: options.breaks ?? false });
  } catch {
    // The text itself is the cause: see BoundedLexer. There is nothing to report, and the text can still be shown.
    return renderPlain(text);
  }
}

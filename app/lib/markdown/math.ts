import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';

import { BLANK_LINE, type BoundedLexer } from './bounded-lexer';
import { escapeHtml } from './escape';

/** A longer formula, or one that doesn't end within this many characters, is shown as it was written. */
const MAX_FORMULA = 4_000;
const MAX_IN_LINE = 1_000;

export interface Formula {
  tex: string;
  /** On a line of its own. */
  display: boolean;
}

/** The text between a formula's delimiters; null if there are none. */
export function formulaOf(written: string): Formula | null {
  const source = written.trim();
  for (const [open, close, display] of MARKS) {
    if (source.length <= open.length + close.length) continue;
    if (source.startsWith(open) && source.endsWith(close)) {
      return { tex: source.slice(open.length, -close.length).trim(), display };
    }
  }
  return null;
}

const MARKS = [
  ['$$', '$$', true],
  ['\\[', '\\]', true],
  ['\\(', '\\)', false],
  ['$', '$', false],
] as const;

interface MathToken extends Tokens.Generic {
  type: 'mathBlock' | 'mathInline';
  display: boolean;
  /** The closing delimiter may still follow: for splitting blocks, never rendered. */
  open: boolean;
}

export function isClosedMath(token: Token): boolean {
  return token.type === 'mathBlock' && !(token as MathToken).open;
}

const OPENING = /^ {0,3}(\$\$|\\\[)([ \t]*(?:\n|$))?/;

/** A formula on its own lines. TeX itself allows no blank line in one, so none can swallow what follows. */
export const mathBlock: TokenizerAndRendererExtension = {
  name: 'mathBlock',
  level: 'block',
  tokenizer(source) {
    const opening = OPENING.exec(source);
    if (!opening) return undefined;
    const head = source.slice(0, MAX_FORMULA);
    const blank = head.search(BLANK_LINE);
    const region = blank === -1 ? head : head.slice(0, blank + 1);
    const lexer = this.lexer as BoundedLexer;
    lexer.spend(region.length);
    const close = opening[1] === '$$' ? '$$' : '\\]';
    const at = region.indexOf(close, opening[0].length);
    if (at === -1) {
      const whole = blank === -1 && source.length < MAX_FORMULA;
      if (!lexer.grows || !whole || opening[2] === undefined) return undefined;
      return mathToken('mathBlock', source, true, true);
    }
    const end = /^[ \t]*(?:\n|$)/.exec(region.slice(at + close.length));
    const raw = region.slice(0, at + close.length + (end?.[0].length ?? 0));
    if (!end || !formulaOf(raw)?.tex) return undefined;
    return mathToken('mathBlock', raw, true, false);
  },
  renderer(token) {
    return `<div class="math-block">${escapeHtml(token.raw.trim())}</div>\n`;
  },
};

// A dollar sign means money far more often than math: Pandoc's rule, and see `isProse`.
const DOLLARS = /^\$(?![\s$])(?:\\.|[^\\$\n`])+(?<!\s)\$(?![\w$])/;
const DOUBLE_DOLLARS = /^\$\$(?:\\.|\$(?!\$)|[^\\$`])+\$\$(?!\$)/s;
const PARENTHESES = /^\\\((?:\\[^)]|[^\\`\n])+\\\)/;
const BRACKETS = /^\\\[(?:\\[^\]]|[^\\`])+\\\](?=[ \t]*(?:\n|$))/;

/** A formula within a line, or one that follows a line without a blank line in between. */
export const mathInline: TokenizerAndRendererExtension = {
  name: 'mathInline',
  level: 'inline',
  start(source) {
    return (this.lexer as BoundedLexer).nextDollar(source);
  },
  tokenizer(source, tokens) {
    const first = source.charCodeAt(0);
    if (first !== 36 /* $ */ && first !== 92 /* \ */) return undefined;
    const before = (tokens as Token[]).at(-1)?.raw.at(-1);
    const head = source.slice(0, MAX_IN_LINE);
    if (first === 36 && before !== undefined && /[\w$\\]/.test(before)) return undefined;
    const display = /^(?:\$\$|\\\[)/.test(head);
    // Except at the beginning of a line, these are escaped brackets.
    if (head.startsWith('\\[') && before !== undefined && before !== '\n') return undefined;
    const rule = display
      ? first === 36
        ? DOUBLE_DOLLARS
        : BRACKETS
      : first === 36
        ? DOLLARS
        : PARENTHESES;
    const raw = rule.exec(head)?.[0];
    if (raw === undefined) return undefined;
    const tex = formulaOf(raw)?.tex;
    if (!tex || (!display && isProse(tex))) return undefined;
    return mathToken('mathInline', raw, display, false);
  },
  renderer(token) {
    const kind = (token as MathToken).display ? 'math-block' : 'math-inline';
    return `<span class="${kind}">${escapeHtml(token.raw)}</span>`;
  },
};

function mathToken(
  type: MathToken['type'],
  raw: string,
  display: boolean,
  open: boolean,
): MathToken {
  return { type, raw, text: raw, display, open };
}

/** Words, or a price and words: the text between two prices, or between escaped brackets. */
function isProse(tex: string): boolean {
  const plain = tex.replace(/\\[a-z]+(?:\{[^{}]*\})?/gi, '');
  if (/^\d/.test(plain)) return /(?<![\\\w])[a-z]{2,}/i.test(plain);
  return !/[\\^_=<>+{}]/.test(tex) && /[a-z]{2}[\s,;:.]+[a-z]{2}/i.test(plain);
}

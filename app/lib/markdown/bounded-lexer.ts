import { Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked';

import {
  headingWork,
  linkWork,
  listWork,
  emailWork,
  mergeWork,
  quoteWork,
  spaceWork,
  tableWork,
  urlWork,
} from './work';

/** Deeper nesting is shown as it was written. */
const MAX_DEPTH = 24;

/** How many characters block rules may look at again: a fixed number plus a number per character of the text. */
const BLOCK_WORK = 1_500_000;
const BLOCK_WORK_PER_CHARACTER = 5;
/** A block's minimum cost, in the same unit: 200,000 characters can be 65,000 blocks. */
const BLOCK_COST = 150;

/**
 * The cost of emphasis and links is the number of marks in a run of text times its characters; for one run, and for
 * all.
 */
const WORK_OF_ONE_RUN = 3_000_000;
const INLINE_WORK = 10_000_000;
const INLINE_WORK_PER_CHARACTER = 50;

// Characters that may start an inline element. Marked looks ahead from each of them.
const MARKS = /[*_~[\]!`<\\&:@$]/g;

/** Thrown if splitting a text into blocks would take too long. */
class TooComplex extends Error {}

/**
 * Marked's lexer with bounds. Some texts, none of them sensible, take it quadratic time or a stack frame for each
 * character, and anyone can send one. The limits count characters rather than milliseconds, so that the server and
 * every browser get the same result.
 */
export class BoundedLexer extends Lexer {
  /** Whether more of the text may follow, so that an unclosed formula may still be closed. */
  grows = false;
  private blockDepth = 0;
  private inlineDepth = 0;
  private blockWork = BLOCK_WORK;
  private inlineWork = INLINE_WORK;
  /**
   * The run of text being read, and the position of the next dollar sign found in it, or its length if there is none.
   */
  private run = { source: '', dollar: -1 };

  override lex(source: string): TokensList {
    this.allowFor(source);
    return super.lex(source);
  }

  /** The blocks of a growing text, without carriage returns; inline content isn't parsed. */
  lexBlocks(source: string): Token[] {
    this.grows = true;
    this.allowFor(source);
    return this.blockTokens(source, this.tokens);
  }

  private allowFor(source: string): void {
    this.blockWork += source.length * BLOCK_WORK_PER_CHARACTER;
    this.inlineWork += source.length * INLINE_WORK_PER_CHARACTER;
  }

  /** Called by rules that look at more than they consume, with the number of characters. */
  spend(work: number): void {
    this.blockWork -= work;
    if (this.blockWork < 0) throw new TooComplex('too many blocks to tell apart');
  }

  /** The distance to the next dollar sign from the start of `rest`, the end of the run being read. */
  nextDollar(rest: string): number | undefined {
    const { run } = this;
    const start = run.source.length - rest.length;
    // Marked asks at each word: searching again each time would be quadratic.
    if (run.dollar < start) {
      const found = run.source.indexOf('$', start);
      run.dollar = found === -1 ? run.source.length : found;
    }
    return run.dollar === run.source.length ? undefined : run.dollar - start;
  }

  override blockTokens(source: string, tokens?: Token[], clipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, clipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], clipped = false): Token[] {
    if (this.blockDepth >= MAX_DEPTH) {
      tokens.push({ type: 'text', raw: source, text: source, tokens: this.plainTokens(source) });
      return tokens;
    }
    this.blockDepth += 1;
    try {
      return super.blockTokens(source, tokens, clipped);
    } finally {
      this.blockDepth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const marks = source.match(MARKS)?.length ?? 0;
    const work = marks * source.length + emailWork(source) + urlWork(source) + spaceWork(source);
    this.inlineWork -= work + linkWork(source);
    if (this.inlineDepth >= MAX_DEPTH || work > WORK_OF_ONE_RUN || this.inlineWork < 0) {
      tokens.push(...this.plainTokens(source));
      return tokens;
    }
    const outer = this.run;
    this.run = { source, dollar: -1 };
    this.inlineDepth += 1;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.inlineDepth -= 1;
      this.run = outer;
    }
  }

  private plainTokens(source: string): Token[] {
    const text = (line: string): Token => ({ type: 'text', raw: line, text: line, escaped: false });
    if (!this.options.breaks) return [text(source)];
    const [first = '', ...lines] = source.split('\n');
    return [text(first), ...lines.flatMap((line) => [{ type: 'br', raw: '\n' }, text(line)])];
  }
}

export const BLANK_LINE = /\n[ \t]*\n/;

interface Rule {
  lexer: object;
}

function spend(rule: Rule, work: number): void {
  (rule.lexer as BoundedLexer).spend(work);
}

/**
 * Changes to marked's rules: `undefined` means no match, `false` falls back to marked's rule. For a BoundedLexer only.
 */
export const boundedRules = {
  // Raw HTML is text like any other.
  html(): undefined {
    return undefined;
  },
  tag(): undefined {
    return undefined;
  },
  // The first rule that is tried for each block.
  space(this: Rule): false {
    spend(this, BLOCK_COST);
    const last = (this.lexer as BoundedLexer).state.lastToken;
    if (last?.type === 'text' || last?.type === 'paragraph') spend(this, mergeWork(last.raw));
    return false;
  },
  list(this: Rule, source: string): false {
    spend(this, listWork(source));
    return false;
  },
  blockquote(this: Rule, source: string): false {
    spend(this, quoteWork(source));
    return false;
  },
  // Marked continues a definition after a blank line, which ends it.
  def(this: Tokenizer, source: string): Tokens.Def | undefined {
    const rule = Tokenizer.prototype.def;
    const token = rule.call(this, source);
    const blank = token?.raw.trimEnd().search(BLANK_LINE) ?? -1;
    return blank === -1 ? token : rule.call(this, source.slice(0, blank + 1));
  },
  lheading(this: Rule, source: string): false {
    spend(this, headingWork(source));
    return false;
  },
  table(this: Rule, source: string): false | undefined {
    const work = tableWork(source);
    if (work === null) return undefined;
    spend(this, work);
    return false;
  },
};

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

/** Deeper nesting is shown as the text it is written in. */
const DEEPEST = 24;

/** Characters that block rules may look at again: so many, and so many for each character of the text. */
const BLOCK_WORK = 1_500_000;
const BLOCK_WORK_PER_CHARACTER = 5;
/** What a block costs however short it is, in the same measure: 200,000 characters can be 65,000 blocks. */
const BLOCK_COST = 150;

/** Marks in one run of text times its characters, which is what its emphasis and links may cost; and for all runs. */
const WORK_OF_ONE_RUN = 3_000_000;
const INLINE_WORK = 10_000_000;
const INLINE_WORK_PER_CHARACTER = 50;

// What may begin something inside a line. Marked looks ahead from each of them.
const MARKS = /[*_~[\]!`<\\&:@$]/g;

/** Thrown for a text whose blocks would take too long to tell apart. */
class TooComplex extends Error {}

/**
 * Marked's lexer with an end to its patience. Some texts, none of them sensible, take it quadratic time or a stack
 * frame for each character, and anyone can send one. The limits count characters rather than milliseconds, so that the
 * server and every browser come to the same result.
 */
export class BoundedLexer extends Lexer {
  /** Whether more of the text may come, so that a formula without an end may get one. */
  grows = false;
  private blockDepth = 0;
  private inlineDepth = 0;
  private blockWork = BLOCK_WORK;
  private inlineWork = INLINE_WORK;
  /** The run of text that is being read, and where the next dollar sign found in it is; its length where there is none. */
  private run = { source: '', dollar: -1 };

  override lex(source: string): TokensList {
    this.allowFor(source);
    return super.lex(source);
  }

  /** The blocks of a text that grows, without carriage returns; what is inside their lines is left alone. */
  lexBlocks(source: string): Token[] {
    this.grows = true;
    this.allowFor(source);
    return this.blockTokens(source, this.tokens);
  }

  private allowFor(source: string): void {
    this.blockWork += source.length * BLOCK_WORK_PER_CHARACTER;
    this.inlineWork += source.length * INLINE_WORK_PER_CHARACTER;
  }

  /** Called by rules that look at more than they take, with how much that is. */
  spend(work: number): void {
    this.blockWork -= work;
    if (this.blockWork < 0) throw new TooComplex('too many blocks to tell apart');
  }

  /** How far the next dollar sign is from the start of `rest`, the end of the run that is being read. */
  nextDollar(rest: string): number | undefined {
    const { run } = this;
    const start = run.source.length - rest.length;
    // Marked asks at each word: searching anew each time would be quadratic.
    if (run.dollar < start) {
      const found = run.source.indexOf('$', start);
      run.dollar = found === -1 ? run.source.length : found;
    }
    return run.dollar === run.source.length ? undefined : run.dollar - start;
  }

  override blockTokens(source: string, tokens?: Token[], clipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, clipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], clipped = false): Token[] {
    if (this.blockDepth >= DEEPEST) {
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
    if (this.inlineDepth >= DEEPEST || work > WORK_OF_ONE_RUN || this.inlineWork < 0) {
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

/** Changes to marked's rules: `undefined` is no match, `false` goes on with marked's own. For a BoundedLexer only. */
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
  // Marked lets a definition go on after a blank line, which ends it.
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

import { foldedWord } from './characters';
import { GAP, termTokens, type Tokens } from './tokens';

/** Tokens of all terms together; the terms beyond aren't looked for. Rules that people write have some hundreds. */
const MAX_TOKENS = 40_000;
/** Matches of one text; what comes behind isn't looked at. */
const MAX_MATCHES = 2_000;

export interface Term {
  /** The place of its rule among the rules. */
  rule: number;
  /** As the rule has it. */
  text: string;
}

/** A term in a text, from one token to another. */
export interface Match extends Term {
  first: number;
  last: number;
}

interface Pattern extends Term {
  length: number;
}

/**
 * Finds all terms of all rules in one pass (Aho and Corasick), however many there are. A term that is one word and ends with an
 * asterisk also matches longer words that begin with it.
 */
export class Dictionary {
  #ids = new Map<string, number>();
  /** What words begin with, and the terms that say so. */
  #stems = new Map<string, Term[]>();
  #stemLengths: number[] = [];
  #next = new Map<number, number>();
  #parent = [0];
  #token = [0];
  #depth = [0];
  #fail: number[] = [];
  /** The nearest suffix that is a whole term. */
  #shorter: number[] = [];
  #patterns: (Pattern[] | undefined)[] = [undefined];

  constructor(terms: readonly Term[]) {
    this.#numberOf(GAP);
    for (const term of terms) this.#add(term);
    this.#stemLengths = [...new Set([...this.#stems.keys()].map(({ length }) => length))];
    this.#link();
  }

  #numberOf(folded: string): number {
    const known = this.#ids.get(folded);
    if (known !== undefined) return known;
    this.#ids.set(folded, this.#ids.size);
    return this.#ids.size - 1;
  }

  #add(term: Term): void {
    const isStem = term.text.endsWith('*');
    const tokens = termTokens(isStem ? term.text.slice(0, -1) : term.text);
    if (tokens.length === 0 || this.#parent.length + tokens.length > MAX_TOKENS) return;
    const [stem] = tokens;
    if (isStem && tokens.length === 1 && stem !== undefined) {
      const terms = this.#stems.get(stem);
      if (terms) terms.push(term);
      else this.#stems.set(stem, [term]);
      return;
    }
    let node = 0;
    for (const folded of tokens) {
      const token = this.#numberOf(folded);
      const key = keyOf(node, token);
      let child = this.#next.get(key);
      if (child === undefined) {
        child = this.#parent.length;
        this.#next.set(key, child);
        this.#parent.push(node);
        this.#token.push(token);
        this.#depth.push(this.#depth[node]! + 1);
        this.#patterns.push(undefined);
      }
      node = child;
    }
    (this.#patterns[node] ??= []).push({ ...term, length: tokens.length });
  }

  #link(): void {
    const size = this.#parent.length;
    this.#fail = new Array<number>(size).fill(0);
    this.#shorter = new Array<number>(size).fill(0);
    const nodes = Array.from({ length: size - 1 }, (_, index) => index + 1);
    nodes.sort((one, other) => this.#depth[one]! - this.#depth[other]!);
    for (const node of nodes) {
      const parent = this.#parent[node]!;
      const suffix = parent === 0 ? 0 : this.#step(this.#fail[parent]!, this.#token[node]!);
      this.#fail[node] = suffix;
      this.#shorter[node] = this.#patterns[suffix] ? suffix : this.#shorter[suffix]!;
    }
  }

  #step(from: number, token: number): number {
    for (let node = from; ; node = this.#fail[node]!) {
      const child = this.#next.get(keyOf(node, token));
      if (child !== undefined) return child;
      if (node === 0) return 0;
    }
  }

  /** The number of a folded word; -1 when no term has it. */
  idOf = (folded: string): number => this.#ids.get(folded) ?? -1;

  matches(text: string, tokens: Tokens): Match[] {
    const { ids, count } = tokens;
    const found: Match[] = [];
    let node = 0;
    for (let at = 0; at < count && found.length < MAX_MATCHES; at += 1) {
      const token = ids[at]!;
      if (token === -1) {
        node = 0;
        continue;
      }
      node = this.#step(node, token);
      for (let end = this.#patterns[node] ? node : this.#shorter[node]!; end !== 0;) {
        for (const { rule, text, length } of this.#patterns[end]!) {
          found.push({ rule, text, first: at - length + 1, last: at });
        }
        end = this.#shorter[end]!;
      }
    }
    this.#matchStems(text, tokens, found);
    return found;
  }

  #matchStems(text: string, { words, wordCount, starts, ends }: Tokens, found: Match[]): void {
    if (this.#stemLengths.length === 0) return;
    const known = new Map<string, Term[]>();
    for (let index = 0; index < wordCount && found.length < 2 * MAX_MATCHES; index += 1) {
      const at = words[index]!;
      const word = text.slice(starts[at], ends[at]);
      let terms = known.get(word);
      if (!terms) {
        const folded = foldedWord(word);
        terms = this.#stemLengths.flatMap((length) =>
          length > folded.length ? [] : (this.#stems.get(folded.slice(0, length)) ?? []),
        );
        known.set(word, terms);
      }
      for (const term of terms) found.push({ ...term, first: at, last: at });
    }
  }
}

function keyOf(node: number, token: number): number {
  return node * (MAX_TOKENS + 2) + token;
}

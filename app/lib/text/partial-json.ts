/** What can be read of a JSON object, whole or not. */
export interface PartialJson {
  /** The best value so far; null before the object has begun. */
  value: Record<string, unknown> | null;
  /** The object is closed. */
  complete: boolean;
}

/** A longer text is read up to here (UTF-16 units). */
const MAX_LENGTH = 400_000;
/** Deeper values are left out: no schema of ours is nearly as deep. */
const MAX_DEPTH = 64;

/**
 * Reads a JSON object out of a model's answer while it arrives, in one pass: prose and code fences around it are skipped, and
 * whatever is not there yet is left out. A string may be half of one, of a list there are the first items, and a number counts
 * once something follows it. Commas too many and raw line breaks in strings are forgiven; at any other mistake reading stops.
 */
export function readPartialJson(text: string): PartialJson {
  const start = objectStart(text);
  if (start === -1) return { value: null, complete: false };
  const reader = new Reader(text.slice(0, MAX_LENGTH), start);
  const value = reader.object(0);
  return { value, complete: !reader.stopped };
}

/** Where an object begins, as opposed to a brace in what a model says before it: a key, its end, or nothing yet follows it. */
function objectStart(text: string): number {
  const max = Math.min(text.length, MAX_LENGTH);
  for (let at = text.indexOf('{'); at !== -1 && at < max; at = text.indexOf('{', at + 1)) {
    let next = at + 1;
    while (next < max && isSpace(text.charCodeAt(next))) next += 1;
    if (next >= max || text[next] === '"' || text[next] === '}') return at;
    // The blanks need no second look.
    at = next - 1;
  }
  return -1;
}

/** What stands for a value that isn't there yet, or can't be read. */
const ABSENT = Symbol('absent');

class Reader {
  /** The text ended, or has a mistake: nothing can be read anymore. */
  stopped = false;
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  object(depth: number): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    this.#at += 1;
    for (;;) {
      const next = this.#next();
      if (next === '}') return this.#close(value);
      if (next === ',') {
        this.#at += 1;
        continue;
      }
      if (next !== '"') return this.#stop(value);
      const key = this.#string();
      if (this.stopped || this.#next() !== ':') return this.#stop(value);
      this.#at += 1;
      const field = this.#value(depth + 1);
      if (field !== ABSENT) setOwn(value, key, field);
      if (this.stopped) return value;
    }
  }

  #list(depth: number): unknown[] {
    const value: unknown[] = [];
    this.#at += 1;
    for (;;) {
      const next = this.#next();
      if (next === ']') return this.#close(value);
      if (next === ',') {
        this.#at += 1;
        continue;
      }
      const item = this.#value(depth + 1);
      if (item !== ABSENT) value.push(item);
      if (this.stopped) return value;
    }
  }

  #value(depth: number): unknown {
    const next = this.#next();
    if (depth > MAX_DEPTH) return this.#stop(ABSENT);
    if (next === '"') return this.#string();
    if (next === '{') return this.object(depth);
    if (next === '[') return this.#list(depth);
    return this.#word();
  }

  /** A string, or as much of it as is there. */
  #string(): string {
    let value = '';
    this.#at += 1;
    let from = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text[this.#at];
      if (char === '"') {
        value += this.#text.slice(from, this.#at);
        this.#at += 1;
        return value;
      }
      if (char !== '\\') continue;
      value += this.#text.slice(from, this.#at);
      const escaped = this.#escape();
      if (escaped === null) return this.#stop(whole(value));
      value += escaped;
      from = this.#at + 1;
    }
    return this.#stop(whole(value + this.#text.slice(from)));
  }

  /** The character that an escape stands for, with its last letter as the place to read on from; null for half of one. */
  #escape(): string | null {
    const name = this.#text[this.#at + 1];
    if (name === undefined) return null;
    if (name !== 'u') {
      this.#at += 1;
      // An escape that JSON doesn't have stands for its letter.
      return ESCAPES[name] ?? name;
    }
    const digits = this.#text.slice(this.#at + 2, this.#at + 6);
    if (!/^[0-9a-f]{4}$/i.test(digits)) return null;
    this.#at += 5;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  /** A number, true, false, or null: only what something else follows, because `1` may become `12`. */
  #word(): unknown {
    const start = this.#at;
    while (this.#at < this.#text.length && isWordChar(this.#text.charCodeAt(this.#at))) {
      this.#at += 1;
      if (this.#at - start > MAX_WORD) return this.#stop(ABSENT);
    }
    const word = this.#text.slice(start, this.#at);
    if (word === '' || this.#at === this.#text.length) return this.#stop(ABSENT);
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    return NUMBER.test(word) ? Number(word) : this.#stop(ABSENT);
  }

  /** The next character that is no blank. */
  #next(): string | undefined {
    while (this.#at < this.#text.length && isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return this.#text[this.#at];
  }

  #close<T>(value: T): T {
    this.#at += 1;
    return value;
  }

  #stop<T>(value: T): T {
    this.stopped = true;
    return value;
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const WORDS: Record<string, boolean | null> = { true: true, false: false, null: null };
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** No number that a model has reason to write is longer. */
const MAX_WORD = 400;

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function isWordChar(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 43 ||
    code === 45 ||
    code === 46
  );
}

/** Without half a character at its end. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

/** As JSON.parse does: a field named `__proto__` is a field. */
function setOwn(value: Record<string, unknown>, key: string, field: unknown): void {
  Object.defineProperty(value, key, {
    value: field,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

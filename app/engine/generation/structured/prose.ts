import { readPartialJson } from '~/lib/text/partial-json';
import { storable } from '~/lib/text/storable';

/** The first field of an object whose value is a text. Models may say something before the object. */
const BEGINNING = /^[^{]{0,500}\{\s*"(\w{1,50})"\s*:\s*"/;
/** Within this many characters (UTF-16 units), the object has begun, or nothing is shown while it is written. */
const MAX_BEGINNING = 1_000;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };

/**
 * Reads the text that an object in JSON begins with, while the object arrives in chunks. What can't be read yet, such as half
 * an escape, is kept for the next chunk.
 */
export class ProseReader {
  readonly #field: string;
  #state: 'before' | 'within' | 'behind' = 'before';
  #rest = '';

  constructor(field: string) {
    this.#field = field;
  }

  /** What this chunk adds to the text. */
  take(chunk: string): string {
    if (this.#state === 'behind') return '';
    this.#rest += chunk;
    if (this.#state === 'before' && !this.#begin()) return '';
    let prose = '';
    let at = 0;
    while (at < this.#rest.length) {
      const letter = this.#rest[at]!;
      if (letter === '"') {
        this.#state = 'behind';
        break;
      }
      const read = letter === '\\' ? escapeAt(this.#rest, at) : characterAt(this.#rest, at);
      if (read === null) break;
      prose += read.text;
      at += read.length;
    }
    this.#rest = this.#rest.slice(at);
    return prose;
  }

  #begin(): boolean {
    const begun = BEGINNING.exec(this.#rest.slice(0, MAX_BEGINNING));
    if (begun?.[1] === this.#field) {
      this.#state = 'within';
      this.#rest = this.#rest.slice(begun[0].length);
      return true;
    }
    if (begun || this.#rest.length >= MAX_BEGINNING) this.#state = 'behind';
    return false;
  }
}

interface Read {
  text: string;
  /** In UTF-16 units of the JSON. */
  length: number;
}

/** A whole character; null while its other half isn't there. */
function characterAt(json: string, at: number): Read | null {
  const isHalf = /[\ud800-\udbff]/.test(json[at]!);
  if (isHalf && at + 1 === json.length) return null;
  const length = isHalf && /[\udc00-\udfff]/.test(json[at + 1]!) ? 2 : 1;
  return { text: storable(json.slice(at, at + length)), length };
}

function escapeAt(json: string, at: number): Read | null {
  const kind = json[at + 1];
  if (kind === undefined) return null;
  if (kind !== 'u') return { text: ESCAPES[kind] ?? kind, length: 2 };
  const code = /^\\u([\da-f]{4})/i.exec(json.slice(at, at + 6))?.[1];
  if (code === undefined) return at + 6 > json.length ? null : { text: '', length: 2 };
  const letter = String.fromCharCode(parseInt(code, 16));
  if (!/[\ud800-\udbff]/.test(letter)) return { text: storable(letter), length: 6 };
  // A character of two halves has two escapes.
  const isLast = at + 6 < json.length && json[at + 6] !== '\\';
  if (!isLast && at + 12 > json.length) return null;
  const low = /^\\u(d[c-f][\da-f]{2})/i.exec(json.slice(at + 6, at + 12))?.[1];
  if (low === undefined) return { text: storable(letter), length: 6 };
  return { text: letter + String.fromCharCode(parseInt(low, 16)), length: 12 };
}

/**
 * What people read of an answer that should have been an object with a text in `field`: that text, or the answer itself where a
 * model just wrote one.
 */
export function proseOf(answer: string, field: string): string {
  const { value } = readPartialJson(answer);
  const text = value?.[field];
  if (typeof text === 'string') return storable(text);
  return value === null ? storable(answer).trim() : '';
}

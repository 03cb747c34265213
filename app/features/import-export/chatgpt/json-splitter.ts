/** Receives what the splitter finds, in the order of the file. Bytes are unparsed JSON, and may be kept. */
export interface SplitHandler {
  conversationStart(): void;
  /** A field of a conversation, of those in `FIELDS`. */
  field(name: string, bytes: Buffer): void;
  node(key: string, bytes: Buffer): void;
  /** A node that is too large to be read. */
  largeNode(key: string): void;
  conversationEnd(): void;
  /** An entry in the list of conversations that is no conversation. */
  other(): void;
}

export const FIELDS: ReadonlySet<string> = new Set([
  'id',
  'conversation_id',
  'title',
  'create_time',
  'update_time',
  'current_node',
  'default_model_slug',
  'is_archived',
  'is_starred',
]);

export const SPLITTER_BOUNDS = {
  /** Of one node: parsing it must not block the process. */
  nodeBytes: 8 * 1024 * 1024,
  fieldBytes: 64 * 1024,
  keyBytes: 1_024,
  depth: 128,
};

/** From here on, the file is no list of conversations. */
export class NotSplittable extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;

/** What a value is part of. */
type Place = 'file' | 'wrapper' | 'list' | 'conversation' | 'mapping';

/** What must come next in the open container. */
type Awaiting = 'first' | 'key' | 'colon' | 'value' | 'comma';

/** What the bytes of the present value are for. */
type Taking = 'key' | 'field' | 'node' | 'nothing';

/**
 * Splits an export into conversations, and each of them into its nodes, without ever holding more than one node. The file
 * comes in chunks, cut anywhere. Only the nesting of values is examined here: the handler parses the bytes.
 */
export class JsonSplitter {
  readonly #handler: SplitHandler;
  readonly #bounds: typeof SPLITTER_BOUNDS;
  /** The open containers, the innermost last. */
  readonly #places: Place[] = ['file'];
  #awaiting: Awaiting = 'value';
  #done = false;
  #key = '';

  // The value that is being read; `#taking` is null between values.
  #taking: Taking | null = null;
  #taken: Buffer[] = [];
  #takenBytes = 0;
  #tooLarge = false;
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor(handler: SplitHandler, bounds = SPLITTER_BOUNDS) {
    this.#handler = handler;
    this.#bounds = bounds;
  }

  /** @throws NotSplittable */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.#taking === null ? this.#between(chunk, at) : this.#within(chunk, at);
    }
  }

  /** Whether the file is complete. */
  end(): boolean {
    return this.#done;
  }

  #between(chunk: Buffer, from: number): number {
    const byte = chunk[from]!;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return from + 1;
    if (this.#done) throw new NotSplittable('more after the end');
    const place = this.#places.at(-1)!;
    const ends = place === 'list' ? ARRAY_END : OBJECT_END;
    if (byte === ends && place !== 'file' && this.#awaiting !== 'colon') {
      if (this.#awaiting === 'value' && place !== 'list') throw new NotSplittable('no value');
      this.#close();
      return from + 1;
    }
    switch (this.#awaiting) {
      case 'comma':
        if (byte !== COMMA) throw new NotSplittable('no comma');
        this.#awaiting = place === 'list' ? 'value' : 'key';
        return from + 1;
      case 'colon':
        if (byte !== COLON) throw new NotSplittable('no colon');
        this.#awaiting = 'value';
        return from + 1;
      case 'first':
      case 'key':
        if (place !== 'list') {
          if (byte !== QUOTE) throw new NotSplittable('no key');
          this.#begin('key');
          return from;
        }
        return this.#value(place, byte, from);
      case 'value':
        return this.#value(place, byte, from);
    }
  }

  #value(place: Place, byte: number, from: number): number {
    if (byte === COMMA || byte === COLON || byte === OBJECT_END || byte === ARRAY_END) {
      throw new NotSplittable('no value');
    }
    switch (place) {
      case 'file':
        if (byte === ARRAY) return this.#open('list', from);
        if (byte === OBJECT) return this.#open('wrapper', from);
        throw new NotSplittable('neither a list nor an object');
      case 'wrapper':
        if (this.#key === 'conversations' && byte === ARRAY) return this.#open('list', from);
        if (this.#key === 'mapping' && byte === OBJECT) return this.#alone(from);
        break;
      case 'list':
        if (byte === OBJECT) {
          this.#handler.conversationStart();
          return this.#open('conversation', from);
        }
        break;
      case 'conversation':
        if (this.#key === 'mapping' && byte === OBJECT) return this.#open('mapping', from);
        if (FIELDS.has(this.#key)) {
          this.#begin('field');
          return from;
        }
        break;
      case 'mapping':
        this.#begin('node');
        return from;
    }
    this.#begin('nothing');
    return from;
  }

  /** The file is a single conversation without a list: the fields before its nodes turn out to be the conversation's. */
  #alone(from: number): number {
    this.#handler.conversationStart();
    for (const [name, bytes] of this.#before) this.#handler.field(name, bytes);
    this.#before.clear();
    this.#places[this.#places.length - 1] = 'conversation';
    return this.#open('mapping', from);
  }

  /** The last value of each field: a file may repeat a field without end. */
  readonly #before = new Map<string, Buffer>();

  #open(place: Place, from: number): number {
    this.#places.push(place);
    this.#awaiting = 'first';
    return from + 1;
  }

  #close(): void {
    if (this.#places.pop() === 'conversation') this.#handler.conversationEnd();
    this.#awaiting = 'comma';
    if (this.#places.length === 1) this.#done = true;
  }

  #begin(taking: Taking): void {
    const keep = taking === 'nothing' && this.#isEarlyField();
    this.#taking = keep ? 'field' : taking;
    this.#taken = [];
    this.#takenBytes = 0;
    this.#tooLarge = false;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  #isEarlyField(): boolean {
    return this.#places.at(-1) === 'wrapper' && FIELDS.has(this.#key);
  }

  /** Reads to the end of the value, or of the chunk. */
  #within(chunk: Buffer, from: number): number {
    const length = chunk.length;
    let at = from;
    let depth = this.#depth;
    let deepest = depth;
    let inString = this.#inString;
    let ended = false;
    if (this.#escaped) {
      at++;
      this.#escaped = false;
    }
    scan: while (at < length) {
      if (inString) {
        at = stringEnd(chunk, at);
        if (at >= length) break;
        inString = false;
        at++;
        if (depth === 0) {
          ended = true;
          break;
        }
        continue;
      }
      switch (chunk[at]) {
        case QUOTE:
          inString = true;
          break;
        case OBJECT:
        case ARRAY:
          if (++depth > deepest) deepest = depth;
          break;
        case OBJECT_END:
        case ARRAY_END:
          if (depth <= 1) {
            // The end of this value, or of the container of a number or a literal.
            if (depth === 1) at++;
            ended = true;
            break scan;
          }
          depth--;
          break;
        case COMMA:
          if (depth === 0) {
            ended = true;
            break scan;
          }
          break;
        default:
      }
      at++;
    }
    // A backslash at the very end: what it escapes is in the next chunk.
    if (at > length) {
      this.#escaped = true;
      at = length;
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#take(chunk, from, at, deepest);
    if (ended) this.#finish();
    return at;
  }

  #take(chunk: Buffer, from: number, to: number, deepest: number): void {
    if (this.#taking === 'nothing') return;
    this.#takenBytes += to - from;
    if (this.#takenBytes > this.#limit() || deepest > this.#bounds.depth) this.#tooLarge = true;
    if (!this.#tooLarge) this.#taken.push(chunk.subarray(from, to));
    else if (!this.#isCut()) this.#taken = [];
    // The chunk that made it too large is kept as well, and cut when the value ends.
    else if (this.#takenBytes - (to - from) <= this.#limit()) {
      this.#taken.push(chunk.subarray(from, to));
    }
  }

  /** Of a title that is too long, the beginning is enough. */
  #isCut(): boolean {
    return this.#taking === 'field' && this.#key === 'title';
  }

  #limit(): number {
    if (this.#taking === 'node') return this.#bounds.nodeBytes;
    return this.#taking === 'key' ? this.#bounds.keyBytes : this.#bounds.fieldBytes;
  }

  #finish(): void {
    const taking = this.#taking;
    const taken = this.#taken;
    const tooLarge = this.#tooLarge;
    this.#taking = null;
    this.#taken = [];
    const bytes = () => (taken.length === 1 ? taken[0]! : Buffer.concat(taken));
    if (taking === 'key') {
      this.#key = tooLarge ? '' : textOf(bytes());
      this.#awaiting = 'colon';
      return;
    }
    this.#awaiting = 'comma';
    const place = this.#places.at(-1);
    if (taking === 'field' && (!tooLarge || this.#key === 'title')) {
      const value = tooLarge ? cutString(bytes(), this.#bounds.fieldBytes) : bytes();
      if (place === 'wrapper') this.#before.set(this.#key, Buffer.from(value));
      else this.#handler.field(this.#key, value);
    } else if (taking === 'node') {
      if (tooLarge) this.#handler.largeNode(this.#key);
      else this.#handler.node(this.#key, bytes());
    } else if (taking === 'nothing' && place === 'list') {
      this.#handler.other();
    }
  }
}

/** Short strings end within this distance; for them, `indexOf` is slower than a loop. */
const NEAR = 32;

/** From inside a string, the place of its closing quote, or else the end of the chunk, plus one if that is escaped. */
function stringEnd(chunk: Buffer, from: number): number {
  const { length } = chunk;
  const near = Math.min(from + NEAR, length);
  let at = from;
  while (at < near) {
    const byte = chunk[at]!;
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  while (at < length) {
    const quote = chunk.indexOf(QUOTE, at);
    const end = quote === -1 ? length : quote;
    let backslashes = 0;
    while (end - backslashes > at && chunk[end - backslashes - 1] === BACKSLASH) backslashes++;
    const isEscaped = backslashes % 2 === 1;
    if (quote === -1) return isEscaped ? end + 1 : end;
    if (!isEscaped) return quote;
    at = quote + 1;
  }
  return at;
}

const MAX_ESCAPE = 6;

/** The beginning of a JSON string as a JSON string; `null` when it isn't one. */
function cutString(json: Buffer, bytes: number): Buffer {
  // A character that is cut within its bytes becomes U+FFFD.
  const beginning = json.toString('utf8', 0, bytes).replace(/\ufffd$/, '');
  for (let end = beginning.length; end > beginning.length - MAX_ESCAPE; end--) {
    const cut = `${beginning.slice(0, end)}"`;
    try {
      JSON.parse(cut);
      return Buffer.from(cut);
    } catch {
      // Cut within an escape, or no string.
    }
  }
  return Buffer.from('null');
}

/** The text of a key; empty when it is broken. */
function textOf(json: Buffer): string {
  if (!json.includes(BACKSLASH)) return json.toString('utf8', 1, json.length - 1);
  try {
    return JSON.parse(json.toString()) as string;
  } catch {
    // It has an invalid escape: the value is skipped, like that of any unknown key.
    return '';
  }
}

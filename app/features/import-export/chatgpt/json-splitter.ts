/** What the splitter finds, in the order of the file. Bytes are JSON, as they stand there, and may be kept. */
export interface SplitHandler {
  conversationStart(): void;
  /** A field of a conversation beside its nodes; only those of `FIELDS`. */
  field(name: string, bytes: Buffer): void;
  node(key: string, bytes: Buffer): void;
  /** A node too large to be read. */
  largeNode(key: string): void;
  conversationEnd(): void;
  /** What stands in the list of conversations and is none. */
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
  /** Of one node: parsing it must not hold the process up. */
  nodeBytes: 8 * 1024 * 1024,
  fieldBytes: 64 * 1024,
  keyBytes: 1_024,
  depth: 128,
};

/** The file is no list of conversations, from here on. */
export class NotSplittable extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;

/** Where a value stands. */
type Place = 'file' | 'wrapper' | 'list' | 'conversation' | 'mapping';

/** What is awaited in the container that is open. */
type Awaiting = 'first' | 'key' | 'colon' | 'value' | 'comma';

type Taking = 'key' | 'field' | 'node' | 'nothing';

/**
 * Splits an export into conversations, and each into its nodes, without ever holding more than one node. It takes the file
 * in pieces cut anywhere. Only how the values lie in one another is looked at here: who gets the bytes parses them.
 */
export class JsonSplitter {
  readonly #handler: SplitHandler;
  readonly #bounds: typeof SPLITTER_BOUNDS;
  /** The containers that are open, the innermost last. */
  readonly #places: Place[] = ['file'];
  #awaiting: Awaiting = 'value';
  #done = false;
  #key = '';

  // Of the value that is being read: null between values.
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
  push(part: Buffer): void {
    let at = 0;
    while (at < part.length) {
      at = this.#taking === null ? this.#between(part, at) : this.#within(part, at);
    }
  }

  /** Whether everything that was begun has ended. */
  end(): boolean {
    return this.#done;
  }

  #between(part: Buffer, from: number): number {
    const byte = part[from]!;
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

  /** The file is one conversation without a list around it: the fields before its nodes are known by now to be its own. */
  #alone(from: number): number {
    this.#handler.conversationStart();
    for (const [name, bytes] of this.#before) this.#handler.field(name, bytes);
    this.#before.clear();
    this.#places[this.#places.length - 1] = 'conversation';
    return this.#open('mapping', from);
  }

  /** Of each field the last: a file may repeat them without end. */
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

  /** Goes on to the end of the value, or of the piece. */
  #within(part: Buffer, from: number): number {
    const length = part.length;
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
        at = stringEnd(part, at);
        if (at >= length) break;
        inString = false;
        at++;
        if (depth === 0) {
          ended = true;
          break;
        }
        continue;
      }
      switch (part[at]) {
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
            // The end of this value, or of what a number or a word stands in.
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
    // A backslash at the very end: what it escapes comes with the next piece.
    if (at > length) {
      this.#escaped = true;
      at = length;
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#take(part, from, at, deepest);
    if (ended) this.#finish();
    return at;
  }

  #take(part: Buffer, from: number, to: number, deepest: number): void {
    if (this.#taking === 'nothing') return;
    this.#takenBytes += to - from;
    if (this.#takenBytes > this.#limit() || deepest > this.#bounds.depth) this.#tooLarge = true;
    if (!this.#tooLarge) this.#taken.push(part.subarray(from, to));
    else if (!this.#isCut()) this.#taken = [];
    // The piece with which it became too large is kept as well: it is cut behind its first bytes.
    else if (this.#takenBytes - (to - from) <= this.#limit()) {
      this.#taken.push(part.subarray(from, to));
    }
  }

  /** A title may be as long as it likes: its beginning is enough. */
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

/** Names and the like end sooner, and for them a search costs more than it finds. */
const NEAR = 32;

/** Where the string ends in whose middle `from` is: its quote, else the end of the piece, or one beyond if that is escaped. */
function stringEnd(part: Buffer, from: number): number {
  const { length } = part;
  const near = Math.min(from + NEAR, length);
  let at = from;
  while (at < near) {
    const byte = part[at]!;
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  while (at < length) {
    const quote = part.indexOf(QUOTE, at);
    const end = quote === -1 ? length : quote;
    let backslashes = 0;
    while (end - backslashes > at && part[end - backslashes - 1] === BACKSLASH) backslashes++;
    const isEscaped = backslashes % 2 === 1;
    if (quote === -1) return isEscaped ? end + 1 : end;
    if (!isEscaped) return quote;
    at = quote + 1;
  }
  return at;
}

const MAX_ESCAPE = 6;

/** The beginning of a string as a string; `null` where it is none. */
function cutString(json: Buffer, bytes: number): Buffer {
  // A character that is cut within its bytes becomes U+FFFD.
  const begun = json.toString('utf8', 0, bytes).replace(/\ufffd$/, '');
  for (let end = begun.length; end > begun.length - MAX_ESCAPE; end--) {
    const cut = `${begun.slice(0, end)}"`;
    try {
      JSON.parse(cut);
      return Buffer.from(cut);
    } catch {
      // Cut within an escape, or no string.
    }
  }
  return Buffer.from('null');
}

/** A key as it is meant; a broken one names nothing. */
function textOf(json: Buffer): string {
  if (!json.includes(BACKSLASH)) return json.toString('utf8', 1, json.length - 1);
  try {
    return JSON.parse(json.toString()) as string;
  } catch {
    // An escape that is none: the value is skipped like that of any unknown key.
    return '';
  }
}

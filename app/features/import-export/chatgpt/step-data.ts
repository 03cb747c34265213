/** A step without its content. */
export interface PlannedStep {
  key: string;
  parent: string | null;
  children: readonly string[];
  role: 'user' | 'assistant' | null;
  /** Milliseconds since the epoch. */
  time: number | null;
  /** Characters of its content. */
  size: number;
}

/** Keys may be mentioned without a step; further ones are ignored. */
const MAX_NAMES = 1_000_000;

/** Children in all, of steps that list several; without a limit, repeated ones could fill the memory. */
const MAX_LISTED = 1_000_000;

/** The initial size of a table: enough for most conversations, of which each has a table for a short time. */
const INITIAL_SIZE = 32;

const ROLES = [null, 'user', 'assistant'] as const;

/**
 * The tree of a conversation in columns: hundreds of thousands of small objects would take more memory than all its texts.
 * A step is known by its place, a key by its number.
 */
export class StepTable {
  length = 0;
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** For the number of each key, the place of its step plus one; 0 when it has none. */
  #placeOf = new Int32Array(INITIAL_SIZE);
  #name = new Int32Array(INITIAL_SIZE);
  #parent = new Int32Array(INITIAL_SIZE);
  #child = new Int32Array(INITIAL_SIZE);
  #size = new Int32Array(INITIAL_SIZE);
  #role = new Uint8Array(INITIAL_SIZE);
  #time = new Float64Array(INITIAL_SIZE);
  /** Of steps that list several children. */
  readonly #children = new Map<number, Int32Array>();

  /** False when there is a step with that key already. */
  add({ key, parent, children, role, time, size }: PlannedStep): boolean {
    const name = this.#number(key);
    if (name === -1 || this.#placeOf[name] !== 0) return false;
    const place = this.length++;
    if (place === this.#name.length) this.#grow();
    this.#placeOf[name] = place + 1;
    this.#name[place] = name;
    this.#parent[place] = parent === null ? -1 : this.#number(parent);
    this.#child[place] = children.length === 0 ? -1 : this.#number(children[0]!);
    if (children.length > 1) this.#list(place, children);
    this.#size[place] = size;
    this.#role[place] = ROLES.indexOf(role);
    this.#time[place] = time ?? NaN;
    return true;
  }

  has(key: string): boolean {
    return this.placeOf(key) !== -1;
  }

  /** -1 when there is no step with that key. */
  placeOf(key: string): number {
    return this.#placeAt(this.#numbers.get(key) ?? -1);
  }

  key(place: number): string {
    return this.#names[this.#name[place]!]!;
  }

  role(place: number): PlannedStep['role'] {
    return ROLES[this.#role[place]!]!;
  }

  size(place: number): number {
    return this.#size[place]!;
  }

  time(place: number): number | null {
    const time = this.#time[place]!;
    return Number.isNaN(time) ? null : time;
  }

  /** The place of the parent; -1 without one. */
  parent(place: number): number {
    return this.#placeAt(this.#parent[place]!);
  }

  namesParent(place: number): boolean {
    return this.#parent[place] !== -1;
  }

  /** The places of the children that a step lists, in its order. */
  *listedChildren(place: number): Generator<number> {
    const several = this.#children.get(place);
    if (several === undefined) {
      const child = this.#placeAt(this.#child[place]!);
      if (child !== -1) yield child;
      return;
    }
    for (const name of several) {
      const child = this.#placeAt(name);
      if (child !== -1) yield child;
    }
  }

  #listed = 0;

  #list(place: number, children: readonly string[]): void {
    const listed = new Set<number>();
    for (const child of children) {
      if (this.#listed + listed.size >= MAX_LISTED) break;
      listed.add(this.#number(child));
    }
    this.#listed += listed.size;
    this.#children.set(place, Int32Array.from(listed));
  }

  #placeAt(name: number): number {
    return name === -1 ? -1 : this.#placeOf[name]! - 1;
  }

  #number(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#names.length;
    if (number >= MAX_NAMES) return -1;
    this.#names.push(key);
    this.#numbers.set(key, number);
    if (number === this.#placeOf.length) this.#placeOf = longer(this.#placeOf, Int32Array);
    return number;
  }

  #grow(): void {
    this.#name = longer(this.#name, Int32Array);
    this.#parent = longer(this.#parent, Int32Array);
    this.#child = longer(this.#child, Int32Array);
    this.#size = longer(this.#size, Int32Array);
    this.#role = longer(this.#role, Uint8Array);
    this.#time = longer(this.#time, Float64Array);
  }
}

function longer<Column extends Int32Array | Uint8Array | Float64Array>(
  column: Column,
  Kind: new (length: number) => Column,
): Column {
  const grown = new Kind(column.length * 2);
  grown.set(column);
  return grown;
}

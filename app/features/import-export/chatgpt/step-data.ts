/** What is known of a step without its content. */
export interface PlannedStep {
  key: string;
  parent: string | null;
  children: readonly string[];
  role: 'user' | 'assistant' | null;
  /** Milliseconds since the epoch. */
  time: number | null;
  /** Of its text. */
  size: number;
}

/** Names that steps may mention without there being a step: what is beyond names nothing. */
const MAX_NAMES = 1_000_000;

/** Children that steps may tell of, of those that tell of several; repeated without end, they would fill the memory. */
const MAX_TOLD = 1_000_000;

/** Steps that there is room for at first: most conversations have no more, and each table is made and thrown away. */
const FIRST_ROOM = 32;

const ROLES = [null, 'user', 'assistant'] as const;

/**
 * The tree of a conversation in columns: hundreds of thousands of small objects would take more memory than all its texts.
 * A step is known by its place, a name by its number.
 */
export class StepTable {
  length = 0;
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** The place of the step of each name, and one more: 0 where there is none. */
  #placeOf = new Int32Array(FIRST_ROOM);
  #name = new Int32Array(FIRST_ROOM);
  #parent = new Int32Array(FIRST_ROOM);
  #child = new Int32Array(FIRST_ROOM);
  #size = new Int32Array(FIRST_ROOM);
  #role = new Uint8Array(FIRST_ROOM);
  #time = new Float64Array(FIRST_ROOM);
  /** Where there are several. */
  readonly #children = new Map<number, Int32Array>();

  /** False where there is a step of that name already. */
  add({ key, parent, children, role, time, size }: PlannedStep): boolean {
    const name = this.#number(key);
    if (name === -1 || this.#placeOf[name] !== 0) return false;
    const place = this.length++;
    if (place === this.#name.length) this.#grow();
    this.#placeOf[name] = place + 1;
    this.#name[place] = name;
    this.#parent[place] = parent === null ? -1 : this.#number(parent);
    this.#child[place] = children.length === 0 ? -1 : this.#number(children[0]!);
    if (children.length > 1) this.#tell(place, children);
    this.#size[place] = size;
    this.#role[place] = ROLES.indexOf(role);
    this.#time[place] = time ?? NaN;
    return true;
  }

  has(key: string): boolean {
    return this.placeOf(key) !== -1;
  }

  /** Of the step of that name, or -1. */
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

  /** The place of the parent, or -1. */
  parent(place: number): number {
    return this.#placeAt(this.#parent[place]!);
  }

  namesParent(place: number): boolean {
    return this.#parent[place] !== -1;
  }

  /** The places of the children that it tells of, in its order. */
  *toldChildren(place: number): Generator<number> {
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

  #told = 0;

  #tell(place: number, children: readonly string[]): void {
    const told = new Set<number>();
    for (const child of children) {
      if (this.#told + told.size >= MAX_TOLD) break;
      told.add(this.#number(child));
    }
    this.#told += told.size;
    this.#children.set(place, Int32Array.from(told));
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

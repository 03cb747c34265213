import { StepTable, type PlannedStep } from './step-data';

export interface PlannedMessage {
  /** Of the first step that is its own: later exports add steps behind it, and it keeps its name. */
  key: string;
  /** Its place among the messages, or -1. */
  parent: number;
  role: 'user' | 'assistant';
  /** Places of its steps. */
  steps: readonly number[];
  /** So many of them stand in another version as well. */
  shared: number;
}

export interface MessagePlan {
  /** Parents before their children. */
  messages: readonly PlannedMessage[];
  /** The last message of the branch that was shown, or -1. */
  active: number;
  /** Characters that stand in several versions. */
  sharedSize: number;
}

/** Steps between two pauses. */
const PAUSE = 2_000;

export const PLAN_BOUNDS = {
  /** An answer of more than so many characters goes on in a message of its own. */
  messageSize: 1_000_000,
  /** Characters that may stand in several versions, in a conversation. */
  sharedSize: 4_000_000,
};

/**
 * Makes messages of a tree that may have lost parts, go round in circles or fall apart: every step that shows something is
 * in one message, and where an answer branches within itself, what came before the fork opens each of its versions.
 */
export function planMessages(
  steps: readonly PlannedStep[],
  current: string | null,
  bounds = PLAN_BOUNDS,
): MessagePlan {
  const table = new StepTable();
  for (const step of steps) table.add(step);
  const planning = planSlowly(table, current, bounds);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
  }
}

/** The same with a pause after each millisecond or so of work. */
export function* planSlowly(
  steps: StepTable,
  current: string | null,
  bounds = PLAN_BOUNDS,
): Generator<void, MessagePlan> {
  const parents = yield* parentsOf(steps);
  const { first, next } = yield* childrenOf(steps, parents);
  const messages: { -readonly [name in keyof PlannedMessage]: PlannedMessage[name] }[] = [];
  const stepsOf: number[][] = [];
  const sizes: number[] = [];
  /** The message of each step, or of the last one above it that shows something. */
  const messageOf = new Int32Array(steps.length).fill(-1);
  /** The step itself where it shows something, else the last one above it that does. */
  const anchorOf = new Int32Array(steps.length).fill(-1);
  const continued = new Uint8Array(steps.length);
  const seen = new Uint8Array(steps.length);
  let sharedSize = 0;
  let isFull = false;

  const begin = (at: number, parent: number, shared: readonly number[]) => {
    stepsOf.push(shared.length === 0 ? [at] : [...shared, at]);
    sizes.push(steps.size(at));
    messages.push({
      key: steps.key(at),
      parent,
      role: steps.role(at)!,
      steps: stepsOf.at(-1)!,
      shared: shared.length,
    });
    messageOf[at] = messages.length - 1;
  };

  /** What a version begins with; nothing once too much was said twice. */
  const shareUpTo = (anchor: number, whole: readonly number[]): readonly number[] => {
    if (isFull) return [];
    const shared = whole.slice(0, whole.indexOf(anchor) + 1);
    const size = shared.reduce((sum, step) => sum + steps.size(step) + 100, 0);
    isFull = sharedSize + size > bounds.sharedSize;
    if (isFull) return [];
    sharedSize += size;
    return shared;
  };

  const place = (at: number) => {
    const role = steps.role(at);
    const size = steps.size(at);
    const above = parents[at]!;
    const anchor = above === -1 ? -1 : anchorOf[above]!;
    anchorOf[at] = role === null ? anchor : at;
    if (role === null) return;
    const before = anchor === -1 ? -1 : messageOf[anchor]!;
    if (role === 'user' || anchor === -1 || steps.role(anchor) === 'user') {
      begin(at, before, []);
    } else if (continued[anchor] === 0) {
      continued[anchor] = 1;
      if (sizes[before]! + size > bounds.messageSize) begin(at, before, []);
      else {
        stepsOf[before]!.push(at);
        sizes[before]! += size;
        messageOf[at] = before;
      }
    } else {
      begin(at, messages[before]!.parent, shareUpTo(anchor, stepsOf[before]!));
    }
  };

  function* walk(root: number): Generator<void> {
    const waiting = [root];
    while (waiting.length > 0) {
      const at = waiting.pop()!;
      const sibling = at === root ? -1 : next[at]!;
      if (sibling !== -1) waiting.push(sibling);
      if (seen[at] === 1) continue;
      seen[at] = 1;
      place(at);
      if (at % PAUSE === 0) yield;
      if (first[at] !== -1) waiting.push(first[at]!);
    }
  }
  for (const [at, parent] of parents.entries()) if (parent === -1) yield* walk(at);
  // Circles have no beginning: they begin with what stands first.
  for (let at = 0; at < steps.length; at++) {
    if (seen[at] === 1) continue;
    parents[at] = -1;
    yield* walk(at);
  }

  const told = current === null ? -1 : steps.placeOf(current);
  const leaf = told === -1 ? lastLeaf(parents, first, next) : told;
  const anchor = leaf === -1 ? -1 : anchorOf[leaf]!;
  return {
    messages,
    active: anchor === -1 ? messages.length - 1 : messageOf[anchor]!,
    sharedSize,
  };
}

/** The place of each one's parent, or -1. One that lost its own is found by those who list it among their children. */
function* parentsOf(steps: StepTable): Generator<void, Int32Array> {
  const parents = new Int32Array(steps.length);
  for (let at = 0; at < steps.length; at++) {
    if (at % PAUSE === 0) yield;
    const parent = steps.parent(at);
    parents[at] = parent === at ? -1 : parent;
  }
  for (let at = 0; at < steps.length; at++) {
    if (at % PAUSE === 0) yield;
    for (const child of steps.toldChildren(at)) {
      if (child !== at && parents[child] === -1 && !steps.namesParent(child)) parents[child] = at;
    }
  }
  return parents;
}

/**
 * The first child and the next sibling of each, or -1: in the order that the parent tells, then by time, then as they
 * stand.
 */
function* childrenOf(
  steps: StepTable,
  parents: Int32Array,
): Generator<void, { first: Int32Array; next: Int32Array }> {
  const first = new Int32Array(steps.length).fill(-1);
  const next = new Int32Array(steps.length).fill(-1);
  for (let at = steps.length - 1; at >= 0; at--) {
    if (at % PAUSE === 0) yield;
    const parent = parents[at]!;
    if (parent === -1) continue;
    next[at] = first[parent]!;
    first[parent] = at;
  }
  for (let at = 0; at < steps.length; at++) {
    if (at % PAUSE === 0) yield;
    if (first[at] === -1 || next[first[at]!] === -1) continue;
    const below: number[] = [];
    for (let child = first[at]!; child !== -1; child = next[child]!) below.push(child);
    const told = new Map<number, number>();
    for (const child of steps.toldChildren(at)) if (!told.has(child)) told.set(child, told.size);
    below.sort(
      (one, other) =>
        (told.get(one) ?? Infinity) - (told.get(other) ?? Infinity) ||
        (steps.time(one) ?? 0) - (steps.time(other) ?? 0) ||
        one - other,
    );
    first[at] = below[0]!;
    for (const [order, child] of below.entries()) next[child] = below[order + 1] ?? -1;
  }
  return { first, next };
}

/** Always the last child, from the last root down. */
function lastLeaf(parents: Int32Array, first: Int32Array, next: Int32Array): number {
  const root = parents.lastIndexOf(-1);
  let at = root;
  while (at !== -1 && first[at] !== -1) {
    let last = first[at]!;
    while (next[last] !== -1) last = next[last]!;
    // A circle comes back to where it was opened.
    if (last === root) break;
    at = last;
  }
  return at;
}

import { StepTable, type PlannedStep } from './step-data';

export interface PlannedMessage {
  /** Of its first step that isn't shared: the key stays when later exports add steps after it. */
  key: string;
  /** The place of the parent among the messages, or -1. */
  parent: number;
  role: 'user' | 'assistant';
  /** Places of its steps. */
  steps: readonly number[];
  /** How many of the first steps belong to another version as well. */
  shared: number;
}

export interface MessagePlan {
  /** Parents before their children. */
  messages: readonly PlannedMessage[];
  /** The last message of the branch that was shown, or -1. */
  active: number;
  /** Characters that are repeated in several versions. */
  sharedSize: number;
}

/** Steps between pauses. */
const PAUSE = 2_000;

export const PLAN_BOUNDS = {
  /** Characters of an answer, after which it continues in another message. */
  messageSize: 1_000_000,
  /** Characters of a conversation that may be repeated in several versions. */
  sharedSize: 4_000_000,
};

/**
 * Groups the steps of a tree into messages. The tree may be incomplete, circular, or several trees: every step that shows
 * something still gets into a message. Where an answer branches, each version begins with the steps before the fork.
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

/** The same, yielding about once per millisecond. */
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
  /** The message of each step, or of the last step above it that shows something. */
  const messageOf = new Int32Array(steps.length).fill(-1);
  /** The step itself if it shows something, or else the last step above it that does. */
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

  /** The steps that a version begins with; none once too much is repeated. */
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
  // A circle has no root: it is opened at its first step.
  for (let at = 0; at < steps.length; at++) {
    if (seen[at] === 1) continue;
    parents[at] = -1;
    yield* walk(at);
  }

  const shown = current === null ? -1 : steps.placeOf(current);
  const leaf = shown === -1 ? lastLeaf(parents, first, next) : shown;
  const anchor = leaf === -1 ? -1 : anchorOf[leaf]!;
  return {
    messages,
    active: anchor === -1 ? messages.length - 1 : messageOf[anchor]!,
    sharedSize,
  };
}

/** The place of each step's parent, or -1. A step that names no parent gets the one that lists it as a child. */
function* parentsOf(steps: StepTable): Generator<void, Int32Array> {
  const parents = new Int32Array(steps.length);
  for (let at = 0; at < steps.length; at++) {
    if (at % PAUSE === 0) yield;
    const parent = steps.parent(at);
    parents[at] = parent === at ? -1 : parent;
  }
  for (let at = 0; at < steps.length; at++) {
    if (at % PAUSE === 0) yield;
    for (const child of steps.listedChildren(at)) {
      if (child !== at && parents[child] === -1 && !steps.namesParent(child)) parents[child] = at;
    }
  }
  return parents;
}

/**
 * The first child and the next sibling of each step, or -1: in the parent's order, then by time, then in the export's
 * order.
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
    const order = new Map<number, number>();
    for (const child of steps.listedChildren(at)) {
      if (!order.has(child)) order.set(child, order.size);
    }
    below.sort(
      (one, other) =>
        (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity) ||
        (steps.time(one) ?? 0) - (steps.time(other) ?? 0) ||
        one - other,
    );
    first[at] = below[0]!;
    for (const [index, child] of below.entries()) next[child] = below[index + 1] ?? -1;
  }
  return { first, next };
}

/** Follows the last child from the last root down. */
function lastLeaf(parents: Int32Array, first: Int32Array, next: Int32Array): number {
  const root = parents.lastIndexOf(-1);
  let at = root;
  while (at !== -1 && first[at] !== -1) {
    let last = first[at]!;
    while (next[last] !== -1) last = next[last]!;
    // A circle returns to where it was opened.
    if (last === root) break;
    at = last;
  }
  return at;
}

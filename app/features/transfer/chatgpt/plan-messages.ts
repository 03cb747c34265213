/** What is known of a step without its content; the number is its place. */
export interface PlannedStep {
  key: string;
  parent: string | null;
  children: readonly string[];
  role: 'user' | 'assistant' | null;
  time: number | null;
  /** Of its text. */
  size: number;
}

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
  const planning = planSlowly(steps, current, bounds);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
  }
}

/** The same with a pause after each millisecond or so of work. */
export function* planSlowly(
  steps: readonly PlannedStep[],
  current: string | null,
  bounds = PLAN_BOUNDS,
): Generator<void, MessagePlan> {
  const places = new Map<string, number>();
  for (const [at, { key }] of steps.entries()) {
    if (at % PAUSE === 0) yield;
    if (!places.has(key)) places.set(key, at);
  }
  const parents = yield* parentsOf(steps, places);
  const children = yield* childrenOf(steps, parents, places);
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

  const begin = (at: number, parent: number, shared: readonly number[]) => {
    const step = steps[at]!;
    stepsOf.push([...shared, at]);
    sizes.push(step.size);
    messages.push({
      key: step.key,
      parent,
      role: step.role!,
      steps: stepsOf.at(-1)!,
      shared: shared.length,
    });
    messageOf[at] = messages.length - 1;
  };

  /** What a version begins with; nothing once too much was said twice. */
  const shareUpTo = (anchor: number, whole: readonly number[]): readonly number[] => {
    if (sharedSize > bounds.sharedSize) return [];
    const shared = whole.slice(0, whole.indexOf(anchor) + 1);
    sharedSize += shared.reduce((sum, step) => sum + steps[step]!.size + 100, 0);
    return sharedSize > bounds.sharedSize ? [] : shared;
  };

  const place = (at: number) => {
    const { role, size } = steps[at]!;
    const above = parents[at]!;
    const anchor = above === -1 ? -1 : anchorOf[above]!;
    anchorOf[at] = role === null ? anchor : at;
    if (role === null) return;
    const before = anchor === -1 ? -1 : messageOf[anchor]!;
    if (role === 'user' || anchor === -1 || steps[anchor]!.role === 'user') {
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
      if (seen[at] === 1) continue;
      seen[at] = 1;
      place(at);
      if (at % PAUSE === 0) yield;
      const below = children[at];
      if (below)
        for (let index = below.length - 1; index >= 0; index--) waiting.push(below[index]!);
    }
  }
  for (const [at, parent] of parents.entries()) if (parent === -1) yield* walk(at);
  // Circles have no beginning: they begin with what stands first.
  for (const at of steps.keys()) {
    if (seen[at] === 1) continue;
    parents[at] = -1;
    yield* walk(at);
  }

  const leaf = (current === null ? undefined : places.get(current)) ?? lastLeaf(parents, children);
  const anchor = leaf === -1 ? -1 : anchorOf[leaf]!;
  return { messages, active: anchor === -1 ? messages.length - 1 : messageOf[anchor]! };
}

/** The place of each one's parent, or -1. One that lost its own is found by those who list it among their children. */
function* parentsOf(
  steps: readonly PlannedStep[],
  places: ReadonlyMap<string, number>,
): Generator<void, number[]> {
  const parents: number[] = [];
  for (const [at, { parent }] of steps.entries()) {
    if (at % PAUSE === 0) yield;
    const place = parent === null ? undefined : places.get(parent);
    parents.push(place === undefined || place === at ? -1 : place);
  }
  for (const [at, { children }] of steps.entries()) {
    if (at % PAUSE === 0) yield;
    for (const key of children) {
      const place = places.get(key);
      if (place === undefined || place === at) continue;
      if (parents[place] === -1 && steps[place]!.parent === null) parents[place] = at;
    }
  }
  return parents;
}

/** In the order that the parent tells, then by time, then as they stand. */
function* childrenOf(
  steps: readonly PlannedStep[],
  parents: readonly number[],
  places: ReadonlyMap<string, number>,
): Generator<void, (number[] | undefined)[]> {
  const children: (number[] | undefined)[] = new Array(steps.length);
  for (const [at, parent] of parents.entries()) {
    if (parent !== -1) (children[parent] ??= []).push(at);
  }
  for (const [at, below] of children.entries()) {
    if (at % PAUSE === 0) yield;
    if (below === undefined || below.length < 2) continue;
    const told = new Map<number, number>();
    for (const [order, key] of steps[at]!.children.entries()) {
      const place = places.get(key);
      if (place !== undefined && !told.has(place)) told.set(place, order);
    }
    below.sort(
      (one, other) =>
        (told.get(one) ?? Infinity) - (told.get(other) ?? Infinity) ||
        (steps[one]!.time ?? 0) - (steps[other]!.time ?? 0) ||
        one - other,
    );
  }
  return children;
}

/** Always the last child, from the last root down. */
function lastLeaf(parents: readonly number[], children: readonly (number[] | undefined)[]): number {
  let at = parents.lastIndexOf(-1);
  for (let steps = 0; at !== -1 && steps < parents.length; steps++) {
    const next = children[at]?.at(-1);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

import { useState } from 'react';

import type { ShownMessage } from './shown-messages';

/** Consecutive messages that are drawn together. */
export interface MessageRun {
  /** Greater than in the runs before it, and stable while the run exists. */
  number: number;
  messages: readonly ShownMessage[];
}

/** Without runs, React and the browser would go over all of 2,000 messages at each step up. */
export const RUN_LENGTH = 8;

/**
 * Groups messages in runs. Those in `earlier` keep their runs, because their elements would otherwise be created again;
 * others join the run next to them until it is full. A run without changes is the same object.
 */
export function inRuns(
  messages: readonly ShownMessage[],
  earlier: readonly MessageRun[],
): readonly MessageRun[] {
  const numbers = new Map(
    earlier.flatMap((run) => run.messages.map(({ key }) => [key, run.number] as const)),
  );
  const known = messages.findIndex(({ key }) => numbers.has(key));
  const first = known === -1 ? messages.length : known;
  const runs: { number: number; messages: ShownMessage[] }[] = [];
  for (const message of messages.slice(first)) {
    const number = numbers.get(message.key);
    let last = runs.at(-1);
    if (!last || (number === undefined ? last.messages.length >= RUN_LENGTH : number > last.number))
      runs.push((last = { number: number ?? (last?.number ?? 0) + 1, messages: [] }));
    last.messages.push(message);
  }
  for (let end = first; end > 0;) {
    let front = runs[0];
    if (!front || front.messages.length >= RUN_LENGTH)
      runs.unshift((front = { number: (front?.number ?? 0) - 1, messages: [] }));
    const start = Math.max(0, end - RUN_LENGTH + front.messages.length);
    front.messages.unshift(...messages.slice(start, end));
    end = start;
  }
  const before = new Map(earlier.map((run) => [run.number, run]));
  return runs.map((run) => {
    const same = before.get(run.number);
    return same && isSame(same, run) ? same : run;
  });
}

function isSame(one: MessageRun, other: MessageRun): boolean {
  return (
    one.messages.length === other.messages.length &&
    one.messages.every((message, at) => isSameMessage(message, other.messages[at]))
  );
}

function isSameMessage(one: ShownMessage, other: ShownMessage | undefined): boolean {
  return (
    one.key === other?.key &&
    one.id === other.id &&
    one.parentId === other.parentId &&
    one.role === other.role &&
    one.view === other.view &&
    one.text === other.text &&
    one.files === other.files
  );
}

/** The messages in runs, which are stable while their contents are. */
export function useMessageRuns(shown: readonly ShownMessage[]): readonly MessageRun[] {
  const [drawn, setDrawn] = useState(() => ({ shown, runs: inRuns(shown, []) }));
  if (drawn.shown === shown) return drawn.runs;
  const runs = inRuns(shown, drawn.runs);
  setDrawn({ shown, runs });
  return runs;
}

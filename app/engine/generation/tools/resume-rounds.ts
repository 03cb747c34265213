import type { ChatMessage, ToolCall } from '~/gateways/ai/index.server';
import { isObject, parsedOf } from '~/lib/json';

import type { PastRound, StoredCall } from './tool-call-data.server';

/** To go on, the model needs the end of what it wrote after its last calls (UTF-16 units). */
const MAX_TAIL = 100_000;

export interface Resumed {
  messages: ChatMessage[];
  /** Calls that have to be made first, because their results never arrived. */
  pending: StoredCall[];
  /** Text of the present round is there already, and is continued. */
  hasTail: boolean;
}

/**
 * The prompt of an answer that is continued, with its complete rounds. `messages` end with the question, or, if there is
 * text already, with that text and the request to continue it.
 */
export function withRounds(
  messages: readonly ChatMessage[],
  rounds: readonly PastRound[],
  { prior, model }: { prior: string; model: string },
): Resumed {
  if (rounds.length === 0) return { messages: [...messages], pending: [], hasTail: prior !== '' };
  const base = prior === '' ? messages : messages.slice(0, -2);
  const past: ChatMessage[] = [];
  let from = 0;
  for (const round of rounds) {
    const content = prior.slice(from, round.endOffset).trim();
    from = round.endOffset;
    past.push({
      role: 'assistant',
      content,
      calls: round.calls.map(sentCall),
      // Another model couldn't read what this one has signed.
      ...(round.reasoning && round.model === model && { reasoning: round.reasoning }),
    });
    for (const call of round.calls) if (hasResult(call)) past.push(resultOf(call));
  }
  const pending = rounds.at(-1)!.calls.filter((call) => !hasResult(call));
  const tail = prior.slice(from).trim() === '' ? '' : prior.slice(from);
  const rest: ChatMessage[] =
    tail === ''
      ? []
      : [{ role: 'assistant', content: tail.slice(-MAX_TAIL).toWellFormed() }, messages.at(-1)!];
  return { messages: [...base, ...past, ...rest], pending, hasTail: tail !== '' };
}

function hasResult({ state }: StoredCall): boolean {
  return state === 'done' || state === 'failed';
}

/** A call as it's sent back. Not every server can read broken JSON. */
export function sentCall({ callId, tool, input }: Pick<StoredCall, 'callId' | 'tool' | 'input'>) {
  const isWhole = isObject(parsedOf(input));
  return { id: callId, name: tool, input: isWhole ? input : '{}' } satisfies ToolCall;
}

export function resultOf({ callId, output }: Pick<StoredCall, 'callId' | 'output'>): ChatMessage {
  return { role: 'tool', callId, content: output };
}

/** A call that an answer ends with. */
export interface FakeCall {
  name: string;
  /** An object, or the text that the model wrote instead of one. */
  input: unknown;
}

/** How servers stream calls: as OpenAI documents it, and as others differ from it. */
export type CallShape =
  | 'openai'
  /** From 1 on, because something else came first. */
  | 'from-one'
  /** All of them have the index 0. */
  | 'same-index'
  /** Without an index, each call whole. */
  | 'no-index'
  /** Without an id, as Ollama does. */
  | 'no-id';

interface ChatMessage {
  role: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** The deltas of `tool_calls` for these calls, each in several parts. */
export function callDeltas(calls: readonly FakeCall[], shape: CallShape, round: number): object[] {
  return calls.flatMap(({ name, input }, at): object[] => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const id = `call_${round}_${at}`;
    if (shape === 'no-index') {
      return [{ id, type: 'function', function: { name, arguments: text } }];
    }
    const index = { openai: at, 'from-one': at + 1, 'same-index': 0, 'no-id': at }[shape];
    const half = Math.ceil(text.length / 2);
    const named = shape === 'no-id' ? {} : { id, type: 'function' };
    // Those that number all of them 0 repeat the id.
    const again = shape === 'same-index' ? { id } : {};
    return [
      { index, ...named, function: { name, arguments: '' } },
      { index, ...again, function: { arguments: text.slice(0, half) } },
      { index, ...again, function: { arguments: text.slice(half) } },
    ];
  });
}

/** How many rounds with calls come after the last message of a person. */
export function roundsOf(messages: readonly ChatMessage[]): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked + 1).filter(({ tool_calls: calls }) => calls?.length).length;
}

/** What OpenAI refuses: calls without their results right behind them, and results without a call. */
export function toolFault(messages: readonly ChatMessage[]): string | null {
  let open = new Set<string>();
  for (const { role, tool_calls: calls = [], tool_call_id: id = '' } of messages) {
    if (role === 'tool') {
      if (!open.delete(id))
        return `messages with role 'tool' must be a response to a preceding message with 'tool_calls' (${id})`;
      continue;
    }
    if (open.size > 0) {
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id' (${[...open].join()})`;
    }
    open = new Set(calls.map((call) => call.id));
  }
  return open.size > 0 ? 'tool results are missing at the end' : null;
}

import { chunksOf, stampNow, type Behavior } from './openai-behavior.ts';
import { callDeltas } from './openai-tools.ts';

const ID = 'chatcmpl-fake';
const CREATED = 1_760_000_000;

/** Blocks of this many bytes are written at once when a stream goes as fast as it can. */
const BLOCK = 32 * 1024;

function event(body: unknown, lineEnd: string): string {
  return `data: ${JSON.stringify(body)}${lineEnd}${lineEnd}`;
}

function chunk(model: string, choices: unknown[]): Record<string, unknown> {
  return { id: ID, object: 'chat.completion.chunk', created: CREATED, model, choices };
}

/** The bytes of one answer, prepared before it's sent. */
export class Frames {
  /** How many tokens there are. */
  readonly length: number;
  readonly opening: string;
  readonly ending: string;
  readonly #lineEnd: string;
  readonly #model: string;
  readonly #tokens: Buffer[];
  readonly #stamp: [string, string] | null = null;
  readonly #comments: boolean;

  constructor(model: string, behavior: Behavior, usage: unknown, round = 0) {
    this.#model = model;
    this.#lineEnd = behavior.crlf ? '\r\n' : '\n';
    this.#comments = behavior.comments ?? false;
    const comment = this.#comments ? `: OPENROUTER PROCESSING${this.#lineEnd}${this.#lineEnd}` : '';
    const role = chunk(model, [
      { index: 0, delta: { role: 'assistant', content: null }, finish_reason: null },
    ]);
    this.opening = comment + event(role, this.#lineEnd) + this.#thinking(behavior);
    if (behavior.kind === 'stamps' && behavior.text === undefined) {
      this.length = behavior.tokens ?? 0;
      this.#tokens = [];
      const [before = '', after = ''] = this.#token(' @').split('@');
      this.#stamp = [before, after];
    } else {
      const cached = framesOf(behavior, (chunk) => this.#token(chunk));
      this.#tokens = behavior.invalidUtf8 || behavior.bigDelta ? [...cached] : cached;
      if (behavior.invalidUtf8) this.#tokens.unshift(this.#invalid());
      if (behavior.bigDelta)
        this.#tokens.unshift(Buffer.from(this.#token('x'.repeat(behavior.bigDelta))));
      this.length = this.#tokens.length;
    }
    const { calls = [], callsAs = 'openai' } = behavior;
    const reason = behavior.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
    const finish = chunk(model, [{ index: 0, delta: {}, finish_reason: reason }]);
    const called = callDeltas(calls, callsAs, round).map((call) => {
      const choices = [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }];
      return event(chunk(model, choices), this.#lineEnd);
    });
    this.ending =
      called.join('') +
      event(finish, this.#lineEnd) +
      (usage === undefined ? '' : event({ ...chunk(model, []), usage }, this.#lineEnd)) +
      (behavior.done === false ? '' : `data: [DONE]${this.#lineEnd}${this.#lineEnd}`);
  }

  /** The bytes of some tokens. */
  slice(from: number, to: number): Buffer | string {
    if (this.#stamp) {
      const [before, after] = this.#stamp;
      let text = '';
      for (let index = from; index < to; index += 1) text += before + stampNow() + after;
      return text;
    }
    const tokens = this.#tokens.slice(from, to);
    return tokens.length === 1 ? (tokens[0] as Buffer) : Buffer.concat(tokens);
  }

  /** The end of a block that begins with this token. */
  blockEnd(from: number, limit: number): number {
    if (this.#stamp) return Math.min(limit, from + 100);
    let bytes = 0;
    let to = from;
    while (to < limit && bytes < BLOCK) {
      bytes += (this.#tokens[to] as Buffer).length;
      to += 1;
    }
    return to;
  }

  /** An error in the middle of a stream. */
  error(error: unknown): string {
    const choices = [{ index: 0, delta: { content: '' }, finish_reason: 'error' }];
    return event({ ...chunk(this.#model, choices), error }, this.#lineEnd);
  }

  /** As OpenRouter, DeepSeek, and servers without a parser of their own send it, in two chunks. */
  #thinking({ thinks }: Behavior): string {
    if (!thinks) return '';
    const { as, text, signature } = thinks;
    const whole = as === 'think' ? `<think>${text}</think>\n\n` : text;
    return [whole.slice(0, 4), whole.slice(4)]
      .map((part, at) => {
        const signed = at === 1 && signature !== undefined ? { signature } : {};
        const details = [{ type: 'reasoning.text', text: part, index: 0, ...signed }];
        const delta = {
          think: { content: part },
          reasoning_content: { content: null, reasoning_content: part },
          reasoning_details: { content: '', reasoning_details: details },
          reasoning: { content: '', reasoning: part, reasoning_details: details },
        }[as];
        const choices = [{ index: 0, delta, finish_reason: null }];
        return event(chunk(this.#model, choices), this.#lineEnd);
      })
      .join('');
  }

  #token(content: string): string {
    const comment = this.#comments ? `: still here${this.#lineEnd}${this.#lineEnd}` : '';
    const choices = [{ index: 0, delta: { content }, finish_reason: null }];
    return comment + event(chunk(this.#model, choices), this.#lineEnd);
  }

  #invalid(): Buffer {
    const [before = '', after = ''] = this.#token('<@>').split('@');
    return Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xc3, 0x28, 0xf0, 0x9f]),
      Buffer.from(after),
    ]);
  }
}

const cache = new Map<string, Buffer[]>();
const CACHED = 200;

function framesOf(behavior: Behavior, frame: (chunk: string) => string): Buffer[] {
  const { text, kind, tokens, chunkLength, comments, crlf } = behavior;
  const key = JSON.stringify([frame(''), text, kind, tokens, chunkLength, comments, crlf]);
  const known = cache.get(key);
  if (known) return known;
  const byChunk = new Map<string, Buffer>();
  const frames = chunksOf(behavior).map((chunk) => {
    const made = byChunk.get(chunk) ?? Buffer.from(frame(chunk));
    byChunk.set(chunk, made);
    return made;
  });
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value as string);
  cache.set(key, frames);
  return frames;
}

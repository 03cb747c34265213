import { isObject } from '~/lib/json';

import { replaceUnstorable } from './replace-unstorable';

/** Something that a model may ask to have done. */
export interface ToolSpec {
  /** Letters, digits, underscores, and hyphens. */
  name: string;
  /** For the model: what it does and when to use it. */
  description: string;
  /** The JSON Schema of its input, whose root is an object. */
  parameters: Readonly<Record<string, unknown>>;
}

/** A model's request to use a tool. */
export interface ToolCall {
  /** The provider's name for it; empty if it gave none. */
  id: string;
  /** Of the tool, as the model wrote it. */
  name: string;
  /** JSON as the model wrote it, possibly broken or cut off. */
  input: string;
}

/** A model that asks for more at once has lost its way. */
const MAX_CALLS = 16;
const MAX_INPUT = 20_000;
const MAX_ID = 200;
const MAX_NAME = 64;

interface Slot extends ToolCall {
  index: unknown;
}

/**
 * Puts the tool calls of an answer together from its deltas. OpenAI numbers them from 0 and names each once; others number
 * them from 1, number all of them 0 and tell them apart by id, repeat the id, or send neither.
 */
export class ToolCallReader {
  readonly #slots: Slot[] = [];

  /** Takes `delta.tool_calls`, or `message.tool_calls` of an answer that isn't streamed. */
  take(deltas: unknown): void {
    if (!Array.isArray(deltas)) return;
    for (const delta of deltas as unknown[]) if (isObject(delta)) this.#takeOne(delta);
  }

  get calls(): ToolCall[] {
    return this.#slots.map(({ id, name, input }) => ({
      id: replaceUnstorable(id),
      name: replaceUnstorable(name),
      input: replaceUnstorable(input),
    }));
  }

  #takeOne({ id, index, function: asked }: Record<string, unknown>): void {
    const { name, arguments: input } = isObject(asked) ? asked : {};
    const named = typeof id === 'string' ? id.slice(0, MAX_ID) : '';
    const slot = this.#slotFor(named, index, typeof name === 'string' && name !== '');
    if (!slot) return;
    if (slot.id === '') slot.id = named;
    if (slot.name === '' && typeof name === 'string') slot.name = name.slice(0, MAX_NAME);
    // Some servers send the parsed object instead of its text.
    const text = typeof input === 'string' ? input : isObject(input) ? JSON.stringify(input) : '';
    slot.input += text.slice(0, MAX_INPUT - slot.input.length);
  }

  #slotFor(id: string, index: unknown, isNamed: boolean): Slot | null {
    const byId = id === '' ? undefined : this.#slots.find((slot) => slot.id === id);
    if (byId) return byId;
    const last =
      index === undefined || index === null
        ? isNamed
          ? undefined
          : this.#slots.at(-1)
        : this.#slots.findLast((slot) => slot.index === index);
    if (last && (id === '' || last.id === '')) return last;
    if (this.#slots.length === MAX_CALLS) return null;
    const slot = { id: '', name: '', input: '', index };
    this.#slots.push(slot);
    return slot;
  }
}

/** What is sent back of it; far beyond what a model thinks between two calls. */
const MAX_REASONING = 400_000;

/**
 * Puts the parts of `reasoning_details` together: what a model thought, in the form that its provider wants back with the
 * results of its calls, signatures and all.
 */
export class ReasoningReader {
  #details: Record<string, unknown>[] = [];
  #size = 0;

  take(parts: unknown): void {
    if (!Array.isArray(parts) || this.#size > MAX_REASONING) return;
    for (const part of parts as unknown[]) if (isObject(part)) this.#takeOne(part);
    // A part of it would be refused.
    if (this.#size > MAX_REASONING) this.#details = [];
  }

  /** Undefined if the provider sent none, or too much. */
  get details(): Record<string, unknown>[] | undefined {
    return this.#details.length > 0 ? this.#details : undefined;
  }

  #takeOne(part: Record<string, unknown>): void {
    this.#size += JSON.stringify(part).length;
    const last = this.#details.at(-1);
    if (!last || last.type !== part.type || last.index !== part.index) {
      this.#details.push({ ...part });
      return;
    }
    for (const [key, value] of Object.entries(part)) {
      const grows = key === 'text' || key === 'summary' || key === 'data';
      const before = last[key];
      if (grows && typeof before === 'string' && typeof value === 'string') {
        last[key] = before + value;
      } else if (value !== null && value !== undefined) last[key] = value;
    }
  }
}

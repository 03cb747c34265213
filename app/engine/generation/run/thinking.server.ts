import { replaceUnstorable } from '~/gateways/ai/index.server';

/** What a model thinks before and between parts of its text. */
export class Thinking {
  #text = '';
  #ms = 0;
  #since: number | null = null;
  #storedLength = 0;

  /** Takes what the model has thought. */
  take(thought: string): void {
    this.#since ??= performance.now();
    this.#text += thought.slice(0, MAX_THOUGHT - this.#text.length);
  }

  /** Text has arrived, or the end. */
  pause(): void {
    if (this.#since === null) return;
    this.#ms += performance.now() - this.#since;
    this.#since = null;
  }

  get length(): number {
    return this.#text.length;
  }

  /** What there is to store of it. */
  get thought(): Thought {
    return { text: replaceUnstorable(this.#text), ms: Math.ceil(this.#ms) };
  }

  /** What of it isn't stored yet, without half a character at its end; null for nothing. */
  get unstored(): ThoughtPart | null {
    const end = this.#text.length - (/[\ud800-\udbff]$/.test(this.#text) ? 1 : 0);
    if (end <= this.#storedLength) return null;
    const now = this.#since === null ? 0 : performance.now() - this.#since;
    return {
      offset: this.#storedLength,
      text: replaceUnstorable(this.#text.slice(this.#storedLength, end)),
      ms: Math.ceil(this.#ms + now),
    };
  }

  noteStored({ offset, text }: ThoughtPart): void {
    this.#storedLength = offset + text.length;
  }
}

/** What the model thought next, and how long it had thought by then. */
export interface ThoughtPart extends Thought {
  offset: number;
}

export interface Thought {
  text: string;
  /** How long it took, in milliseconds. */
  ms: number;
}

/** The longest that is kept, in UTF-16 units: its beginning. */
export const MAX_THOUGHT = 200_000;

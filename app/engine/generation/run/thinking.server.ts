import { storable } from '~/gateways/ai/index.server';

/** What a model thinks before and between parts of its text. */
export class Thinking {
  #text = '';
  #ms = 0;
  #since: number | null = null;

  /** Takes what the model has thought. */
  take(thought: string): void {
    this.#since ??= performance.now();
    if (this.#text.length < MAX_THOUGHT) this.#text += thought.slice(0, MAX_THOUGHT);
  }

  /** Text has arrived, or the end. */
  pause(): void {
    if (this.#since === null) return;
    this.#ms += performance.now() - this.#since;
    this.#since = null;
  }

  /** What there is to store of it. */
  get thought(): Thought {
    return { text: storable(this.#text.slice(0, MAX_THOUGHT)), ms: Math.ceil(this.#ms) };
  }
}

export interface Thought {
  text: string;
  /** How long it took, in milliseconds. */
  ms: number;
}

/** The longest that is kept, in UTF-16 units: its beginning. */
export const MAX_THOUGHT = 200_000;

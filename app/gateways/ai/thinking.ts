const OPEN = '<think>';
const CLOSE = '</think>';

/** More whitespace than this before a mark is an answer. */
const MAX_LEAD = 200;

/**
 * Takes what a model thinks out of its answer, where a server leaves it there: `<think>…</think>` at the very beginning,
 * however it is cut into chunks. Later marks are text.
 */
export class ThinkingSplitter {
  #state: 'start' | 'thinking' | 'gap' | 'text' = 'start';
  #held = '';
  readonly #onThought: (text: string) => void;

  constructor(onThought: (text: string) => void) {
    this.#onThought = onThought;
  }

  /** Returns what of it is the answer's text. */
  push(chunk: string): string {
    if (this.#state === 'text') return chunk;
    this.#held += chunk;
    if (this.#state === 'start') this.#start();
    if (this.#state === 'thinking') this.#think();
    if (this.#state === 'gap') this.#skipGap();
    return this.#isText() ? this.#takeHeld() : '';
  }

  /** What was held back, once nothing more comes. */
  end(): string {
    const rest = this.#takeHeld();
    if (this.#state === 'start') return rest;
    if (this.#state === 'thinking') this.#onThought(rest);
    return '';
  }

  #isText(): boolean {
    return this.#state === 'text';
  }

  #start(): void {
    const begun = this.#held.trimStart();
    if (begun.startsWith(OPEN)) {
      this.#held = begun.slice(OPEN.length);
      this.#state = 'thinking';
    } else if (!OPEN.startsWith(begun) || this.#held.length > MAX_LEAD) {
      this.#state = 'text';
    }
  }

  #think(): void {
    const end = this.#held.indexOf(CLOSE);
    // The mark may be cut in two.
    const thought = this.#held.slice(0, end === -1 ? 1 - CLOSE.length : end);
    if (thought !== '') this.#onThought(thought);
    this.#held = this.#held.slice(thought.length);
    if (end === -1) return;
    this.#held = this.#held.slice(CLOSE.length);
    this.#state = 'gap';
  }

  #skipGap(): void {
    this.#held = this.#held.trimStart();
    if (this.#held !== '') this.#state = 'text';
  }

  #takeHeld(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** A whole answer without what the model thought. */
export function withoutThinking(answer: string): string {
  const splitter = new ThinkingSplitter(() => {});
  return splitter.push(answer) + splitter.end();
}

/** What a delta has of the model's thinking, under the one of its names that this server uses. */
export function thoughtIn(delta: Record<string, unknown>): string {
  const { reasoning, reasoning_content: content, reasoning_details: details } = delta;
  if (typeof reasoning === 'string' && reasoning !== '') return reasoning;
  if (typeof content === 'string' && content !== '') return content;
  if (!Array.isArray(details)) return '';
  return (details as unknown[]).map(detailText).join('');
}

function detailText(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  if ('text' in detail && typeof detail.text === 'string') return detail.text;
  return 'summary' in detail && typeof detail.summary === 'string' ? detail.summary : '';
}

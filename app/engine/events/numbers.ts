import type { LiveEvent, LiveEvents } from './events';

type Listener = (data: unknown) => void;

/**
 * Passes on numbered changes, each once, and knows when one is missing: the numbers of one user follow each other. What
 * is up to a noted number is passed over.
 */
export class NumberedEvents {
  #known: number | null = null;
  readonly #topics = new Map<string, Set<Listener>>();
  readonly #missed = new Set<() => void>();

  /** Up to this number nothing has to be told any more. */
  note(seq: number): void {
    this.#known = Math.max(this.#known ?? 0, seq);
  }

  /** The number of the newest change there is. Where no number is known, nothing can be missing. */
  compare(seq: number): void {
    const behind = this.#known !== null && seq > this.#known;
    this.note(seq);
    if (behind) this.#tellMissed();
  }

  hear({ seq, changes }: LiveEvents): void {
    if (this.#known !== null && seq <= this.#known) return;
    const gap = this.#known !== null && seq > this.#known + 1;
    this.#known = seq;
    changes.forEach((change) => this.tell(change));
    if (gap) this.#tellMissed();
  }

  /** Without a number. */
  tell({ topic, data }: LiveEvent): void {
    this.#topics.get(topic)?.forEach((listener) => listener(data));
  }

  onEvent(topic: string, listener: Listener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners);
    return subscribe(listeners, listener);
  }

  onMissed(listener: () => void): () => void {
    return subscribe(this.#missed, listener);
  }

  forget(): void {
    this.#known = null;
  }

  #tellMissed(): void {
    this.#missed.forEach((listener) => listener());
  }
}

export function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

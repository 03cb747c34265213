import type { LiveEvent, LiveEvents } from './events';

type Listener = (data: unknown, seq?: number) => void;

/**
 * Delivers numbered events to listeners, each once, and notices when one is missing, because the numbers of a user are
 * consecutive. Events up to a noted number are skipped.
 */
export class NumberedEvents {
  #known: number | null = null;
  readonly #topics = new Map<string, Set<Listener>>();
  readonly #missed = new Set<() => void>();

  /** Notes the number that the first state contains; a later one says nothing about what other listeners have got. */
  begin(seq: number): void {
    this.#known ??= seq;
  }

  /** Events up to this number need no delivery. */
  note(seq: number): void {
    this.#known = Math.max(this.#known ?? 0, seq);
  }

  /** Compares with the number of the newest event. While no number is known, nothing can be missing. */
  compare(seq: number): void {
    const behind = this.#known !== null && seq > this.#known;
    this.note(seq);
    if (behind) this.#reportMissed();
  }

  receive({ seq, changes }: LiveEvents): void {
    if (this.#known !== null && seq <= this.#known) return;
    const gap = this.#known !== null && seq > this.#known + 1;
    this.#known = seq;
    changes.forEach((change) => this.deliver(change, seq));
    if (gap) this.#reportMissed();
  }

  /** Without `seq` for an event without a number. */
  deliver({ topic, data }: LiveEvent, seq?: number): void {
    this.#topics.get(topic)?.forEach((listener) => listener(data, seq));
  }

  onEvent(topic: string, listener: Listener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners);
    return subscribe(listeners, listener);
  }

  onMissed(listener: () => void): () => void {
    return subscribe(this.#missed, listener);
  }

  reset(): void {
    this.#known = null;
  }

  #reportMissed(): void {
    this.#missed.forEach((listener) => listener());
  }
}

export function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

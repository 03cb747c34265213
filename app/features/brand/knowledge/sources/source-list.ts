import type { SourceEvent, SourceView } from './source';

/**
 * A profile's sources, newest first: those that were loaded last, with what live events have told since that loading began.
 * Its answer may be older than an event that arrives before it, and would leave the source as it was forever.
 */
export class SourceList {
  readonly #profileId: string;
  #list: readonly SourceView[] | null = null;
  /** The last one of each source. */
  readonly #events = new Map<string, SourceEvent>();
  #loading = 0;

  constructor(profileId: string) {
    this.#profileId = profileId;
  }

  /** Call when loading begins, and `end` with the answer, unless another loading has begun. */
  load() {
    this.#events.clear();
    this.#loading += 1;
    const current = this.#loading;
    return {
      isLatest: () => current === this.#loading,
      end: (items: readonly SourceView[]): readonly SourceView[] => {
        this.#list = [...this.#events.values()].reduce(
          (list, event) => this.#with(list, event),
          items,
        );
        return this.#list;
      },
    };
  }

  /** The list after an event; null before the first loading has ended. */
  note(event: SourceEvent): readonly SourceView[] | null {
    this.#events.set(event.type === 'removed' ? event.id : event.source.id, event);
    if (this.#list !== null) this.#list = this.#with(this.#list, event);
    return this.#list;
  }

  /** Ids sort by time. */
  #with(list: readonly SourceView[], event: SourceEvent): readonly SourceView[] {
    if (event.type === 'removed') return list.filter(({ id }) => id !== event.id);
    if (event.source.profileId !== this.#profileId) return list;
    const others = list.filter(({ id }) => id !== event.source.id);
    return [...others, event.source].sort((one, other) => other.id.localeCompare(one.id));
  }
}

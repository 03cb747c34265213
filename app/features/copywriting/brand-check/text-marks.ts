import { useSyncExternalStore } from 'react';

import type { Finding } from '~/features/brand';

/** A finding that has a place in the text. */
export interface Mark {
  /** Tells it from the others of this text. */
  id: string;
  severity: Finding['severity'];
  start: number;
  end: number;
}

export interface Marked {
  /** The text that the places are in. */
  text: string;
  marks: readonly Mark[];
  /** The mark that the person looks at; `page` scrolls the page to it, too. */
  active: { id: string; page: boolean } | null;
}

/** What is written where, and what must be there before. */
export interface Change {
  start: number;
  end: number;
  before: string;
  text: string;
}

/** Connects the findings of a text with the text itself: a field, or its rendering. One for each text. */
export class TextMarks {
  #state: Marked = { text: '', marks: [], active: null };
  #listeners = new Set<() => void>();
  #root: HTMLElement | null = null;
  #writer: ((change: Change) => boolean) | null = null;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  current = (): Marked => this.#state;

  show(text: string, marks: readonly Mark[]): void {
    const { active } = this.#state;
    const stays = active && marks.some(({ id }) => id === active.id);
    this.#set({ text, marks, active: stays ? active : null });
  }

  activate(id: string | null, page = false): void {
    if (id === null && this.#state.active === null) return;
    this.#set({ ...this.#state, active: id === null ? null : { id, page } });
  }

  /** The element that shows the rendered text. */
  setRoot(root: HTMLElement | null): void {
    if (root === this.#root) return;
    this.#root = root;
    // Where the places are shown has changed.
    this.#set({ ...this.#state });
  }

  get root(): HTMLElement | null {
    return this.#root;
  }

  /** The field that shows the text writes changes, so that its own undo takes them back. */
  registerWriter(writer: (change: Change) => boolean): () => void {
    this.#writer = writer;
    return () => {
      if (this.#writer === writer) this.#writer = null;
    };
  }

  get hasWriter(): boolean {
    return this.#writer !== null;
  }

  /** False when no field shows the text, or it has another one by now. */
  write(change: Change): boolean {
    return this.#writer?.(change) ?? false;
  }

  #set(next: Marked): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

export function useMarked(marks: TextMarks): Marked {
  return useSyncExternalStore(marks.subscribe, marks.current, marks.current);
}

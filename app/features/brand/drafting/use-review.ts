import { useState, useSyncExternalStore } from 'react';

import { readDraft, writeDraft } from '~/lib/drafts';

import type { ComponentField } from '../components/component';
import { NO_NOTES, type ReviewNotes } from './review';
import { traitLine, withTrait, type CheckedTrait } from './voice';

export interface Review {
  notes: ReviewNotes;
  edit(field: ComponentField, text: string): void;
  keep(field: ComponentField): void;
  /** Offers the proposal again. */
  reopen(field: ComponentField): void;
  noteBefore(before: ReviewNotes['before']): void;
  toggle(trait: CheckedTrait, taken: boolean): void;
}

/** What somebody makes of one proposal; a reload of the tab keeps it. */
export function useReview(draftId: string): Review {
  const [store] = useState(() => storedNotes(`profile-review:${draftId}`));
  const { change } = store;
  return {
    notes: useSyncExternalStore(store.subscribe, store.notes, () => NO_NOTES),
    edit: (field, text) => change(({ edited }) => ({ edited: { ...edited, [field]: text } })),
    keep: (field) => change(({ kept }) => ({ kept: [...kept, field] })),
    reopen: (field) => change(({ kept }) => ({ kept: kept.filter((other) => other !== field) })),
    noteBefore: (before) => change((old) => ({ before: { ...old.before, ...before } })),
    toggle: (trait, taken) =>
      change(({ toggled, edited }) => ({
        toggled: { ...toggled, [traitLine(trait)]: taken },
        // A voice that was edited by hand stays as it is otherwise.
        edited:
          edited.brandVoice === undefined
            ? edited
            : { ...edited, brandVoice: withTrait(edited.brandVoice, trait, taken) },
      })),
  };
}

function storedNotes(name: string) {
  const listeners = new Set<() => void>();
  const kept = readDraft(name);
  let notes = kept === '' ? NO_NOTES : (JSON.parse(kept) as ReviewNotes);
  return {
    notes: () => notes,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(make: (old: ReviewNotes) => Partial<ReviewNotes>): void {
      notes = { ...notes, ...make(notes) };
      writeDraft(name, JSON.stringify(notes));
      for (const listener of listeners) listener();
    },
  };
}

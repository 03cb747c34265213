import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import {
  follow,
  followContinued,
  isRunning,
  liveText,
  stop as stopText,
  useLiveText,
} from '~/engine/generation';
import { client } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { parsedOf } from '~/lib/json';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { useReload } from '~/ui/use-reload';

import type { ComponentField } from '../components/component';
import type { ProfilesApi } from '../profiles/routes/profiles';
import { cleanMaterial, type DraftMaterial, type ProfileDraft } from './draft';
import { NO_NOTES, readNotes, type ReviewNotes } from './review';
import { type CheckedTrait, traitLine, withTrait } from './voice';

const api = client<ProfilesApi>();

export interface Drafting {
  /** The newest proposal, with its text as it arrives; null before the first. */
  draft: ProfileDraft | null;
  /** Each of these rejects when the request fails. */
  start(material: DraftMaterial): Promise<void>;
  continueDraft(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The newest proposal of a profile, followed as it is written, whichever tab requested it. `loaded` is the one that
 * the page was loaded with.
 */
export function useDraft(profileId: string, loaded: ProfileDraft | null): Drafting {
  const reload = useReload();
  const [requested, setRequested] = useState<ProfileDraft | null>(null);
  const lastTry = useRef({ material: '', key: '' });
  const newest = newer(requested, loaded);
  const live = useLiveText(newest?.id ?? '');

  useEffect(() => {
    if (!loaded || !isRunning(loaded.state)) return;
    const known = liveText(loaded.id);
    if (known && !isRunning(known.state)) followContinued(loaded.id);
    else void follow(loaded.id, loaded.text);
  }, [loaded]);

  // The loaded text may be further along than a stream that is followed again from its beginning.
  const text = live && live.text.length >= (newest?.text.length ?? 0) ? live.text : newest?.text;

  return {
    draft: newest && { ...newest, ...(live && { ...live, text: text ?? '' }) },

    async start(typed) {
      const material = cleanMaterial(typed);
      const content = JSON.stringify(material);
      // After a lost response, the same request is repeated under its key rather than sent as a second one.
      if (lastTry.current.material !== content) {
        lastTry.current = { material: content, key: newClientKey() };
      }
      const { id } = await api.post('/api/profiles/:id/draft', {
        params: { id: profileId },
        body: { ...material, clientKey: lastTry.current.key },
      });
      lastTry.current = { material: '', key: '' };
      setRequested({ ...material, id, state: 'queued', reason: null, text: '' });
      void follow(id);
    },

    async continueDraft() {
      if (!newest) return;
      await api.post('/api/profiles/:id/draft', {
        params: { id: profileId },
        body: { continues: newest.id },
      });
      if (liveText(newest.id)) followContinued(newest.id);
      else void follow(newest.id, newest.text);
    },

    async stop() {
      if (!newest) return;
      await stopText(newest.id);
      reload();
    },
  };
}

/** Ids sort by creation time. */
function newer(one: ProfileDraft | null, other: ProfileDraft | null): ProfileDraft | null {
  if (!one || !other) return one ?? other;
  return one.id > other.id ? one : other;
}

export interface Review {
  notes: ReviewNotes;
  edit(field: ComponentField, text: string): void;
  /** Ticks these fields, or unticks them. */
  include(fields: readonly ComponentField[], included: boolean): void;
  /** Notes what a save replaces, so that it can be undone. */
  noteBefore(before: ReviewNotes['before']): void;
  toggle(trait: CheckedTrait, taken: boolean): void;
  /** Forgets all notes, once they are saved. */
  clear(): void;
}

/** The review of one draft; it survives a reload of the tab. */
export function useReview(draftId: string): Review {
  const [store] = useState(() => storedNotes(`profile-review:${draftId}`));
  const { change } = store;
  return {
    notes: useSyncExternalStore(store.subscribe, store.notes, () => NO_NOTES),
    edit: (field, text) => change(({ edited }) => ({ edited: { ...edited, [field]: text } })),
    include: (fields, included) =>
      change(({ kept }) => {
        const others = kept.filter((field) => !fields.includes(field));
        return { kept: included ? others : [...others, ...fields] };
      }),
    noteBefore: (before) => change(() => ({ before })),
    clear: () => change(() => NO_NOTES),
    toggle: (trait, taken) =>
      change(({ toggled, edited }) => ({
        toggled: { ...toggled, [traitLine(trait)]: taken },
        // Toggling a trait leaves the rest of a hand-edited voice as it is.
        edited:
          edited.brandVoice === undefined
            ? edited
            : { ...edited, brandVoice: withTrait(edited.brandVoice, trait, taken) },
      })),
  };
}

function storedNotes(name: string) {
  const listeners = new Set<() => void>();
  let notes = readNotes(parsedOf(readTypedDraft(name)));
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

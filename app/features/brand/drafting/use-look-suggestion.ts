import { useState, useSyncExternalStore } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { fieldsOf, isObject, isTextList, parsedOf, textFieldsOf } from '~/lib/json';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

import { uploadLogo } from '../look/components/logo-field';
import { LOOK_COLORS, type LookColor } from '../look/look';
import { useLookEditor } from '../look/use-look-editor';
import { saveState, type SaveState } from '../components/text-editor';
import type { OpenProfile } from '../profiles/profile';
import type { ProfilesApi } from '../profiles/routes/profiles';
import { lookTexts } from '../texts';
import type { SuggestedLook } from './material';

const api = client<ProfilesApi>();

const nameOf = (profileId: string) => `profile-look:${profileId}`;

/** What was read, and what the person made of it; kept in the tab, because nothing is stored before it's saved. */
interface Kept {
  look: SuggestedLook;
  /** What was unticked. */
  left: (LookColor | 'logo')[];
  /** What a save replaced; null before one. */
  before: Partial<Record<LookColor, string>> | null;
  logoSaved: boolean;
}

/** Keeps the look that a website declares for the review of the draft; null forgets it. */
export function keepSuggestedLook(profileId: string, look: SuggestedLook | null): void {
  const isEmpty = !look || (look.logo === null && Object.keys(look.colors).length === 0);
  const kept: Kept | null = isEmpty ? null : { look, left: [], before: null, logoSaved: false };
  writeDraft(nameOf(profileId), kept === null ? '' : JSON.stringify(kept));
}

export interface SuggestedColor {
  color: LookColor;
  hex: string;
  included: boolean;
  /** It's in the profile already. */
  saved: boolean;
  /** The profile has another one. */
  replaces: boolean;
}

export interface LookSuggestion {
  colors: SuggestedColor[];
  /** Only for a profile without one: a save could not bring the old one back. */
  logo: { url: string; included: boolean; saved: boolean } | null;
  /** How many of them a save would write. */
  savable: number;
  /** Whether there is a save to undo. */
  hasSaved: boolean;
  state: SaveState;
  include(what: LookColor | 'logo', included: boolean): void;
  /** Resolves once they are stored; a failure is shown. */
  save(): Promise<void>;
  undo(): void;
}

/** The look that the profile's website declares, to be saved with the draft; null if nothing was found. */
export function useLookSuggestion(profile: OpenProfile, reload: () => void): LookSuggestion | null {
  const { editor, state } = useLookEditor(profile);
  const [store] = useState(() => storedSuggestion(nameOf(profile.id)));
  const kept = useSyncExternalStore(store.subscribe, store.kept, () => null);
  if (!kept) return null;
  const { keep } = store;

  const { look, left, before, logoSaved } = kept;
  const colors = LOOK_COLORS.flatMap((color): SuggestedColor[] => {
    const hex = look.colors[color];
    if (hex === undefined) return [];
    const current = state.values[color] ?? '';
    const saved = current === hex;
    const replaces = current !== '' && !saved;
    return [{ color, hex, included: !left.includes(color), saved, replaces }];
  });
  const isFree = profile.look.logoUrl === null;
  const logo =
    look.logo !== null && (isFree || logoSaved)
      ? { url: look.logo, included: !left.includes('logo'), saved: logoSaved && !isFree }
      : null;
  const savable = colors.filter(({ included, saved }) => included && !saved);
  const logoIsSavable = logo !== null && logo.included && !logo.saved;

  async function changeLogo(work: () => Promise<unknown>, saved: boolean): Promise<void> {
    try {
      await work();
      keep({ logoSaved: saved });
      reload();
    } catch (error) {
      showFailure(error, refusalText(error, lookTexts.logoFailed));
    }
  }

  return {
    colors,
    logo,
    savable: savable.length + (logoIsSavable ? 1 : 0),
    hasSaved: before !== null,
    state: saveState(editor, state),
    include: (what, included) => {
      const others = left.filter((one) => one !== what);
      keep({ left: included ? others : [...others, what] });
    },
    async save() {
      if (savable.length === 0 && !logoIsSavable) return;
      keep({
        before: Object.fromEntries(savable.map(({ color }) => [color, state.values[color] ?? ''])),
      });
      for (const { color, hex } of savable) editor.write(color, hex);
      await editor.flush();
      if (logoIsSavable) {
        await changeLogo(() => uploadLogo(profile.id, imageIn(logo.url), 'logo.webp'), true);
      }
    },
    undo() {
      for (const color of LOOK_COLORS) {
        const hex = before?.[color];
        if (hex !== undefined) editor.write(color, hex);
      }
      void editor.flush();
      keep({ before: null });
      if (logo?.saved) {
        void changeLogo(
          () => api.del('/api/profiles/:id/logo', { params: { id: profile.id } }),
          false,
        );
      }
    },
  };
}

function storedSuggestion(name: string) {
  const listeners = new Set<() => void>();
  let kept = readKept(readTypedDraft(name));
  return {
    kept: () => kept,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keep(change: Partial<Kept>): void {
      kept = kept && { ...kept, ...change };
      if (kept) writeDraft(name, JSON.stringify(kept));
      for (const listener of listeners) listener();
    },
  };
}

/** What a tab keeps, which any version of the app may have stored; null when it isn't a suggestion. */
export function readKept(stored: string): Kept | null {
  const { look, left, before, logoSaved } = fieldsOf(parsedOf(stored));
  if (!isObject(look)) return null;
  const { logo = null } = textFieldsOf(look, ['logo']);
  return {
    look: { colors: textFieldsOf(look.colors, LOOK_COLORS), logo },
    left: ([...LOOK_COLORS, 'logo'] as const).filter(
      (what) => isTextList(left) && left.includes(what),
    ),
    before: isObject(before) ? textFieldsOf(before, LOOK_COLORS) : null,
    logoSaved: logoSaved === true,
  };
}

/** The bytes of a `data:` address, which a policy may keep from being fetched. */
function imageIn(url: string): Blob {
  const [head = '', base64 = ''] = url.split(',', 2);
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.slice('data:'.length).split(';', 1)[0] });
}

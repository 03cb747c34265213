import {
  type Component,
  type ComponentKind,
  type ComponentText,
  type ComponentValues,
  isLongerThan,
  maxLengthOf,
  textsOf,
} from './component';

/** How long typing must pause before it is saved. */
export const PAUSE_MS = 800;
/** Each collision means that someone else saved in between; this many in a row mean that something is broken. */
const MAX_COLLISIONS = 5;

export interface EditorState {
  /** The last known state on the server. */
  component: Component;
  /** What the fields show. */
  values: ComponentValues;
  /** Texts that someone else changed at the same time. None of them is saved until the user resolves the conflict. */
  conflicts: ComponentValues;
  saving: boolean;
  /** Why the last save failed; null when it succeeded. */
  failure: string | null;
}

export interface ComponentEditorOptions {
  kind: ComponentKind;
  component: Component;
  /** The version of the profile that the component was loaded with. */
  profileVersion: number;
  /** Rejects when the request fails or the server refuses it. */
  save(
    request: { componentId: string | null; version: number; values: ComponentValues },
    leaving: boolean,
  ): Promise<{ saved: boolean; component: Component }>;
  /** The message that the user reads about a failure. */
  describe(error: unknown): string;
  /** Stores unsaved text where a reload finds it; an empty string removes it. */
  keepDraft(draft: string): void;
}

/** Unsaved texts by field. */
interface Draft {
  /** What the server had. */
  base: ComponentValues;
  values: ComponentValues;
  /** Fields with a conflict that the user has seen but not resolved. */
  undecided: ComponentText[];
}

export type ComponentEditor = ReturnType<typeof createComponentEditor>;

/** The fields that differ from the server's state, except those in conflict. */
export function unsavedTexts(kind: ComponentKind, state: EditorState): ComponentText[] {
  return textsOf(kind).filter(
    (text) =>
      state.values[text] !== state.component.values[text] && state.conflicts[text] === undefined,
  );
}

export function tooLongTexts(kind: ComponentKind, { values }: EditorState): ComponentText[] {
  return textsOf(kind).filter((text) => isLongerThan(values[text] ?? '', maxLengthOf(text)));
}

/**
 * Edits one component: saves after each pause and merges what is saved elsewhere, without ever overwriting it. The
 * store lives outside React because it outlives the steps of the page.
 */
export function createComponentEditor(options: ComponentEditorOptions) {
  const { kind } = options;
  const texts = textsOf(kind);
  const listeners = new Set<() => void>();
  let { profileVersion } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let state: EditorState = {
    component: options.component,
    values: options.component.values,
    conflicts: {},
    saving: false,
    failure: null,
  };

  function set(change: Partial<EditorState>): void {
    state = { ...state, ...change };
    keep();
    for (const listener of listeners) listener();
  }

  function keep(): void {
    const open = texts.filter((text) => state.values[text] !== state.component.values[text]);
    const pick = (values: ComponentValues) =>
      Object.fromEntries(open.map((text) => [text, values[text]]));
    const draft: Draft = {
      base: pick(state.component.values),
      values: pick(state.values),
      undecided: open.filter((text) => state.conflicts[text] !== undefined),
    };
    options.keepDraft(open.length > 0 ? JSON.stringify(draft) : '');
  }

  function sendable(): ComponentText[] {
    const tooLong = tooLongTexts(kind, state);
    return unsavedTexts(kind, state).filter((text) => !tooLong.includes(text));
  }

  /** Merges a server state that differs from the one known here. */
  function join(component: Component, base = state.component.values): void {
    const merged = mergeTexts(texts, base, state.values, component.values);
    for (const text of texts) {
      // An unresolved conflict stays one, against the server's current text.
      const undecided = state.conflicts[text] !== undefined && merged.conflicts[text] === undefined;
      if (undecided && merged.values[text] !== component.values[text]) {
        merged.conflicts[text] = component.values[text] ?? '';
      }
    }
    set({ component, ...merged });
  }

  function accept(sent: ComponentValues, component: Component): void {
    // The server may normalize a name; while the user is typing, the field keeps what they typed.
    const values = { ...component.values, ...sent };
    join({ ...component, values }, { ...state.component.values, ...sent });
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), PAUSE_MS);
  }

  function save(leaving = false): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (running) {
      again = true;
      return running;
    }
    if (sendable().length === 0) return Promise.resolve();
    running = run(leaving).finally(() => {
      running = null;
    });
    return running;
  }

  async function run(leaving: boolean): Promise<void> {
    set({ saving: true, failure: null });
    let collisions = 0;
    do {
      again = false;
      const before = state.component;
      const values = Object.fromEntries(sendable().map((text) => [text, state.values[text] ?? '']));
      if (Object.keys(values).length === 0) break;
      try {
        const request = { componentId: before.id, version: before.version, values };
        const { saved, component } = await options.save(request, leaving);
        if (saved) {
          accept(values, component);
        } else {
          collisions += 1;
          if (collisions > MAX_COLLISIONS) throw new Error('collides without end');
          join(component);
          again = true;
        }
      } catch (error) {
        set({ saving: false, failure: options.describe(error) });
        return;
      }
    } while (again);
    set({ saving: false });
  }

  return {
    kind,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    write(text: ComponentText, value: string): void {
      set({ values: { ...state.values, [text]: value } });
      schedule();
    },

    /** Saves everything unsaved now; resolves after the attempt, whether or not it succeeded. */
    flush: save,

    /** Resolves a conflict in favor of this tab: its text will overwrite the other one. */
    keepMine(text: ComponentText): void {
      set({ conflicts: without(state.conflicts, text) });
      void save();
    },

    /** Resolves a conflict in favor of the other text. */
    takeTheirs(text: ComponentText): void {
      const theirs = state.conflicts[text];
      if (theirs === undefined) return;
      const conflicts = without(state.conflicts, text);
      set({ conflicts, values: { ...state.values, [text]: theirs } });
      void save();
    },

    /** Restores what an earlier visit in this tab left unsaved. */
    restore(draft: string): void {
      const left = readDraftContent(draft);
      if (!left) return;
      const open = texts.filter((text) => left.values[text] !== undefined);
      const known = state.component.values;
      const merged = mergeTexts(open, left.base, left.values, known);
      for (const text of left.undecided) {
        if (left.values[text] !== known[text]) merged.conflicts[text] = known[text] ?? '';
      }
      set({ values: { ...state.values, ...merged.values }, conflicts: merged.conflicts });
      schedule();
    },

    /**
     * Takes the component as it was just loaded, which may be older than what was saved from here since. A newer
     * profile version means that another component was chosen.
     */
    receive(component: Component, ofProfile: number): void {
      const known = state.component;
      const chosen = ofProfile > profileVersion;
      if (chosen) profileVersion = ofProfile;
      const newer =
        known.id === component.id ? component.version > known.version : known.id === null;
      if (!running && (chosen ? known.id !== component.id || newer : newer)) {
        join(component);
        // The server is reachable, whatever the last attempt said.
        set({ failure: null });
        if (sendable().length > 0) schedule();
      } else if (known.id === component.id) {
        set({ component: { ...state.component, sharedWith: component.sharedWith } });
      }
    },

    /** Whether this version is already here or is being saved from here. */
    knows(id: string, version: number): boolean {
      const { component } = state;
      return component.id === id && (running !== null || component.version >= version);
    },
  };
}

function readDraftContent(draft: string): Draft | null {
  return draft === '' ? null : (JSON.parse(draft) as Draft);
}

function without(values: ComponentValues, text: ComponentText): ComponentValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== text));
}

export interface MergedTexts {
  /** What the fields show: where both sides changed a text, the one from here. */
  values: ComponentValues;
  /** The other side's text wherever both sides changed it differently; the user has to choose. */
  conflicts: ComponentValues;
}

/**
 * Merges what changed here and elsewhere since both sides had `base`. A text that only one side changed is taken from
 * that side.
 */
export function mergeTexts(
  texts: readonly ComponentText[],
  base: ComponentValues,
  mine: ComponentValues,
  theirs: ComponentValues,
): MergedTexts {
  const merged: MergedTexts = { values: {}, conflicts: {} };
  for (const text of texts) {
    const [before, here, there] = [base[text] ?? '', mine[text] ?? '', theirs[text] ?? ''];
    merged.values[text] = here === before ? there : here;
    if (here !== before && there !== before && here !== there) merged.conflicts[text] = there;
  }
  return merged;
}

export type SaveState =
  'untouched' | 'saved' | 'saving' | 'waiting' | 'choose' | 'too-long' | 'failed';

export function saveState({ kind }: ComponentEditor, state: EditorState): SaveState {
  if (state.failure !== null) return 'failed';
  if (state.saving) return 'saving';
  if (Object.keys(state.conflicts).length > 0) return 'choose';
  const unsaved = unsavedTexts(kind, state);
  const tooLong = tooLongTexts(kind, state);
  if (unsaved.some((text) => !tooLong.includes(text))) return 'waiting';
  if (unsaved.length > 0) return 'too-long';
  return state.component.id === null ? 'untouched' : 'saved';
}

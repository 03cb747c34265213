import {
  type Component,
  type ComponentKind,
  type ComponentText,
  type ComponentValues,
  isLongerThan,
  maxLengthOf,
  textsOf,
} from './component';

/** How long someone pauses before what they typed is saved. */
export const PAUSE_MS = 800;
/** Each collision means that someone else saved in between: so many in a row mean that something is broken. */
const MAX_COLLISIONS = 5;

export interface EditorState {
  /** As the server has it, as far as is known here. */
  component: Component;
  /** What is shown. */
  values: ComponentValues;
  /** What someone wrote elsewhere at the same time; nothing of these texts is saved until it is chosen. */
  conflicts: ComponentValues;
  saving: boolean;
  /** Why the last try failed; null when it did not. */
  failure: string | null;
}

export interface ComponentEditorOptions {
  kind: ComponentKind;
  component: Component;
  /** Of the profile that the component was read with. */
  profileVersion: number;
  /** Rejects when the server could not be asked, or refused. */
  save(
    request: { componentId: string | null; version: number; values: ComponentValues },
    leaving: boolean,
  ): Promise<{ saved: boolean; component: Component }>;
  /** What a person reads of a failure. */
  describe(error: unknown): string;
  /** Keeps what is not saved where a reload finds it; empty: nothing. */
  keepDraft(draft: string): void;
}

/** What is not saved, by text. */
interface Draft {
  /** What the server had. */
  base: ComponentValues;
  values: ComponentValues;
  /** Those that someone else wrote as well: the person has seen that, and has not chosen. */
  undecided: ComponentText[];
}

export type ComponentEditor = ReturnType<typeof createComponentEditor>;

/** The texts that differ from what the server has, apart from those that someone has to choose about. */
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
 * One component being written: saves after each pause, and joins in what is saved elsewhere, without ever writing over
 * it. A store outside of React: it outlives the steps of the page.
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

  /** The server has something else than was known here. */
  function join(component: Component, base = state.component.values): void {
    const merged = mergeTexts(texts, base, state.values, component.values);
    for (const text of texts) {
      // What was asked about and is not decided yet stays asked, about what is there now.
      const undecided = state.conflicts[text] !== undefined && merged.conflicts[text] === undefined;
      if (undecided && merged.values[text] !== component.values[text]) {
        merged.conflicts[text] = component.values[text] ?? '';
      }
    }
    set({ component, ...merged });
  }

  function accept(sent: ComponentValues, component: Component): void {
    // The server may have tidied a name: under someone's hands it stays as they typed it.
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

    /** Saves at once what there is to save; resolves when that was tried. */
    flush: save,

    /** What was written here is kept; what was written elsewhere will be replaced by it. */
    keepMine(text: ComponentText): void {
      set({ conflicts: without(state.conflicts, text) });
      void save();
    },

    /** What was written elsewhere is kept. */
    takeTheirs(text: ComponentText): void {
      const theirs = state.conflicts[text];
      if (theirs === undefined) return;
      const conflicts = without(state.conflicts, text);
      set({ conflicts, values: { ...state.values, [text]: theirs } });
      void save();
    },

    /** What an earlier visit of this tab left unsaved. */
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
     * The component as it was read just now, which may be older than what was saved from here meanwhile. The version
     * of the profile says whether another component was chosen.
     */
    receive(component: Component, ofProfile: number): void {
      const known = state.component;
      const chosen = ofProfile > profileVersion;
      if (chosen) profileVersion = ofProfile;
      const newer =
        known.id === component.id ? component.version > known.version : known.id === null;
      if (!running && (chosen ? known.id !== component.id || newer : newer)) {
        join(component);
        // The server is there, whatever the last try said.
        set({ failure: null });
        if (sendable().length > 0) schedule();
      } else if (known.id === component.id) {
        set({ component: { ...state.component, sharedWith: component.sharedWith } });
      }
    },

    /** Whether a change told of is one that is here already, or being made from here. */
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
  /** What is shown: wherever both sides wrote, what was written here. */
  values: ComponentValues;
  /** What was written elsewhere, where both sides wrote something else: someone has to choose. */
  conflicts: ComponentValues;
}

/**
 * Joins what was written here and what was written elsewhere since both were `base`. A text that only one side changed
 * is taken from that side.
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

/** Whether what was written in a component is safe. */
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

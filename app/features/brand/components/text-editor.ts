import { fieldsOf, isTextList, parsedOf, textFieldsOf } from '~/lib/json';

/** How long typing must pause before it is saved. */
export const PAUSE_MS = 800;
/** Each collision means that someone else saved in between; this many in a row mean that something is broken. */
const MAX_COLLISIONS = 5;

/** Which texts there are, and which of them can't be saved as they are. */
export interface TextRules<Text extends string> {
  texts: readonly Text[];
  isInvalid(text: Text, value: string): boolean;
}

export type TextValues<Text extends string> = Partial<Record<Text, string>>;

/** Texts that are saved together. Before anything is written, they may have no id, and their version is 0. */
export interface EditedTexts<Text extends string> {
  id: string | null;
  version: number;
  /** Has every text. */
  values: TextValues<Text>;
}

export interface EditorState<Text extends string, Edited = EditedTexts<Text>> {
  /** The last known state on the server. */
  component: Edited;
  /** What the fields show. */
  values: TextValues<Text>;
  /** Texts that someone else changed at the same time. None of them is saved until the user resolves the conflict. */
  conflicts: TextValues<Text>;
  saving: boolean;
  /** Why the last save failed; null when it succeeded. */
  failure: string | null;
}

export interface SaveRequest<Text extends string> {
  componentId: string | null;
  version: number;
  values: TextValues<Text>;
}

export interface EditorOptions<Text extends string, Edited extends EditedTexts<Text>> {
  rules: TextRules<Text>;
  component: Edited;
  /** The version of the profile that they were loaded with. */
  profileVersion: number;
  /** Rejects when the request fails or the server refuses it. */
  save(
    request: SaveRequest<Text>,
    leaving: boolean,
  ): Promise<{ saved: boolean; component: Edited }>;
  /** The message that the user reads about a failure. */
  describe(error: unknown): string;
  /** Stores unsaved text where a reload finds it; an empty string removes it. */
  keepDraft(draft: string): void;
}

/** Unsaved texts by field. */
interface Draft<Text extends string> {
  /** What the server had. */
  base: TextValues<Text>;
  values: TextValues<Text>;
  /** Fields with a conflict that the user has seen but not resolved. */
  undecided: Text[];
}

export type TextEditor<Text extends string, Edited extends EditedTexts<Text>> = ReturnType<
  typeof createTextEditor<Text, Edited>
>;

/** The fields that differ from the server's state, except those in conflict. */
export function unsavedOf<Text extends string>(
  { texts }: TextRules<Text>,
  state: EditorState<Text>,
): Text[] {
  return texts.filter(
    (text) =>
      state.values[text] !== state.component.values[text] && state.conflicts[text] === undefined,
  );
}

export function invalidOf<Text extends string>(
  { texts, isInvalid }: TextRules<Text>,
  { values }: Pick<EditorState<Text>, 'values'>,
): Text[] {
  return texts.filter((text) => isInvalid(text, values[text] ?? ''));
}

/**
 * Edits texts that are saved together: saves after each pause and merges what is saved elsewhere, without ever overwriting it. The
 * store lives outside React because it outlives the steps of the page.
 */
export function createTextEditor<Text extends string, Edited extends EditedTexts<Text>>(
  options: EditorOptions<Text, Edited>,
) {
  const { rules } = options;
  const { texts } = rules;
  const listeners = new Set<() => void>();
  let { profileVersion } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let state: EditorState<Text, Edited> = {
    component: options.component,
    values: options.component.values,
    conflicts: {},
    saving: false,
    failure: null,
  };

  function set(change: Partial<EditorState<Text, Edited>>): void {
    state = { ...state, ...change };
    keep();
    for (const listener of listeners) listener();
  }

  function keep(): void {
    const open = texts.filter((text) => state.values[text] !== state.component.values[text]);
    const pick = (values: TextValues<Text>) =>
      Object.fromEntries(open.map((text) => [text, values[text]])) as TextValues<Text>;
    const draft: Draft<Text> = {
      base: pick(state.component.values),
      values: pick(state.values),
      undecided: open.filter((text) => state.conflicts[text] !== undefined),
    };
    options.keepDraft(open.length > 0 ? JSON.stringify(draft) : '');
  }

  function sendable(): Text[] {
    const invalid = invalidOf(rules, state);
    return unsavedOf(rules, state).filter((text) => !invalid.includes(text));
  }

  /** Merges a server state that differs from the one known here. */
  function join(component: Edited, base = state.component.values): void {
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

  function accept(sent: TextValues<Text>, component: Edited): void {
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
      const values = Object.fromEntries(
        sendable().map((text) => [text, state.values[text] ?? '']),
      ) as TextValues<Text>;
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
    rules,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    write(text: Text, value: string): void {
      set({ values: { ...state.values, [text]: value } });
      schedule();
    },

    /** Saves everything unsaved now; resolves after the attempt, whether or not it succeeded. */
    flush: save,

    /** Resolves a conflict in favor of this tab: its text will overwrite the other one. */
    keepMine(text: Text): void {
      set({ conflicts: without(state.conflicts, text) });
      void save();
    },

    /** Resolves a conflict in favor of the other text. */
    takeTheirs(text: Text): void {
      const theirs = state.conflicts[text];
      if (theirs === undefined) return;
      const conflicts = without(state.conflicts, text);
      set({ conflicts, values: { ...state.values, [text]: theirs } });
      void save();
    },

    /** Restores what an earlier visit in this tab left unsaved. */
    restore(draft: string): void {
      const left = draftIn(draft, texts);
      const open = texts.filter((text) => left.values[text] !== undefined);
      if (open.length === 0) return;
      const known = state.component.values;
      const merged = mergeTexts(open, left.base, left.values, known);
      for (const text of open) {
        const undecided = left.undecided.includes(text);
        if (undecided && left.values[text] !== known[text]) {
          merged.conflicts[text] = known[text] ?? '';
        }
      }
      set({ values: { ...state.values, ...merged.values }, conflicts: merged.conflicts });
      schedule();
    },

    /**
     * Takes the component as it was just loaded, which may be older than what was saved from here since. A newer
     * profile version means that another component was chosen.
     */
    receive(component: Edited, ofProfile: number): void {
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
        // The same texts, which others may share by now.
        set({ component: { ...component, version: known.version, values: known.values } });
      }
    },

    /** Whether this version is already here or is being saved from here. */
    knows(id: string, version: number): boolean {
      const { component } = state;
      return component.id === id && (running !== null || component.version >= version);
    },
  };
}

/** A draft that any version of the app may have stored: what isn't a text of the editor is left out. */
function draftIn<Text extends string>(stored: string, texts: readonly Text[]): Draft<Text> {
  const { base, values, undecided } = fieldsOf(parsedOf(stored));
  return {
    base: textFieldsOf(base, texts),
    values: textFieldsOf(values, texts),
    undecided: texts.filter((text) => isTextList(undecided) && undecided.includes(text)),
  };
}

/** The version and the texts that a server sent in a refusal; null if it sent none. */
export function refusedTexts<Text extends string>(
  body: unknown,
  texts: readonly Text[],
): Pick<EditedTexts<Text>, 'version' | 'values'> | null {
  const { version, values: sent } = fieldsOf(body);
  const values = textFieldsOf(sent, texts);
  const isWhole = typeof version === 'number' && texts.every((text) => values[text] !== undefined);
  return isWhole ? { version, values } : null;
}

function without<Text extends string>(values: TextValues<Text>, text: Text): TextValues<Text> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => name !== text),
  ) as TextValues<Text>;
}

export interface MergedTexts<Text extends string> {
  /** What the fields show: where both sides changed a text, the one from here. */
  values: TextValues<Text>;
  /** The other side's text wherever both sides changed it differently; the user has to choose. */
  conflicts: TextValues<Text>;
}

/**
 * Merges what changed here and elsewhere since both sides had `base`. A text that only one side changed is taken from
 * that side.
 */
export function mergeTexts<Text extends string>(
  texts: readonly Text[],
  base: TextValues<Text>,
  mine: TextValues<Text>,
  theirs: TextValues<Text>,
): MergedTexts<Text> {
  const merged: MergedTexts<Text> = { values: {}, conflicts: {} };
  for (const text of texts) {
    const [before, here, there] = [base[text] ?? '', mine[text] ?? '', theirs[text] ?? ''];
    merged.values[text] = here === before ? there : here;
    if (here !== before && there !== before && here !== there) merged.conflicts[text] = there;
  }
  return merged;
}

export type SaveState =
  'untouched' | 'saved' | 'saving' | 'waiting' | 'choose' | 'too-long' | 'failed';

export function saveState<Text extends string>(
  { rules }: { rules: TextRules<Text> },
  state: EditorState<Text>,
): SaveState {
  if (state.failure !== null) return 'failed';
  if (state.saving) return 'saving';
  if (Object.keys(state.conflicts).length > 0) return 'choose';
  const unsaved = unsavedOf(rules, state);
  const invalid = invalidOf(rules, state);
  if (unsaved.some((text) => !invalid.includes(text))) return 'waiting';
  if (unsaved.length > 0) return 'too-long';
  return state.component.id === null ? 'untouched' : 'saved';
}

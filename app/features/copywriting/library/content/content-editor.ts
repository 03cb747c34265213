import type { ContentText } from './content';

/** The outcome of a save. */
export type SaveResult =
  | { type: 'saved'; version: number }
  /** Someone else saved in between; `theirs` is the current text. */
  | { type: 'conflict'; theirs: ContentText }
  | { type: 'gone' }
  /** `reason` is for the user. */
  | { type: 'failed'; reason: string };

export type EditorStatus =
  /** The shown text is stored. */
  | { type: 'saved' }
  | { type: 'unsaved' }
  | { type: 'saving' }
  | { type: 'failed'; reason: string }
  | { type: 'conflict'; theirs: ContentText }
  | { type: 'gone' };

export interface EditorState {
  title: string;
  content: string;
  /** The stored version that this is based on. */
  version: number;
  status: EditorStatus;
}

export interface EditorBackend {
  save(text: ContentText, putAway: boolean): Promise<SaveResult>;
  /** The currently stored text; null when it can't be loaded. */
  read(): Promise<ContentText | null>;
  /** Stores unsaved text for after a page unload; null removes it. */
  keepDraft(draft: ContentText | null): void;
}

/** Typing must pause this long before it is saved. */
export const PAUSE_MS = 1_000;

const TITLE_MISSING = 'title-missing';
export const isTitleMissing = ({ status }: EditorState) =>
  status.type === 'failed' && status.reason === TITLE_MISSING;

/**
 * Edits a content: saves while the user types, one request at a time, and never overwrites someone else's text
 * without the user's consent. Independent of React and HTTP.
 */
export class ContentEditor {
  #state: EditorState;
  #stored: ContentText;
  #backend: EditorBackend;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #listeners = new Set<() => void>();

  constructor(loaded: ContentText, backend: EditorBackend) {
    this.#stored = loaded;
    this.#backend = backend;
    this.#state = { ...loaded, status: { type: 'saved' } };
  }

  readonly current = (): EditorState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  type(change: { title?: string; content?: string }): void {
    const { status } = this.#state;
    const text = { title: this.#state.title, content: this.#state.content, ...change };
    // A conflict remains until it is resolved, and a deleted content until it is restored.
    const open = status.type === 'conflict' || status.type === 'gone' || status.type === 'saving';
    this.#set({ ...text, status: open ? status : { type: 'unsaved' } });
    this.#backend.keepDraft({ ...text, version: this.#stored.version });
    this.#schedule();
  }

  /** Restores a draft from before the page was left. */
  resume(draft: ContentText): void {
    if (!this.#differs(draft)) return this.#backend.keepDraft(null);
    const { title, content, version } = draft;
    const { title: oldTitle, content: oldContent } = this.#stored;
    if (version === this.#stored.version) return this.type({ title, content });
    const theirs = { title: oldTitle, content: oldContent, version: this.#stored.version };
    this.#set({ title, content, status: { type: 'conflict', theirs } });
  }

  /** Saves anything unsaved now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    // Waits for the running request; what was typed since goes next.
    while (this.#running) await this.#running;
    const { type } = this.#state.status;
    if (type === 'conflict' || type === 'gone' || !this.isDirty()) return;
    await this.#save(false);
  }

  /** Whether there is unsaved text. */
  isDirty(): boolean {
    return this.#differs(this.#state);
  }

  /** Another tab or device has saved this version. */
  async onVersion(version: number): Promise<void> {
    if (version <= this.#stored.version || this.#running) return;
    const theirs = await this.#backend.read();
    if (!theirs || theirs.version <= this.#stored.version || this.#running) return;
    this.offer(theirs);
  }

  /** Takes a newer text from the server: shows it at once, unless there is unsaved text. */
  offer(theirs: ContentText): void {
    if (theirs.version <= this.#stored.version) return;
    if (this.isDirty()) return this.#set({ status: { type: 'conflict', theirs } });
    this.replace(theirs);
  }

  /** Replaces the text with the stored one, at the user's request. */
  replace({ title, content, version }: ContentText): void {
    clearTimeout(this.#timer);
    this.#stored = { title, content, version };
    this.#backend.keepDraft(null);
    this.#set({ title, content, version, status: { type: 'saved' } });
  }

  onDeleted(): void {
    clearTimeout(this.#timer);
    this.#set({ status: { type: 'gone' } });
  }

  /** The deletion was undone. */
  async onRestored(): Promise<void> {
    if (this.#state.status.type !== 'gone') return;
    this.#set({ status: this.isDirty() ? { type: 'unsaved' } : { type: 'saved' } });
    await this.flush();
  }

  /** Resolves a conflict in favor of this text; the other one becomes a version. */
  async keepMine(): Promise<void> {
    const { status } = this.#state;
    if (status.type !== 'conflict') return;
    this.#stored = status.theirs;
    this.#set({ version: status.theirs.version });
    await this.#save(true);
  }

  /** Resolves a conflict in favor of the other text. */
  takeTheirs(): void {
    const { status } = this.#state;
    if (status.type === 'conflict') this.replace(status.theirs);
  }

  #differs({ title, content }: { title: string; content: string }): boolean {
    return title !== this.#stored.title || content !== this.#stored.content;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS);
  }

  async #save(putAway: boolean): Promise<void> {
    const { title, content } = this.#state;
    const { version } = this.#stored;
    if (title.trim() === '') {
      return this.#set({ status: { type: 'failed', reason: TITLE_MISSING } });
    }
    this.#set({ status: { type: 'saving' } });
    const saving = this.#backend
      .save({ title, content, version }, putAway)
      .then((result) => this.#applyResult(result, { title, content }));
    this.#running = saving.finally(() => (this.#running = null));
    await this.#running;
  }

  #applyResult(result: SaveResult, sent: { title: string; content: string }): void {
    // The content was deleted during the request.
    if (this.#state.status.type === 'gone') return;
    if (result.type !== 'saved') return this.#set({ status: result });
    this.#stored = { ...sent, version: result.version };
    const dirty = this.isDirty();
    this.#backend.keepDraft(
      dirty
        ? { title: this.#state.title, content: this.#state.content, version: result.version }
        : null,
    );
    this.#set({
      version: result.version,
      status: dirty ? { type: 'unsaved' } : { type: 'saved' },
    });
  }

  #set(change: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

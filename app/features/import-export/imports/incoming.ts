import type { UserScope } from '~/lib/scope';

// What an import is made of, whichever service it comes from. All of it is as untrusted as what a stranger types.

export type IncomingService = 'chatgpt' | 'brandwright';

/** An uploaded file, read wherever it is wanted. */
export interface UploadedFile {
  name: string;
  /** Bytes. */
  size: number;
  /** From `start` up to but without `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** A file that a message refers to; its bytes are asked of the source. */
export interface IncomingFile {
  /** What the source finds it by. */
  ref: string;
  /** As it was called there; null where no one knows. */
  name: string | null;
}

/** Times are milliseconds since the epoch. */
export interface IncomingMessage {
  /** Names it within its conversation, in every export. */
  key: string;
  /** Null for a first message. Parents come before their children. */
  parentKey: string | null;
  role: 'user' | 'assistant';
  /** Markdown. */
  text: string;
  model: string | null;
  timestamp: number | null;
  files: readonly IncomingFile[];
  /** What was read from its files: only our own exports have it. */
  context?: string;
}

export interface IncomingConversation {
  /** Names it within its service, in every export. */
  key: string;
  /** Without `[ChatGPT]`; null where it has none. */
  title: string | null;
  createdAt: number | null;
  updatedAt: number | null;
  /** How many messages will be shown, over all branches. */
  messageCount: number;
  /** Files that it speaks of and the export does not have: a later export may. Not told by our own archives. */
  missingFiles?: number;
  /** The last message of the branch that is shown; null: the latest. */
  activeKey: string | null;
  /** Once, in an order in which parents come before their children. */
  messages(): Iterable<IncomingMessage> | AsyncIterable<IncomingMessage>;
  archived: boolean;
  pinned: boolean;
  /** What could not be shown, by what it is: `{ 'a file that the export does not have': 2 }`. Whole after the messages were read. */
  remarks(): Readonly<Record<string, number>>;
  /** What only our own exports tell: see archive/. */
  settings?: {
    /** Whole, as it was. */
    title: string;
    originalCreationDate: number | null;
    model: string | null;
    systemPrompt: string;
    /** Ids in the archive. */
    profileId: string | null;
    folderId: string | null;
    pinnedAt: number | null;
    archivedAt: number | null;
  };
}

/** A conversation that cannot be read; the others can. */
export interface UnreadableConversation {
  key: string | null;
  title: string | null;
  /** A sentence for the person. */
  unreadable: string;
}

/** An export, opened. */
export interface IncomingSource {
  service: IncomingService;
  /**
   * All of them, in the order of the export; may be asked for again. With `only`, those keys alone come out, and those that
   * can't be read. A key may come twice, where two exports were uploaded together. Memory stays bounded whatever they
   * hold.
   */
  conversations(options: {
    signal: AbortSignal;
    only?: (key: string) => boolean;
    /** Bytes read so far, of `bytes`. */
    progress?: (read: number) => void;
  }): AsyncIterable<IncomingConversation | UnreadableConversation>;
  /** Bytes that are read to go through all conversations. */
  bytes: number;
  /** Null where the export does not have it. */
  openFile(
    ref: string,
  ): Promise<{ name: string; size: number; open(): Promise<AsyncIterable<Uint8Array>> } | null>;
  /** What it holds beside conversations, as the preview says it: `{ profiles: 3 }`. Only our own archives do. */
  others?: Readonly<Record<string, number>>;
  /**
   * Brings in what it holds beside conversations, before any of them: they name profiles and folders. May be called
   * again: what is there already stays as it is. Resolves to what was new, and to sentences on what could not come in.
   */
  restore?(options: {
    userId: UserScope;
    signal: AbortSignal;
    /** Rows done so far, of `all`. */
    progress?: (done: number, all: number) => void;
  }): Promise<{ others: Record<string, number>; remarks: string[] }>;
  /** Sentences on the whole: a part of the export that is missing, a file that could not be read. */
  remarks(): readonly string[];
}

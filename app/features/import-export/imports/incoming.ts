import type { ImportedCall } from '~/features/chat/index.server';
import type { UserScope } from '~/lib/scope';

// What an import reads, whichever service it comes from. All of it is as untrusted as what a stranger types.

export type IncomingService = 'chatgpt' | 'brandwright';

/** An uploaded file, with random access. */
export interface UploadedFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Up to, but not including, `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** A file that a message refers to; the source has its bytes. */
export interface IncomingFile {
  /** What `IncomingSource.openFile` finds it by; empty for a file of which only the name is known. */
  ref: string;
  /** Null when it isn't known. */
  name: string | null;
}

/** Times are milliseconds since the epoch. */
export interface IncomingMessage {
  /** Identifies it within its conversation, the same in every export. */
  key: string;
  /** Null for a first message. Parents come before their children. */
  parentKey: string | null;
  role: 'user' | 'assistant';
  /** Markdown. */
  text: string;
  model: string | null;
  timestamp: number | null;
  files: readonly IncomingFile[];
  /** The text of its files: only our own archives have it. */
  context?: string;
  /** What an answer had looked up: only our own archives have it. */
  calls?: readonly ImportedCall[];
  /** Its images, by their ids in `mediaItems`: only our own archives have them. */
  images?: readonly { id: string }[];
}

export interface IncomingConversation {
  /** Identifies it within its service, the same in every export. */
  key: string;
  /** Without `[ChatGPT]`; null when it has none. */
  title: string | null;
  createdAt: number | null;
  updatedAt: number | null;
  /** How many messages will be shown, in all branches. */
  messageCount: number;
  /** How many of its files the export lacks: a later export may have them. Our own archives don't say. */
  missingFiles?: number;
  /** The last message of the branch that is shown; null for the latest message. */
  activeKey: string | null;
  /** May be read once; parents come before their children. */
  messages(): Iterable<IncomingMessage> | AsyncIterable<IncomingMessage>;
  archived: boolean;
  pinned: boolean;
  /**
   * Counts of what couldn't be shown: `{ 'a file that’s missing from the export': 2 }`. Complete once the messages are
   * read.
   */
  remarks(): Readonly<Record<string, number>>;
  /** What only our own archives have. */
  settings?: {
    /** Unchanged. */
    title: string;
    originalCreationDate: number | null;
    model: string | null;
    effort: 'low' | 'medium' | 'high' | null;
    systemPrompt: string;
    /** Ids in the archive. */
    profileId: string | null;
    folderId: string | null;
    pinnedAt: number | null;
    archivedAt: number | null;
  };
}

/** A conversation that can't be read, in an export whose others may be. */
export interface UnreadableConversation {
  key: string | null;
  title: string | null;
  /** Why, as a sentence for the person. */
  unreadable: string;
}

/** An export, opened. */
export interface IncomingSource {
  service: IncomingService;
  /**
   * All of them, in the order of the export; may be called again. With `only`, just the conversations with those keys and
   * those that can't be read. A key may come twice when several exports were uploaded together. Memory stays bounded
   * whatever they hold.
   */
  conversations(options: {
    signal: AbortSignal;
    only?: (key: string) => boolean;
    /** Bytes read so far, of `bytes`. */
    progress?: (read: number) => void;
  }): AsyncIterable<IncomingConversation | UnreadableConversation>;
  /** How many bytes are read to go through all conversations. */
  bytes: number;
  /** Null when the export lacks it. */
  openFile(
    ref: string,
  ): Promise<{ name: string; size: number; open(): Promise<AsyncIterable<Uint8Array>> } | null>;
  /** What it holds apart from conversations, as the preview says: `{ profiles: 3 }`. Only our own archives have this. */
  others?: Readonly<Record<string, number>>;
  /**
   * Restores what it holds apart from conversations. Comes first, because conversations refer to profiles and folders.
   * May be called again: what is there already stays as it is. Resolves to the counts of new rows, and to sentences about
   * what couldn't be restored.
   */
  restore?(options: {
    userId: UserScope;
    signal: AbortSignal;
    /** Rows done so far, of `all`. */
    progress?: (done: number, all: number) => void;
  }): Promise<{ others: Record<string, number>; remarks: string[] }>;
  /** Sentences about the whole export: a part that is missing, a file that couldn't be read. */
  remarks(): readonly string[];
}

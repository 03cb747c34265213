import type { GenerationState } from '~/engine/generation';

import type { MessageFile } from '../messages/overflow';

/** How many conversations one request may name; more come in several requests. */
export const MAX_BATCH = 500;

/** A conversation as a list shows it: no bodies. Times are milliseconds since the epoch. */
export interface ConversationItem {
  id: string;
  title: string;
  /** At most 100 characters. */
  lastMessage: string;
  lastUpdated: number;
  originalCreationDate: number | null;
  isPublic: boolean;
  /** When it was pinned; kept in the archive. */
  pinnedAt: number | null;
  archived: boolean;
  folderId: string | null;
}

/** What someone sorts conversations into. */
export interface ConversationFolder {
  id: string;
  name: string;
}

export type FolderGroup = `folder:${string}`;

/** The parts of the list: pinned, each folder, imports from another chat service, the others; and the archive. */
export type ConversationGroup = 'pinned' | 'imports' | 'others' | 'archived' | FolderGroup;

/** How many conversations the parts hold that may be closed, as the filter has it. */
export interface GroupCounts {
  imports: number;
  /** By folder; a folder without any is not there. */
  folders: Record<string, number>;
}

export interface ConversationPage {
  items: ConversationItem[];
  /** Asks for the next page; null on the last one. */
  cursor: string | null;
}

/** The list as it begins. */
export interface ConversationOverview {
  pinned: ConversationPage;
  /** What is in them is loaded when they are opened. */
  folders: (ConversationFolder & { count: number })[];
  imports: ConversationPage & { count: number };
  others: ConversationPage;
  /** The number of the newest live change that this contains. */
  seq: number;
}

/** A message as the chat shows it. */
export interface ChatMessageView {
  id: string;
  /** What it follows; null for the first of a conversation. */
  parentId: string | null;
  /** All versions of its place, oldest first; empty where it is the only one. */
  versions: string[];
  role: 'user' | 'assistant';
  /** Rendered on the server; null while it is being written. */
  html: string | null;
  /** The Markdown of an answer that is being written, as far as it is; else empty. */
  text: string;
  timestamp: number;
  /** What it has cost, over all its attempts; null where nothing was used. */
  usage: AnswerUsage | null;
  /** `html` has only the beginning and a note: the rest is asked for when it is wanted. */
  overflow: boolean;
  files: MessageFile[];
  /** `files` are only the first ones. */
  moreFiles: boolean;
  /** How the answer stands; null for a person's message and for answers that ended well. */
  answer: { state: GenerationState; reason: string | null } | null;
}

/** What an answer has used. */
export interface AnswerUsage {
  /** As it is charged: times the model's weight. */
  tokens: number;
  /** The model's name, for people. */
  model: string;
}

/** Live changes with the topic `conversation`. */
export type ConversationEvent =
  | { type: 'changed'; conversation: ConversationItem }
  | { type: 'removed'; id: string }
  /** Many at once. */
  | { type: 'several'; changed: ConversationItem[]; removed: string[] };

/** Live changes with the topic `folder`. */
export type FolderChange =
  | { type: 'changed'; folder: ConversationFolder }
  /** What it held is back in the list. */
  | { type: 'removed'; id: string };

/** Live changes with the topic `answer`: one began or ended. */
export interface AnswerEvent {
  id: string;
  conversationId: string;
  state: GenerationState;
  reason: string | null;
  /** When it has ended: what it used, and its conversation with it. */
  usage?: AnswerUsage | null;
  conversationTokens?: number;
}

/** Live changes with the topic `branch`: the conversation shows another one, which ends with `leafId`. */
export interface BranchChange {
  conversationId: string;
  leafId: string;
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    conversation: ConversationEvent;
    answer: AnswerEvent;
    branch: BranchChange;
    folder: FolderChange;
  }
}

/** A question, and the answer that it gets. */
export interface Sent {
  conversationId: string;
  questionId: string;
  /** The answer's message, and its generation. */
  answerId: string;
}

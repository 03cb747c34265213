import type { GenerationState } from '~/engine/generation';

import type { ImageOffer, MessageImage } from '../images/message-image';
import type { MessageFile } from '../messages/overflow';

/** The most conversations in one request; more are sent in several. */
export const MAX_BATCH = 500;

/** A conversation in a list, without bodies. Times are milliseconds since the epoch. */
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

/** What a person sorts conversations into. */
export interface ConversationFolder {
  id: string;
  name: string;
}

export type FolderGroup = `folder:${string}`;

/** The parts of the list: pinned, each folder, imports from another chat service, the others; and the archive. */
export type ConversationGroup = 'pinned' | 'imports' | 'others' | 'archived' | FolderGroup;

/** The numbers of conversations in the parts that may be closed, narrowed by the filter. */
export interface GroupCounts {
  imports: number;
  /** By folder, without the empty ones. */
  folders: Record<string, number>;
}

export interface ConversationPage {
  items: ConversationItem[];
  /** Requests the next page; null on the last one. */
  cursor: string | null;
}

/** The start of the list. */
export interface ConversationOverview {
  pinned: ConversationPage;
  /** Their conversations are loaded when a folder is opened. */
  folders: (ConversationFolder & { count: number })[];
  imports: ConversationPage & { count: number };
  others: ConversationPage;
  /** The number of the newest live change that this contains. */
  seq: number;
}

/** A message as the chat shows it. */
export interface ChatMessageView {
  id: string;
  /** The message before it; null for the first one of a conversation. */
  parentId: string | null;
  /** All versions in its place, oldest first; empty if it is the only one. */
  versions: string[];
  role: 'user' | 'assistant';
  /** Rendered on the server; null while it is being written. */
  html: string | null;
  /** The text so far of an answer that is being written, in Markdown; otherwise empty. */
  text: string;
  timestamp: number;
  /** What it has used, over all its attempts; null for nothing. */
  usage: AnswerUsage | null;
  /** How many things an answer has had looked up. */
  calls: number;
  /** `html` has only the beginning and a note; the rest is loaded on request. */
  overflow: boolean;
  files: MessageFile[];
  /** `files` are only the first ones. */
  moreFiles: boolean;
  /** What was made for an answer, or chosen for a question. */
  images: MessageImage[];
  /** The image offered for the last answer. */
  imageOffer: ImageOffer | null;
  /** The state of an answer; null for a person's message and for a complete answer. */
  answer: {
    state: GenerationState;
    reason: string | null;
    /** How long one that is running had run by then, in milliseconds; unset where it isn't known. */
    ranMs?: number;
  } | null;
}

/** What an answer has used. */
export interface AnswerUsage {
  /** As it is charged: multiplied by the model's weight. */
  tokens: number;
  /** The model's name, for people. */
  model: string;
  /** How long the model thought, in milliseconds; 0 if it didn't, or didn't say. */
  thoughtMs: number;
  /** Null if the provider reported no numbers. */
  reported: ReportedUsage | null;
}

/** The part of its conversation that an answer was based on. */
export interface AnswerContext {
  /** How much of what the AI can read at once its prompt was, in percent. */
  percent: number;
  /** The first message that it read, if those before it didn't fit; null for all of them. */
  from: string | null;
  /** How many messages were left out. */
  leftOut: number;
}

/** What the provider reported, before the model's weight. */
export interface ReportedUsage {
  read: number;
  written: number;
  /** Parts of what was read. */
  cached: number;
  cacheWritten: number;
  /** A part of what was written. */
  reasoning: number;
  /** A part of both. */
  audio: number;
  /** In US dollars; null if it is unknown or not for this person. */
  cost: number | null;
}

/** Live events with the topic `conversation`. */
export type ConversationEvent =
  | { type: 'changed'; conversation: ConversationItem }
  | { type: 'removed'; id: string }
  /** Several in one event. */
  | { type: 'several'; changed: ConversationItem[]; removed: string[] };

/** Live events with the topic `folder`. */
export type FolderChange =
  | { type: 'changed'; folder: ConversationFolder }
  /** Its conversations are back in the list. */
  | { type: 'removed'; id: string };

/** Live events with the topic `answer`: one started or ended. */
export interface AnswerEvent {
  id: string;
  conversationId: string;
  state: GenerationState;
  reason: string | null;
  /** What it is based on; missing where only its text grew. */
  context?: AnswerContext | null;
  /** When it has ended: what it used, and what its conversation used in all. */
  usage?: AnswerUsage | null;
  conversationTokens?: number;
}

/** Live events with the topic `branch`: the conversation now shows the one that ends with `leafId`. */
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

/** A question and its answer. */
export interface Sent {
  conversationId: string;
  questionId: string;
  /** The id of the answer's message and of its generation. */
  answerId: string;
  /** The image offered for the answer. */
  imageOffer?: ImageOffer;
}

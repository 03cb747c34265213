import type { GenerationState } from '~/features/generation';

import type { MessageFile } from './overflow';

/** A conversation as a list shows it: no bodies. Times are milliseconds since the epoch. */
export interface ConversationItem {
  id: string;
  title: string;
  /** At most 100 characters. */
  lastMessage: string;
  lastUpdated: number;
  originalCreationDate: number | null;
  isPublic: boolean;
}

/** The two parts of the list: imports from another chat service, and the others. */
export type ConversationGroup = 'imports' | 'others';

export interface ConversationPage {
  items: ConversationItem[];
  /** Asks for the next page; null on the last one. */
  cursor: string | null;
}

/** The list as it begins. */
export interface ConversationOverview {
  others: ConversationPage;
  imports: ConversationPage & { count: number };
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
  /** `html` has only the beginning and a note: the rest is asked for when it is wanted. */
  overflow: boolean;
  files: MessageFile[];
  /** `files` are only the first ones. */
  moreFiles: boolean;
  /** How the answer stands; null for a person's message and for answers that ended well. */
  answer: { state: GenerationState; reason: string | null } | null;
}

/** Live changes with the topic `conversation`. */
export type ConversationChange =
  { type: 'changed'; conversation: ConversationItem } | { type: 'removed'; id: string };

/** Live changes with the topic `answer`: one began or ended. */
export interface AnswerChange {
  id: string;
  conversationId: string;
  state: GenerationState;
  reason: string | null;
}

/** Live changes with the topic `branch`: the conversation shows another one, which ends with `leafId`. */
export interface BranchChange {
  conversationId: string;
  leafId: string;
}

/** A part of a text; `hit` if it matches the query. */
export interface TextPart {
  text: string;
  hit: boolean;
}

export interface ConversationHit {
  conversationId: string;
  title: TextPart[];
  /** Milliseconds since the epoch. */
  date: number;
}

export interface MessageHit {
  conversationId: string;
  messageId: string;
  /** The conversation's title as people see it. */
  title: string;
  role: 'user' | 'assistant';
  at: number;
  snippet: TextPart[];
}

export interface SearchResults {
  /** Conversations whose title matches the query, newest first; on the first page only. */
  conversations: ConversationHit[];
  /** Messages that match the query, newest first. */
  messages: MessageHit[];
  /** Requests the next page; null on the last one. */
  cursor: string | null;
}

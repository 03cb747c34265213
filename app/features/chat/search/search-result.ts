/** A piece of a text; what was looked for is a hit. */
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
  /** The conversation's, as people see it. */
  title: string;
  role: 'user' | 'assistant';
  at: number;
  snippet: TextPart[];
}

export interface SearchResults {
  /** Conversations whose title has what was typed, newest first; on the first page only. */
  conversations: ConversationHit[];
  /** Messages that have it, newest first. */
  messages: MessageHit[];
  /** Asks for the next page; null on the last one. */
  cursor: string | null;
}

/** The public link of a conversation, as its owner sees it. Times are milliseconds since the epoch. */
export interface Share {
  id: string;
  /** The whole address. */
  url: string;
  /** Messages up to here are shown. */
  createdAt: number;
  /** When the link ends by itself; null: not before it is taken back. */
  expiresAt: number | null;
  /** Messages written since, which the link does not show. */
  newer: number;
}

/** One of a user's links in the list of all. */
export interface ShareItem {
  id: string;
  url: string;
  conversationId: string;
  title: string;
  createdAt: number;
  expiresAt: number | null;
}

export interface SharePage {
  items: ShareItem[];
  /** Asks for the next page; null on the last one. */
  cursor: string | null;
}

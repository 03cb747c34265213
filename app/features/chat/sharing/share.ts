/** The public link of a conversation, as its owner sees it. Times are milliseconds since the epoch. */
export interface Share {
  id: string;
  /** The absolute address. */
  url: string;
  /** It shows messages up to this time. */
  createdAt: number;
  /** When the link expires; null for never. */
  expiresAt: number | null;
  /** The number of messages written since, which the link doesn't show. */
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
  /** Requests the next page; null on the last one. */
  cursor: string | null;
}

/** What the server sends to a browser, and back. Payloads stay small: deltas and ids, never accumulated text. */

export interface LiveChange {
  /** Which feature understands `data`, and how: `conversation`, `answer`, … */
  topic: string;
  data: unknown;
}

/** What one transaction changed of the user's. Numbers of one user follow each other: a gap means one was missed. */
export interface LiveChanges {
  seq: number;
  changes: LiveChange[];
}

/** New text of a running answer, from `offset` (UTF-16 units) on. */
export interface LiveDelta {
  id: string;
  offset: number;
  text: string;
}

/** How an answer stands: the reply to `watch`. `text` is what lies beyond the asked offset. */
export interface WatchedAnswer {
  state: string;
  reason: string | null;
  offset: number;
  text: string;
}

export interface ServerToBrowser {
  /** First word on every (re)connection: the number of the newest change. */
  hello: (state: { seq: number }) => void;
  changes: (changes: LiveChanges) => void;
  delta: (delta: LiveDelta) => void;
  /** How something stands, in full: it replaces what was known, needs no number and may be missed. */
  standing: (of: LiveChange) => void;
  /** Something that went wrong in the background, in words for the person. */
  notice: (text: string) => void;
  /** The session has ended; the socket is cut next. */
  'signed-out': () => void;
}

export interface BrowserToServer {
  /** Follow a running answer; replies with what is there beyond `offset`, null when there is no such answer. */
  watch: (
    request: { id: string; offset: number },
    reply: (answer: WatchedAnswer | null) => void,
  ) => void;
  unwatch: (request: { id: string }) => void;
}

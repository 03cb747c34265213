/** What the server sends to a browser, and back. Payloads stay small: deltas and ids, never accumulated text. */

/**
 * What each topic carries. A feature adds its own beside the type of the data:
 * `declare module '~/engine/events/events' { interface LiveTopics { folder: FolderEvent } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features fill it
export interface LiveTopics {}

export type LiveTopic = keyof LiveTopics;

/** Something that changed, for the tabs of the person whose it is. */
export type LiveEvent = {
  [Topic in LiveTopic]: { topic: Topic; data: LiveTopics[Topic] };
}[LiveTopic];

/** What one transaction changed of a user's. Numbers of one user follow each other: a gap means one was missed. */
export interface LiveEvents {
  seq: number;
  changes: LiveEvent[];
}

/** New text of a running answer, from `offset` (UTF-16 units) on. */
export interface LiveDelta {
  id: string;
  offset: number;
  text: string;
}

/** How an answer stands: the reply to `watch`. `text` is what lies beyond the asked offset. */
export interface WatchedGeneration {
  state: string;
  reason: string | null;
  offset: number;
  text: string;
}

export interface ServerToBrowser {
  /** First word on every (re)connection: the number of the newest change. */
  hello: (state: { seq: number }) => void;
  changes: (changes: LiveEvents) => void;
  delta: (delta: LiveDelta) => void;
  /** How something stands, in full: it replaces what was known, needs no number and may be missed. */
  standing: (of: LiveEvent) => void;
  /** Something that went wrong in the background, in words for the person. */
  notice: (text: string) => void;
  /** The session has ended; the socket is cut next. */
  'signed-out': () => void;
}

export interface BrowserToServer {
  /** Follow a running answer; replies with what is there beyond `offset`, null when there is no such answer. */
  watch: (
    request: { id: string; offset: number },
    reply: (answer: WatchedGeneration | null) => void,
  ) => void;
  unwatch: (request: { id: string }) => void;
}

// What sockets carry in both directions. Payloads stay small: deltas and ids, never accumulated text.

/**
 * The data of each topic. A feature adds its own beside the type of the data:
 * `declare module '~/engine/events/events' { interface LiveTopics { folder: FolderEvent } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features add to it
export interface LiveTopics {}

export type LiveTopic = keyof LiveTopics;

/** A change, for the tabs of its owner. */
export type LiveEvent = {
  [Topic in LiveTopic]: { topic: Topic; data: LiveTopics[Topic] };
}[LiveTopic];

/** What one transaction changed. The numbers of a user are consecutive: a gap means that events were missed. */
export interface LiveEvents {
  seq: number;
  changes: LiveEvent[];
}

/** New text of a running answer, which starts at `offset` (UTF-16 units). */
export interface LiveDelta {
  id: string;
  offset: number;
  text: string;
}

/** The reply to `watch`: the state of an answer, and its text from the requested offset on. */
export interface WatchedGeneration {
  state: string;
  reason: string | null;
  offset: number;
  text: string;
}

/** While processes of two builds run, events of one reach the pages of the other, so each names its `build`. */
export interface ServerToBrowser {
  /** The first event of every connection. */
  hello: (build: string | null) => void;
  /** The number of the newest live event. */
  newest: (seq: number) => void;
  changes: (changes: LiveEvents, build: string | null) => void;
  delta: (delta: LiveDelta, build: string | null) => void;
  /** The whole present state of something, which replaces what was known: it has no number, and some of it is sent on connecting. */
  standing: (of: LiveEvent, build: string | null) => void;
  /** A sentence for the person about something that went wrong in the background. */
  notice: (text: string) => void;
  /** The session has ended, and the socket is about to be cut. */
  'signed-out': () => void;
}

export interface BrowserToServer {
  /** Follows a running answer; replies with its text from `offset` on, or null when there is no such answer. */
  watch: (
    request: { id: string; offset: number },
    reply: (answer: WatchedGeneration | null) => void,
  ) => void;
  unwatch: (request: { id: string }) => void;
}

export type SourceKind = 'file' | 'website' | 'text' | 'content';
/** `waiting` for a process, then `reading`; the others last until a person does something. */
export type SourceState = 'waiting' | 'reading' | 'ready' | 'paused' | 'failed';

/** A source as lists show it. */
export interface SourceView {
  id: string;
  profileId: string;
  kind: SourceKind;
  state: SourceState;
  name: string;
  /** A website's; empty for the other kinds. */
  address: string;
  /** The saved content that it is; null for the other kinds, and once that was deleted. */
  contentId: string | null;
  /** Why it couldn't be read, or not all of it. */
  problem: string | null;
  /** Of its file and its text. */
  bytes: number;
  /** Its pages, and how many of them couldn't be read. */
  pages: number;
  failed: number;
  /** The pages that this sync has found, and those that it is done with. */
  found: number;
  done: number;
  createdAt: number;
  readAt: number | null;
}

/** A page of a source in a list. */
export interface SourcePageView {
  id: string;
  /** Counts up within the source: the place in the list. */
  position: number;
  address: string;
  title: string;
  problem: string | null;
  readAt: number | null;
}

/** A passage of a page; all of them in order are its text. */
export interface ChunkView {
  id: string;
  headings: string;
  content: string;
}

export interface SourcePages {
  items: SourcePageView[];
  /** The position after which the next ones begin; null at the end. */
  next: number | null;
}

/** A page with its text. */
export interface OpenSourcePage extends SourcePageView {
  /** Differs when its text or title does: a change states the version that it was made from. */
  version: string;
  chunks: ChunkView[];
}

/** Pasted text as it was edited elsewhere. */
export interface EditedText {
  name: string;
  text: string;
  version: string;
}

/** What the page of a source shows. */
export interface OpenSource {
  source: SourceView;
  pages: SourcePages;
  page: OpenSourcePage | null;
}

/** Of a profile; lists of them are not paged. */
export const MAX_SOURCES = 50;
/** Of all sources of a profile together. */
export const MAX_PROFILE_PAGES = 2_000;
/** Of one website. */
export const MAX_SITE_PAGES = 200;
/** Links from a website's start page to its furthest page. */
export const MAX_DEPTH = 3;
export const MAX_SITE_BYTES = 20 * 1024 * 1024;
/** Characters of pasted text. */
export const MAX_PASTED = 200_000;
export const MAX_SOURCE_NAME = 200;
/** Saved contents that are added at a time. */
export const MAX_CONTENTS_AT_ONCE = 20;

/** For the browser's file picker only: the kind of a file is detected from its content. */
export const SOURCE_FILES =
  '.pdf,.docx,.md,.markdown,.txt,.csv,application/pdf,text/markdown,text/plain,text/csv,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Whether a process works on it, or will soon. */
export function isUnderway({ state }: Pick<SourceView, 'state'>): boolean {
  return state === 'waiting' || state === 'reading';
}

/** What can be read again: pasted text is changed instead. */
export function canResync({ kind, state }: Pick<SourceView, 'kind' | 'state'>): boolean {
  return kind !== 'text' && (state === 'ready' || state === 'failed');
}

/** Only websites take long enough. */
export function canPause(source: Pick<SourceView, 'kind' | 'state'>): boolean {
  return source.kind === 'website' && isUnderway(source);
}

/** The address of its page, at a passage if there is one. */
export function sourceHref(profileId: string, sourceId: string, chunkId?: string): string {
  const path = `/profiles/${profileId}/sources/${sourceId}`;
  return chunkId === undefined ? path : `${path}?chunk=${chunkId}`;
}

/** The state of a navigation to the list: its heading gets the focus that the deleted source had. */
export const FROM_DELETED = 'from-deleted';

/** The live event of the topic `source`. */
export type SourceEvent =
  { type: 'changed'; source: SourceView } | { type: 'removed'; profileId: string; id: string };

declare module '~/engine/events/events' {
  interface LiveTopics {
    source: SourceEvent;
  }
}

import { MINUTE_MS } from '~/lib/time';

/** A version in a list, without its text. Times are milliseconds. */
export interface ContentVersion {
  id: string;
  title: string;
  writtenAt: number;
  /** When another text replaced it; versions are sorted by this. */
  createdAt: number;
  /** Who wrote it, where both may have. */
  author?: 'person' | 'assistant';
}

export interface VersionPage {
  items: ContentVersion[];
  cursor: string | null;
}

/** How the browser gets the versions of a text. Each rejects when it fails. */
export interface VersionRequests {
  list(cursor: string | null): Promise<VersionPage>;
  read(versionId: string): Promise<{ title: string; content: string }>;
  /** Over the version that the person sees; resolves to the text that it is then. */
  restore(
    versionId: string,
    version: number,
  ): Promise<{ title: string; content: string; version: number }>;
}

/** Edits closer to each other than this make one version. */
export const COALESCED_MS = 10 * MINUTE_MS;

/** Versions kept per content; the oldest are removed first. */
export const MAX_VERSIONS = 100;

/**
 * Whether the text that an edit replaces becomes a version. During continuous writing, one does every ten minutes; a
 * text that has stood for ten minutes always does.
 */
export function becomesVersion({
  now,
  writtenAt,
  lastVersionAt,
}: {
  now: number;
  /** When the replaced text was written. */
  writtenAt: number;
  /** When the newest version was created; null when there is none. */
  lastVersionAt: number | null;
}): boolean {
  return (
    lastVersionAt === null || now - writtenAt >= COALESCED_MS || now - lastVersionAt >= COALESCED_MS
  );
}

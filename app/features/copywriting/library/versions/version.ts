/** A version in a list, without its text. Times are milliseconds. */
export interface ContentVersion {
  id: string;
  title: string;
  writtenAt: number;
  /** When something else took its place: versions are in this order. */
  createdAt: number;
}

export interface VersionPage {
  items: ContentVersion[];
  cursor: string | null;
}

/** Edits this close to each other are one. */
export const COALESCED_MS = 10 * 60_000;

/** The most versions of one content that are kept; the oldest go first. */
export const MAX_VERSIONS = 100;

/**
 * Whether what an edit replaces becomes a version of its own. While someone writes, one each ten minutes does; what
 * has stood for ten minutes always does.
 */
export function becomesVersion({
  now,
  writtenAt,
  lastVersionAt,
}: {
  now: number;
  /** When the text that is replaced was written. */
  writtenAt: number;
  /** When the newest version was put away; null while there is none. */
  lastVersionAt: number | null;
}): boolean {
  return (
    lastVersionAt === null || now - writtenAt >= COALESCED_MS || now - lastVersionAt >= COALESCED_MS
  );
}

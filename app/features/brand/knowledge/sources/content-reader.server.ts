import type { PrismaTx } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

export interface ContentChoice {
  id: string;
  title: string;
}

interface ContentReader {
  /** A saved content's title and text; null if there is no such content. */
  read(
    db: PrismaTx,
    userId: UserScope,
    contentId: string,
  ): Promise<{ title: string; text: string } | null>;
  /** The newest contents that have this text; all have an empty one. */
  search(userId: UserScope, text: string, limit: number): Promise<ContentChoice[]>;
}

const MAX_CHOICES = 20;

const registered = singleton('content-reader', () => ({ reader: null as ContentReader | null }));

/** Registers how saved content is read, which belongs to a feature that is built on this one. */
export function registerContentReader(reader: ContentReader): void {
  registered.reader = reader;
}

export async function readContentText(
  db: PrismaTx,
  userId: UserScope,
  contentId: string,
): Promise<{ title: string; text: string } | null> {
  return (await registered.reader?.read(db, userId, contentId)) ?? null;
}

export async function searchContents(userId: UserScope, text: string): Promise<ContentChoice[]> {
  return (await registered.reader?.search(userId, text, MAX_CHOICES)) ?? [];
}

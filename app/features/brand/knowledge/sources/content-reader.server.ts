import type { PrismaTx } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

/** A saved content's title and text; null if there is no such content. */
type ReadContent = (
  db: PrismaTx,
  userId: UserScope,
  contentId: string,
) => Promise<{ title: string; text: string } | null>;

const reader = singleton('content-reader', () => ({ read: null as ReadContent | null }));

/** Registers how saved content is read, which belongs to a feature that is built on this one. */
export function registerContentReader(read: ReadContent): void {
  reader.read = read;
}

export async function readContentText(
  db: PrismaTx,
  userId: UserScope,
  contentId: string,
): Promise<{ title: string; text: string } | null> {
  return (await reader.read?.(db, userId, contentId)) ?? null;
}

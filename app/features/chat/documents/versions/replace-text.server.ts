import { becomesVersion, MAX_VERSIONS } from '~/features/copywriting/index.server';
import type { PrismaTx } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import type { DocumentAuthor } from '../document';
import { type DocumentRow, updateDocument } from '../document-data.server';
import { insertVersion, newestVersionAt, removeOldVersions } from './version-data.server';

/**
 * Replaces the text of a locked document. The old text becomes a version by the same rule as saved content, and always when
 * someone else wrote it, when the assistant got it last, or with `putAway`.
 */
export async function replaceText(
  { tx }: { tx: PrismaTx },
  userId: UserScope,
  old: DocumentRow,
  text: { title: string; content: string; author: DocumentAuthor },
  putAway: boolean,
): Promise<void> {
  const { id: documentId, title, content, author, version, seenVersion: seen } = old;
  const writtenAt = old.updatedAt.getTime();
  const lastVersionAt = await newestVersionAt(tx, userId, documentId);
  const isKept =
    putAway ||
    author !== text.author ||
    version === seen ||
    becomesVersion({ now: Date.now(), writtenAt, lastVersionAt });
  if (isKept) {
    const kept = { id: newId(), userId, documentId, version, title, content, author };
    await insertVersion(tx, { ...kept, writtenAt: old.updatedAt });
    await removeOldVersions(tx, userId, documentId, { keep: MAX_VERSIONS, seen });
  }
  await updateDocument(tx, userId, documentId, {
    ...text,
    version: { increment: 1 },
    // Even if the clock was set back, a text must not become older than the one it replaces.
    updatedAt: new Date(Math.max(Date.now(), writtenAt)),
  });
}

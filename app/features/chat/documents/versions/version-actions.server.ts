import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { changing, requireDocument } from '../document-actions.server';
import { documentRefusals, documentTexts } from '../texts';
import { replaceText } from './replace-text.server';
import { listVersions, readVersion } from './version-data.server';

const PAGE_SIZE = 20;
const MAX_NUMBER = 2_147_483_647;

/** A document's versions, newest first. @throws AppError `not-found`, or `invalid` for a malformed cursor */
export async function listDocumentVersions(
  userId: UserScope,
  id: string | undefined,
  cursor: string | null,
) {
  const before = cursor === null ? null : Number(cursor);
  if (before !== null && !(Number.isInteger(before) && before > 0 && before <= MAX_NUMBER)) {
    throw new AppError('invalid', 'This page of the list does not exist.');
  }
  const document = await requireDocument(userId, id);
  const found = await listVersions(userId, document.id, before, PAGE_SIZE + 1);
  const items = found.slice(0, PAGE_SIZE).map(({ id, title, author, writtenAt, createdAt }) => ({
    ...{ id, title, author },
    writtenAt: writtenAt.getTime(),
    createdAt: createdAt.getTime(),
  }));
  const last = found.length > PAGE_SIZE ? found[PAGE_SIZE - 1] : undefined;
  return { items, cursor: last ? String(last.version) : null };
}

/** One version with its text. @throws AppError `not-found` */
export async function readDocumentVersion(
  userId: UserScope,
  id: string | undefined,
  versionId: string | undefined,
): Promise<{ title: string; content: string }> {
  const document = await requireDocument(userId, id);
  const found = isId(versionId) ? await readVersion(userId, document.id, versionId) : null;
  if (!found) throw new AppError('not-found', documentRefusals.versionGone);
  return found;
}

/**
 * Restores a version over the one that the person saw; the text that it replaces becomes a version.
 * @throws AppError `conflict` when there is a newer text, `not-found`
 */
export function restoreDocumentVersion(
  userId: UserScope,
  id: string | undefined,
  versionId: string | undefined,
  seen: number,
): Promise<{ title: string; content: string; version: number }> {
  return changing(userId, id, async (db, old) => {
    const found = isId(versionId) ? await readVersion(userId, old.id, versionId, db.tx) : null;
    if (!found) throw new AppError('not-found', documentRefusals.versionGone);
    if (old.version !== seen) throw new AppError('conflict', documentTexts.changedMeanwhile);
    await replaceText(db, userId, old, { ...found, author: 'person' }, true);
    return { ...found, version: old.version + 1 };
  });
}

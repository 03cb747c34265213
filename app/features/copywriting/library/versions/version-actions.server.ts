import { publish } from '~/engine/events/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { parseListCursor } from '~/lib/list-cursor';
import type { UserScope } from '~/lib/scope';

import type { ContentText } from '../content/content';
import { replaceText } from '../content/content-actions.server';
import { lockContent } from '../content/content-data.server';
import { requireContent } from '../content/open-content.server';
import { pageOf } from '../list/list-contents.server';
import { libraryTexts } from '../texts';
import type { VersionPage } from './version';
import { listVersions, readVersion } from './version-data.server';

const PAGE_SIZE = 20;

/** A content's versions, newest first. @throws AppError `not-found`, or `invalid` for a malformed cursor */
export async function listContentVersions(
  userId: UserScope,
  id: string | undefined,
  cursor: string | null,
): Promise<VersionPage> {
  const after = cursor === null ? null : parseListCursor(cursor);
  const content = await requireContent(userId, id);
  return pageOf(await listVersions(userId, content.id, after, PAGE_SIZE + 1), PAGE_SIZE);
}

/** One version with its text. @throws AppError `not-found` */
export async function readContentVersion(
  userId: UserScope,
  id: string | undefined,
  versionId: string | undefined,
): Promise<{ title: string; content: string }> {
  const content = await requireContent(userId, id);
  const found = isId(versionId) ? await readVersion(userId, content.id, versionId) : null;
  if (!found) throw new AppError('not-found', libraryTexts.versionGone);
  return found;
}

/**
 * Restores a version over the one that the user saw; the text that it replaces becomes a version.
 * @throws AppError `conflict` when there is a newer text, `not-found`
 */
export async function restoreVersion(
  userId: UserScope,
  id: string | undefined,
  versionId: string | undefined,
  seen: number,
): Promise<ContentText> {
  return prismaTransaction(async (tx, sql) => {
    const old = isId(id) ? await lockContent(sql, userId, id) : null;
    if (!old) throw new AppError('not-found', libraryTexts.gone);
    const version = isId(versionId) ? await readVersion(userId, old.id, versionId, tx) : null;
    if (!version) throw new AppError('not-found', libraryTexts.versionGone);
    if (old.version !== seen) throw new AppError('conflict', libraryTexts.changedMeanwhile);
    const item = await replaceText({ tx, sql }, userId, old, version, true);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return { ...version, version: item.version };
  });
}

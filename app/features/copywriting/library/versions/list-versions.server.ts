import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { parseListCursor } from '~/lib/list-cursor';

import type { VersionPage } from '../content/content';
import { pageOf } from '../list/list-cursor.server';
import { copyTexts } from '../texts';
import { requireContent } from '../content/open-content.server';
import * as table from './version-data.server';

const PAGE_SIZE = 20;

/** What a content was before, newest first. @throws AppError `not-found`, or `invalid` for an unknown cursor */
export async function listContentVersions(
  userId: string,
  id: string | undefined,
  cursor: string | null,
): Promise<VersionPage> {
  const after = cursor === null ? null : parseListCursor(cursor);
  const content = await requireContent(userId, id);
  return pageOf(await table.listVersions(sql, userId, content.id, after, PAGE_SIZE + 1), PAGE_SIZE);
}

/** One of them with its text. @throws AppError `not-found` */
export async function readContentVersion(
  userId: string,
  id: string | undefined,
  versionId: string | undefined,
): Promise<{ title: string; content: string }> {
  const content = await requireContent(userId, id);
  const found = isId(versionId)
    ? await table.readVersion(sql, userId, content.id, versionId)
    : null;
  if (!found) throw new AppError('not-found', copyTexts.versionGone);
  return found;
}

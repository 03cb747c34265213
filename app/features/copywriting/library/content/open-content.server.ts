import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { renderMarkdown } from '~/lib/markdown/render';

import type { ContentFolder } from './content';
import { readContent, type ContentRow } from './content-data.server';
import { listFolders } from '../folders/folder-data.server';
import { copyTexts } from '../texts';

/** A content with its text. @throws AppError `not-found` */
export async function requireContent(userId: string, id: string | undefined): Promise<ContentRow> {
  const found = isId(id) ? await readContent(sql, userId, id) : null;
  if (!found) throw new AppError('not-found', copyTexts.gone);
  return found;
}

/** A content for its page, rendered, with the folders it could go to. @throws AppError `not-found`, also when it lies in another category. */
export async function openContent(
  userId: string,
  categoryId: string | undefined,
  id: string | undefined,
): Promise<{ content: ContentRow & { html: string }; folders: ContentFolder[] }> {
  const found = await requireContent(userId, id);
  if (found.category !== categoryId) throw new AppError('not-found', copyTexts.gone);
  const html = renderMarkdown(found.content, { breaks: true });
  return { content: { ...found, html }, folders: await listFolders(sql, userId) };
}

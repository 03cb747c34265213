import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { renderMarkdown } from '~/lib/markdown/render';

import { readContent, type ContentRow } from './content-table.server';
import { copyMessages } from './messages';

/** A content with its text. @throws AppError `not-found` */
export async function requireContent(userId: string, id: string | undefined): Promise<ContentRow> {
  const found = isId(id) ? await readContent(sql, userId, id) : null;
  if (!found) throw new AppError('not-found', copyMessages.gone);
  return found;
}

/** A content for its page, rendered. @throws AppError `not-found`, also when it lies in another category. */
export async function openContent(
  userId: string,
  categoryId: string | undefined,
  id: string | undefined,
): Promise<ContentRow & { html: string }> {
  const found = await requireContent(userId, id);
  if (found.category !== categoryId) throw new AppError('not-found', copyMessages.gone);
  return { ...found, html: renderMarkdown(found.content, { breaks: true }) };
}

import type { FormatId } from '../../formats/formats';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { changeContent } from '../changes.server';
import type { ContentItem } from '../content/content';
import { setFormat } from '../content/content-data.server';
import { copyTexts } from '../texts';

/** Says what a content is written as. Its text, and so its version, stays. @throws AppError `not-found` */
export async function changeFormat(
  userId: string,
  id: string | undefined,
  format: FormatId | null,
): Promise<ContentItem> {
  return changeContent(userId, async (tx) => {
    const item = isId(id) ? await setFormat(tx, userId, id, format) : null;
    if (!item) throw new AppError('not-found', copyTexts.gone);
    return { result: item, change: { type: 'changed', item } };
  });
}

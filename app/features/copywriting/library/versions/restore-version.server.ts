import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ContentText } from '../content/content';
import { lockContent } from '../content/content-data.server';
import { copyTexts } from '../texts';
import { replaceText } from '../content/replace-text.server';
import { readVersion } from './version-data.server';

/**
 * Makes a former version the text again, over the version that the person saw; what it replaces becomes a version.
 * @throws AppError `conflict` when there is a newer text by now, `not-found`
 */
export async function restoreVersion(
  userId: string,
  id: string | undefined,
  versionId: string | undefined,
  seen: number,
): Promise<ContentText> {
  return transaction(async (tx) => {
    const old = isId(id) ? await lockContent(tx, userId, id) : null;
    if (!old) throw new AppError('not-found', copyTexts.gone);
    const wanted = isId(versionId) ? await readVersion(tx, userId, old.id, versionId) : null;
    if (!wanted) throw new AppError('not-found', copyTexts.versionGone);
    if (old.version !== seen) throw new AppError('conflict', copyTexts.changedMeanwhile);
    const item = await replaceText(tx, userId, old, wanted, true);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return { ...wanted, version: item.version };
  });
}

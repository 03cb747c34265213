import type { Sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import type { ContentItem } from './content';
import { updateContent, type ContentRow } from './content-data.server';
import { becomesVersion, MAX_VERSIONS } from '../versions/keep-version';
import { insertVersion, newestVersionAt, removeOldVersions } from '../versions/version-data.server';

/** Gives a locked content another text; what it had becomes a version where the rule, or `putAway`, says so. */
export async function replaceText(
  tx: Sql,
  userId: string,
  old: ContentRow,
  text: { title: string; content: string },
  putAway: boolean,
): Promise<ContentItem> {
  const lastVersionAt = await newestVersionAt(tx, userId, old.id);
  const writtenAt = old.updatedAt;
  if (putAway || becomesVersion({ now: Date.now(), writtenAt, lastVersionAt })) {
    const { id: contentId, title, content } = old;
    await insertVersion(tx, userId, { id: newId(), contentId, title, content, writtenAt });
    await removeOldVersions(tx, userId, contentId, MAX_VERSIONS);
  }
  return updateContent(tx, userId, old.id, text);
}

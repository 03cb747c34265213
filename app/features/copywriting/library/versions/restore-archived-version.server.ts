import { restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { transaction } from '~/lib/db/index.server';

import { checkedText } from '../content/content-checks';
import { lockContent } from '../content/content-data.server';
import { MAX_VERSIONS } from './keep-version';
import { insertPastVersion } from './version-data.server';

/** An earlier version of a saved content in an archive. */
export interface ArchivedVersion {
  id: string;
  contentId: string;
  title: string;
  content: string;
  writtenAt: string;
  createdAt: string;
}

/** Brings in an earlier version of a content that came in itself. @throws AppError `invalid` */
export function restoreArchivedVersion(
  target: RestoreTarget,
  row: ArchivedVersion,
): Promise<boolean> {
  const { userId } = target;
  // Not of one that was there: what this account has of it is its own history.
  const contentId = target.idOf('savedContents', row.contentId);
  const id = target.idOf('savedContentVersions', row.id);
  const text = checkedText(row);
  return transaction(async (tx) => {
    if (!(await lockContent(tx, userId, contentId))) return false;
    const times = {
      writtenAt: restoredTime(row.writtenAt).getTime(),
      createdAt: restoredTime(row.createdAt),
    };
    return insertPastVersion(tx, userId, { id, contentId, ...text, ...times }, MAX_VERSIONS);
  });
}

import type { Sql } from '~/lib/db/index.server';

import type { ConversationItem } from '../conversation';
import { ITEM, toItem, type ItemRow } from '../conversation-rows.server';

// Where conversations are: pinned, in a folder, archived, deleted. What takes several ids leaves out what is not there,
// or not this user's. Rows are locked in the order of their ids, so that two changes of the same ones wait
// for each other instead of ending in a deadlock.

function locked(condition: string): string {
  return `SELECT id FROM conversations
           WHERE user_id = $1::uuid AND id = ANY($2::uuid[]) AND ${condition} ORDER BY id FOR UPDATE`;
}

/** Null when it is not there, or not this user's. One that is pinned already keeps its place. */
export async function setPinned(
  tx: Sql,
  userId: string,
  id: string,
  pinned: boolean,
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c
        SET pinned_at = CASE WHEN $3::boolean THEN coalesce(c.pinned_at, clock_timestamp()) END
      WHERE c.id = $2::uuid AND c.user_id = $1::uuid AND c.deleted_at IS NULL RETURNING ${ITEM}`,
    [userId, id, pinned],
  );
  return row ? toItem(row) : null;
}

/** How many are pinned, the archived ones included: they come back as such. */
export async function countPinned(tx: Sql, userId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM conversations
      WHERE user_id = $1::uuid AND pinned_at IS NOT NULL AND deleted_at IS NULL`,
    [userId],
  );
  return Number(row?.count ?? 0);
}

/** One without a message is in no list, and so can't be archived. */
export async function setArchived(
  tx: Sql,
  userId: string,
  ids: readonly string[],
  archived: boolean,
): Promise<ConversationItem[]> {
  const rows = await tx.query<ItemRow>(
    `WITH locked AS (${locked(`deleted_at IS NULL AND last_message <> ''`)})
     UPDATE conversations c
        SET archived_at = CASE WHEN $3::boolean THEN coalesce(c.archived_at, clock_timestamp()) END
       FROM locked WHERE c.id = locked.id AND c.user_id = $1::uuid RETURNING ${ITEM}`,
    [userId, ids, archived],
  );
  return rows.map(toItem);
}

/** Into a folder, which the caller has seen to be this user's; null: back into the list. */
export async function setFolder(
  tx: Sql,
  userId: string,
  ids: readonly string[],
  folderId: string | null,
): Promise<ConversationItem[]> {
  const rows = await tx.query<ItemRow>(
    `WITH locked AS (${locked('deleted_at IS NULL')})
     UPDATE conversations c SET folder_id = $3::uuid
       FROM locked WHERE c.id = locked.id AND c.user_id = $1::uuid RETURNING ${ITEM}`,
    [userId, ids, folderId],
  );
  return rows.map(toItem);
}

/** The ids of those that were there to delete. */
export async function markDeleted(
  tx: Sql,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `WITH locked AS (${locked('deleted_at IS NULL')})
     UPDATE conversations c SET deleted_at = $3::timestamptz
       FROM locked WHERE c.id = locked.id AND c.user_id = $1::uuid RETURNING c.id`,
    [userId, ids, now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes deletions back, as far as there is something to take back. What was said there meanwhile did not move their time,
 * so the search looks through them again.
 */
export async function restoreDeleted(
  tx: Sql,
  userId: string,
  ids: readonly string[],
): Promise<ConversationItem[]> {
  const rows = await tx.query<ItemRow>(
    `WITH locked AS (${locked('deleted_at IS NOT NULL')})
     UPDATE conversations c SET deleted_at = NULL, searched_until = NULL
       FROM locked WHERE c.id = locked.id AND c.user_id = $1::uuid RETURNING ${ITEM}`,
    [userId, ids],
  );
  return rows.map(toItem);
}

/** Takes all out of a folder, the archived and the deleted ones too: they come back into the list. */
export async function emptyFolder(tx: Sql, userId: string, folderId: string): Promise<void> {
  await tx.query(
    `WITH locked AS (
       SELECT id FROM conversations WHERE user_id = $1::uuid AND folder_id = $2::uuid ORDER BY id FOR UPDATE)
     UPDATE conversations c SET folder_id = NULL FROM locked WHERE c.id = locked.id AND c.user_id = $1::uuid`,
    [userId, folderId],
  );
}

import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { byName } from '~/lib/text/by-name';

import type { CategoryId } from '../../formats/categories';
import type { ContentFolder } from '../content/content';

// Reads and locks `saved_content_folders`, which folder-actions.server.ts writes. Every condition has the owner.

/** All of a user's folders by name; MAX_FOLDERS keeps them few. SQL: the list of content asks for them on its connection. */
export async function listFolders(sql: Sql, userId: UserScope): Promise<ContentFolder[]> {
  const folders = await sql.query<ContentFolder>(
    `SELECT f.id, f.category, f.name FROM saved_content_folders f WHERE f.user_id = $1::uuid`,
    [userId],
  );
  return folders.sort(byName);
}

/** Whether the user has this folder in this category; it can't be deleted before the transaction ends. SQL: locks the row. */
export async function holdFolder(
  tx: Sql,
  userId: UserScope,
  id: string,
  category: CategoryId,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM saved_content_folders
      WHERE id = $1::uuid AND user_id = $2::uuid AND category = $3::content_category FOR KEY SHARE`,
    [id, userId, category],
  );
  return rows.length > 0;
}

import { prisma, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Reads and locks `conversation_folders`, which folder-actions.server.ts writes. The owner is part of every condition.

/** A query for all folders of a user by name, for a statement that reads more; `user` is its parameter. */
export function foldersOf(user: string): string {
  return `SELECT f.id, f.name FROM conversation_folders f WHERE f.user_id = ${user}::uuid ORDER BY lower(f.name), f.id`;
}

/** False when it is not there or not this user's. */
export async function hasFolder(userId: UserScope, id: string): Promise<boolean> {
  const where = { id, userId };
  return (await prisma.conversationFolder.findFirst({ where, select: { id: true } })) !== null;
}

/** The same, with the folder locked until the transaction ends. Folders are locked before conversations. SQL: a lock. */
export async function lockFolder(tx: Sql, userId: UserScope, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM conversation_folders WHERE id = $1::uuid AND user_id = $2::uuid FOR UPDATE`,
    [id, userId],
  );
  return rows.length > 0;
}

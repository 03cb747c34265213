import { isUniqueViolation, prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';

import type { ConversationFolder } from '../conversations/conversation';

// Owns `conversation_folders`. The owner is part of every condition.

/** SQL: Prisma can't order by an expression, and the list's statement has it within. */
export function listFolders(sql: Sql, userId: string): Promise<ConversationFolder[]> {
  return sql.query(foldersOf('$1'), [userId]);
}

/** Their query, for a statement that reads more than them; `user` is its parameter. */
export function foldersOf(user: string): string {
  return `SELECT f.id, f.name FROM conversation_folders f WHERE f.user_id = ${user}::uuid ORDER BY lower(f.name), f.id`;
}

/** False when there is no such folder of this user's. */
export async function hasFolder(userId: string, id: string): Promise<boolean> {
  const where = { id, userId };
  return (await prisma.conversationFolder.findFirst({ where, select: { id: true } })) !== null;
}

/** The same; it stays as it is until the transaction ends. Folders are locked before conversations, both by SQL. */
export async function lockFolder(tx: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM conversation_folders WHERE id = $1::uuid AND user_id = $2::uuid FOR UPDATE`,
    [id, userId],
  );
  return rows.length > 0;
}

/** `createdAt` is given where it was made elsewhere. */
export async function insertFolder(
  tx: PrismaTx,
  userId: string,
  { id, name, createdAt }: ConversationFolder & { createdAt?: Date },
): Promise<void> {
  await tx.conversationFolder.create({
    data: { id, userId, name, createdAt },
    select: { id: true },
  });
}

export function countFolders(tx: PrismaTx, userId: string): Promise<number> {
  return tx.conversationFolder.count({ where: { userId } });
}

/** Whether one of these is this user's. */
export async function hasOneOf(
  tx: PrismaTx,
  userId: string,
  ids: readonly string[],
): Promise<boolean> {
  const where = { userId, id: { in: [...ids] } };
  return (await tx.conversationFolder.findFirst({ where, select: { id: true } })) !== null;
}

/** False when there is no such folder of this user's. */
export async function updateFolderName(
  tx: PrismaTx,
  userId: string,
  { id, name }: ConversationFolder,
): Promise<boolean> {
  const { count } = await tx.conversationFolder.updateMany({
    where: { id, userId },
    data: { name },
  });
  return count > 0;
}

export async function removeFolder(tx: PrismaTx, userId: string, id: string): Promise<void> {
  await tx.conversationFolder.deleteMany({ where: { id, userId } });
}

/** Another folder of this user's has the name, in whatever case. */
export function isFolderNameTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'conversation_folders_name');
}

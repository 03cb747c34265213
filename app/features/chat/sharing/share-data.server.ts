import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Conversation, SharedConversation } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `shared_conversations`. A share doesn't open if its owner is disabled or is about to be deleted, or if its
// conversation is deleted.

/** Its leaf is the last message of the branch that it shows; null for an empty conversation. */
export type ShareRow = SharedConversation;

const SHARE = `s.id, s.user_id, s.conversation_id,
  s.leaf_id, s.created_at, s.expires_at`;

/** Keeps an existing share unchanged. */
export async function insertShare(tx: PrismaTx, share: Omit<ShareRow, 'expiresAt'>): Promise<void> {
  await tx.sharedConversation.createMany({ data: [share], skipDuplicates: true });
}

/** The link of the user's conversation. */
export function findShareOf(userId: UserScope, conversationId: string): Promise<ShareRow | null> {
  return prisma.sharedConversation.findFirst({
    where: { userId, conversationId, conversation: { deletedAt: null } },
  });
}

/**
 * What a link opens at this moment, for anyone who has it; with `userId` only if it is that user's. SQL: users have no
 * relation to their deletion, which outlives them.
 */
export async function findOpenShare(
  sql: Sql,
  id: string,
  userId: string | null,
  now: Date,
): Promise<ShareRow | null> {
  const [row] = await sql.query<ShareRow>(
    `SELECT ${SHARE} FROM shared_conversations s
       JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
       JOIN conversations c ON c.id = s.conversation_id AND c.deleted_at IS NULL
      WHERE s.id = $1 AND ($2::uuid IS NULL OR s.user_id = $2::uuid)
        AND NOT EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = s.user_id)
        AND (s.expires_at IS NULL OR s.expires_at > $3::timestamptz)`,
    [id, userId, now],
  );
  return row ?? null;
}

/** False when there is no link. */
export async function updateShare(
  tx: PrismaTx,
  userId: UserScope,
  conversationId: string,
  data: Partial<Pick<ShareRow, 'leafId' | 'createdAt' | 'expiresAt'>>,
): Promise<boolean> {
  const where = { userId, conversationId };
  const { count } = await tx.sharedConversation.updateMany({ where, data });
  return count > 0;
}

/** False when there was none; with `endedBefore`, removes only one that expired before then. */
export async function deleteShare(
  tx: PrismaTx,
  userId: UserScope,
  conversationId: string,
  endedBefore?: Date,
): Promise<boolean> {
  const where = { userId, conversationId, expiresAt: endedBefore && { lt: endedBefore } };
  const { count } = await tx.sharedConversation.deleteMany({ where });
  return count > 0;
}

/**
 * The user's links that haven't expired, newest first, after `after`. SQL: with 5,000 links, a page took Prisma four
 * times as long.
 */
export function listShares(
  sql: Sql,
  userId: UserScope,
  after: { createdAt: Date; id: string } | null,
  limit: number,
  now: Date,
): Promise<(ShareRow & Pick<Conversation, 'title'>)[]> {
  return sql.query<ShareRow & Pick<Conversation, 'title'>>(
    `SELECT ${SHARE}, c.title FROM shared_conversations s
       JOIN conversations c ON c.id = s.conversation_id AND c.deleted_at IS NULL
      WHERE s.user_id = $1::uuid AND (s.expires_at IS NULL OR s.expires_at > $5::timestamptz)
        AND ($2::timestamptz IS NULL OR (s.created_at, s.id) < ($2::timestamptz, $3))
      ORDER BY s.created_at DESC, s.id DESC LIMIT $4::int`,
    [userId, after?.createdAt ?? null, after?.id ?? null, limit, now],
  );
}

/** Any user's links that expired before then, for a job that removes them. */
export function findEndedShares(
  before: Date,
): Promise<Pick<ShareRow, 'userId' | 'conversationId'>[]> {
  return prisma.sharedConversation.findMany({
    where: { expiresAt: { lt: before } },
    select: { userId: true, conversationId: true },
  });
}

import type { Sql } from '~/lib/db/index.server';

// Owns `shared_conversations`. What belongs to a disabled user, to one who asked for their account to be deleted, or to a
// deleted conversation, is there for no one.

export interface ShareRow {
  id: string;
  userId: string;
  conversationId: string;
  /** The branch that is shown ends with it; null: nothing had been said. */
  leafId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

const SHARE = `s.id, s.user_id AS "userId", s.conversation_id AS "conversationId",
  s.leaf_id AS "leafId", s.created_at AS "createdAt", s.expires_at AS "expiresAt"`;

/** Leaves the one that is there already as it is. */
export async function insertShare(tx: Sql, share: Omit<ShareRow, 'expiresAt'>): Promise<void> {
  await tx.query(
    `INSERT INTO shared_conversations (id, user_id, conversation_id, created_at, leaf_id)
     VALUES ($1, $2::uuid, $3::uuid, $4::timestamptz, $5::uuid) ON CONFLICT (conversation_id) DO NOTHING`,
    [share.id, share.userId, share.conversationId, share.createdAt, share.leafId],
  );
}

/** The link of the user's conversation. */
export async function findShareOf(
  sql: Sql,
  userId: string,
  conversationId: string,
): Promise<ShareRow | null> {
  const [row] = await sql.query<ShareRow>(
    `SELECT ${SHARE} FROM shared_conversations s
       JOIN conversations c ON c.id = s.conversation_id AND c.deleted_at IS NULL
      WHERE s.conversation_id = $1::uuid AND s.user_id = $2::uuid`,
    [conversationId, userId],
  );
  return row ?? null;
}

/** What a link opens at this moment, for whoever has it; with `userId` only if it is that user's. */
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

export async function updateShareBranch(
  tx: Sql,
  userId: string,
  conversationId: string,
  upTo: { leafId: string | null; createdAt: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE shared_conversations SET created_at = $3::timestamptz, leaf_id = $4::uuid
      WHERE conversation_id = $1::uuid AND user_id = $2::uuid RETURNING id`,
    [conversationId, userId, upTo.createdAt, upTo.leafId],
  );
  return rows.length > 0;
}

export async function updateShareEnd(
  tx: Sql,
  userId: string,
  conversationId: string,
  expiresAt: Date | null,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE shared_conversations SET expires_at = $3::timestamptz
      WHERE conversation_id = $1::uuid AND user_id = $2::uuid RETURNING id`,
    [conversationId, userId, expiresAt],
  );
  return rows.length > 0;
}

export async function deleteShare(tx: Sql, userId: string, conversationId: string): Promise<void> {
  await tx.query(
    `DELETE FROM shared_conversations WHERE conversation_id = $1::uuid AND user_id = $2::uuid`,
    [conversationId, userId],
  );
}

/** The user's links that have not ended, newest first, from `after` on. */
export async function listShares(
  sql: Sql,
  userId: string,
  after: { createdAt: Date; id: string } | null,
  limit: number,
  now: Date,
): Promise<(ShareRow & { title: string })[]> {
  return sql.query<ShareRow & { title: string }>(
    `SELECT ${SHARE}, c.title FROM shared_conversations s
       JOIN conversations c ON c.id = s.conversation_id AND c.deleted_at IS NULL
      WHERE s.user_id = $1::uuid AND (s.expires_at IS NULL OR s.expires_at > $5::timestamptz)
        AND ($2::timestamptz IS NULL OR (s.created_at, s.id) < ($2::timestamptz, $3))
      ORDER BY s.created_at DESC, s.id DESC LIMIT $4::int`,
    [userId, after?.createdAt ?? null, after?.id ?? null, limit, now],
  );
}

/** Links that ended by themselves before then. */
export async function deleteEndedShares(
  sql: Sql,
  before: Date,
): Promise<{ userId: string; conversationId: string }[]> {
  return sql.query(
    `DELETE FROM shared_conversations WHERE expires_at < $1::timestamptz
     RETURNING user_id AS "userId", conversation_id AS "conversationId"`,
    [before],
  );
}

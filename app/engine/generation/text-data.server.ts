import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Owns `generated_texts`. SQL: asking for a text and ending it are pipelined transactions, which what they read and write joins.

export async function insertText(tx: Sql, userId: UserScope, id: string): Promise<void> {
  await tx.query(`INSERT INTO generated_texts (id, user_id) VALUES ($1::uuid, $2::uuid)`, [
    id,
    userId,
  ]);
}

export async function appendToText(
  tx: Sql,
  userId: UserScope,
  id: string,
  text: string,
): Promise<void> {
  await tx.query(
    `UPDATE generated_texts SET content = content || $3 WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, text],
  );
}

/** Null when it is not there or not this user's. */
export async function readText(sql: Sql, userId: UserScope, id: string): Promise<string | null> {
  const [row] = await sql.query<{ content: string }>(
    `SELECT content FROM generated_texts WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row?.content ?? null;
}

/** Removes the texts created before then, except those that are still being written, and returns their number. */
export async function removeTexts(sql: Sql, before: Date): Promise<number> {
  const rows = await sql.query(
    `DELETE FROM generated_texts t
      WHERE t.created_at < $1::timestamptz
        AND NOT EXISTS (
          SELECT 1 FROM generations g WHERE g.id = t.id AND g.state IN ('queued', 'streaming')
        )
      RETURNING t.id`,
    [before],
  );
  return rows.length;
}

// Owns `contact_replies`.
import type { Sql } from '~/lib/db/index.server';

export interface ReplyRow {
  id: string;
  contactId: string;
  authorId: string;
  body: string;
  createdAt: Date;
}

/** False when there is one of this id: the same request came twice. */
export async function insertReply(tx: Sql, reply: ReplyRow): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO contact_replies (id, contact_id, author_id, body, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5::timestamptz)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [reply.id, reply.contactId, reply.authorId, reply.body, reply.createdAt],
  );
  return rows.length > 0;
}

export interface ShownReply {
  id: string;
  author: string | null;
  body: string;
  createdAt: Date;
  mailedAt: Date | null;
  refusedAt: Date | null;
}

/** To one message, the oldest first. */
export function listReplies(on: Sql, contactId: string): Promise<ShownReply[]> {
  return on.query<ShownReply>(
    `SELECT r.id, u.email AS author, r.body, r.created_at AS "createdAt", r.mailed_at AS "mailedAt",
            r.refused_at AS "refusedAt"
       FROM contact_replies r LEFT JOIN users u ON u.id = r.author_id
      WHERE r.contact_id = $1::uuid ORDER BY r.created_at, r.id`,
    [contactId],
  );
}

export interface ReplyToMail {
  email: string;
  firstName: string;
  subject: string;
  message: string;
  reply: string;
}

/** One that has neither been mailed nor refused, with what it answers. */
export async function findUnmailedReply(on: Sql, id: string): Promise<ReplyToMail | null> {
  const [row] = await on.query<ReplyToMail>(
    `SELECT m.email, m.first_name AS "firstName", m.subject, m.body AS message, r.body AS reply
       FROM contact_replies r JOIN contact_messages m ON m.id = r.contact_id
      WHERE r.id = $1::uuid AND r.mailed_at IS NULL AND r.refused_at IS NULL`,
    [id],
  );
  return row ?? null;
}

/** What became of its mail. */
export async function markReply(
  on: Sql,
  id: string,
  result: 'mailed' | 'refused',
  now: Date,
): Promise<void> {
  const column = result === 'mailed' ? 'mailed_at' : 'refused_at';
  await on.query(`UPDATE contact_replies SET ${column} = $2::timestamptz WHERE id = $1::uuid`, [
    id,
    now,
  ]);
}

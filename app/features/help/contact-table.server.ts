// Owns `contact_messages`.
import type { Sql } from '~/lib/db/index.server';

import type { ContactKind } from './contact';

export interface ContactMessage {
  id: string;
  /** Who was signed in; null for a visitor. */
  userId: string | null;
  kind: ContactKind;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
  body: string;
  createdAt: Date;
}

export async function insertContactMessage(on: Sql, message: ContactMessage): Promise<void> {
  await on.query(
    `INSERT INTO contact_messages
       (id, user_id, kind, first_name, last_name, email, subject, body, created_at)
     VALUES ($1::uuid, $2::uuid, $3::contact_kind, $4, $5, $6, $7, $8, $9::timestamptz)`,
    [
      message.id,
      message.userId,
      message.kind,
      message.firstName,
      message.lastName,
      message.email,
      message.subject,
      message.body,
      message.createdAt,
    ],
  );
}

/** A message that has not been mailed, with the e-mail of the account that it was sent from. */
export async function findUnmailed(
  on: Sql,
  id: string,
): Promise<(ContactMessage & { accountEmail: string | null }) | null> {
  const [row] = await on.query<ContactMessage & { accountEmail: string | null }>(
    `SELECT m.id, m.user_id AS "userId", m.kind, m.first_name AS "firstName",
            m.last_name AS "lastName", m.email, m.subject, m.body, m.created_at AS "createdAt",
            u.email AS "accountEmail"
       FROM contact_messages m
       LEFT JOIN users u ON u.id = m.user_id
      WHERE m.id = $1::uuid AND m.mailed_at IS NULL`,
    [id],
  );
  return row ?? null;
}

export async function markMailed(on: Sql, id: string, now: Date): Promise<void> {
  await on.query('UPDATE contact_messages SET mailed_at = $2::timestamptz WHERE id = $1::uuid', [
    id,
    now,
  ]);
}

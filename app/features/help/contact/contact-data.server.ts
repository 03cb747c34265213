// Owns `contact_messages`.
import type { Sql, SqlValue } from '~/lib/db/index.server';

import type { ContactKind } from './contact';
import type { ContactState, InboxFilter } from '../inbox/inbox';

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

export interface InboxRow extends Omit<ContactMessage, 'body'> {
  state: ContactState;
  /** The e-mail of the account that it was sent from; null for a visitor. */
  accountEmail: string | null;
}

const INBOX = `m.id, m.user_id AS "userId", m.kind, m.state, m.first_name AS "firstName",
  m.last_name AS "lastName", m.email, m.subject, m.created_at AS "createdAt", u.email AS "accountEmail"`;

/** Without the texts, the newest first; ids sort by time. */
export function listInbox(
  on: Sql,
  { state, kind, before }: InboxFilter,
  limit: number,
): Promise<InboxRow[]> {
  const values: SqlValue[] = [limit, state];
  const value = (one: SqlValue) => `$${values.push(one)}`;
  const conditions = ['m.state = $2::contact_state'];
  if (kind !== null) conditions.push(`m.kind = ${value(kind)}::contact_kind`);
  if (before !== null) conditions.push(`m.id < ${value(before)}::uuid`);
  return on.query<InboxRow>(
    `SELECT ${INBOX} FROM contact_messages m LEFT JOIN users u ON u.id = m.user_id
      WHERE ${conditions.join(' AND ')}
      ORDER BY m.id DESC LIMIT $1::int`,
    values,
  );
}

/** With its text. */
export async function findInInbox(
  on: Sql,
  id: string,
): Promise<(InboxRow & { body: string }) | null> {
  const [row] = await on.query<InboxRow & { body: string }>(
    `SELECT ${INBOX}, m.body FROM contact_messages m LEFT JOIN users u ON u.id = m.user_id
      WHERE m.id = $1::uuid`,
    [id],
  );
  return row ?? null;
}

/** What it was before; null when there is no such message. Call it in a transaction: it keeps the row locked. */
export async function changeContactState(
  tx: Sql,
  id: string,
  state: ContactState,
): Promise<{ before: ContactState; userId: string | null } | null> {
  const [row] = await tx.query<{ before: ContactState; userId: string | null }>(
    `SELECT state AS before, user_id AS "userId" FROM contact_messages WHERE id = $1::uuid FOR UPDATE`,
    [id],
  );
  if (row && row.before !== state) {
    await tx.query('UPDATE contact_messages SET state = $2::contact_state WHERE id = $1::uuid', [
      id,
      state,
    ]);
  }
  return row ?? null;
}

/** What was sent from this address, also by someone who was not signed in. */
export async function deleteContactMessagesFrom(on: Sql, email: string): Promise<void> {
  await on.query('DELETE FROM contact_messages WHERE lower(email) = $1', [email]);
}

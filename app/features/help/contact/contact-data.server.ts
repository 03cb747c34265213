// Owns `contact_messages`.
import { prisma, sql, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import { type ContactState, type InboxFilter, TEXT_START } from '../inbox/inbox';

export async function insertContactMessage(
  tx: PrismaTx,
  message: Prisma.ContactMessageUncheckedCreateInput,
): Promise<void> {
  await tx.contactMessage.create({ data: message, select: { id: true } });
}

const FROM = {
  id: true,
  userId: true,
  kind: true,
  firstName: true,
  lastName: true,
  email: true,
  subject: true,
  createdAt: true,
  // The account that it was sent from; null for a visitor.
  user: { select: { email: true } },
} satisfies Prisma.ContactMessageSelect;

/** A message that hasn't been emailed yet. */
export function findUnsent(id: string) {
  return prisma.contactMessage.findFirst({
    where: { id, mailedAt: null },
    select: { ...FROM, body: true },
  });
}

export async function markEmailed(id: string, now: Date): Promise<void> {
  await prisma.contactMessage.updateMany({ where: { id }, data: { mailedAt: now } });
}

const INBOX = { ...FROM, state: true } satisfies Prisma.ContactMessageSelect;

export type InboxRow = Prisma.ContactMessageGetPayload<{ select: typeof INBOX }>;

/** Without the texts, newest first; ids sort by time. */
export function listInbox(
  { state, kind, before }: InboxFilter,
  limit: number,
): Promise<InboxRow[]> {
  return prisma.contactMessage.findMany({
    where: {
      state,
      ...(kind !== null && { kind }),
      ...(before !== null && { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
    select: INBOX,
  });
}

/** The beginnings of these messages' texts, by id. SQL: Prisma reads a text as a whole. */
export async function findTextStarts(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; start: string }>(
    `SELECT id, left(body, $2) AS start FROM contact_messages WHERE id = ANY ($1::uuid[])`,
    [ids, TEXT_START],
  );
  return new Map(rows.map(({ id, start }) => [id, start]));
}

/** The message with its text. */
export function findInInbox(id: string) {
  return prisma.contactMessage.findUnique({ where: { id }, select: { ...INBOX, body: true } });
}

interface ChangedContact {
  before: ContactState;
  userId: UserScope | null;
}

/**
 * Returns the previous state and the sender; null if there is no such message. Without a `state` it stays as it is.
 * SQL: locks the row until the transaction ends.
 */
export async function changeContactState(
  tx: PrismaTx,
  sql: Sql,
  id: string,
  state: ContactState | undefined,
): Promise<ChangedContact | null> {
  const [row] = await sql.query<ChangedContact>(
    `SELECT state AS before, user_id FROM contact_messages WHERE id = $1::uuid FOR UPDATE`,
    [id],
  );
  if (row && state !== undefined && row.before !== state) {
    await tx.contactMessage.update({ where: { id }, data: { state }, select: { id: true } });
  }
  return row ?? null;
}

/**
 * Deletes what was sent from this address, including visitors' messages. SQL: Prisma compares without regard to case by
 * ILIKE, in which `_` matches any character.
 */
export async function deleteContactMessagesFrom(sql: Sql, email: string): Promise<void> {
  await sql.query('DELETE FROM contact_messages WHERE lower(email) = $1', [email]);
}

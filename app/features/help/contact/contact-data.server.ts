// Owns `contact_messages`.
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { ContactState, InboxFilter } from '../inbox/inbox';

export async function insertContactMessage(
  on: PrismaTx,
  message: Prisma.ContactMessageUncheckedCreateInput,
): Promise<void> {
  await on.contactMessage.create({ data: message, select: { id: true } });
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
  // Of the account that it was sent from; null for a visitor.
  user: { select: { email: true } },
} satisfies Prisma.ContactMessageSelect;

/** A message that has not been mailed. */
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

/** Without the texts, the newest first; ids sort by time. */
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

/** With its text. */
export function findInInbox(id: string) {
  return prisma.contactMessage.findUnique({ where: { id }, select: { ...INBOX, body: true } });
}

/** What it was before; null when there is no such message. It keeps the row locked until the transaction ends. */
export async function changeContactState(
  tx: PrismaTx,
  sql: Sql,
  id: string,
  state: ContactState,
): Promise<{ before: ContactState; userId: UserScope | null } | null> {
  // SQL: Prisma has no FOR UPDATE.
  const [row] = await sql.query<{ before: ContactState; userId: UserScope | null }>(
    `SELECT state AS before, user_id FROM contact_messages WHERE id = $1::uuid FOR UPDATE`,
    [id],
  );
  if (row && row.before !== state) {
    await tx.contactMessage.update({ where: { id }, data: { state }, select: { id: true } });
  }
  return row ?? null;
}

/** What was sent from this address, also by someone who was not signed in. */
export async function deleteContactMessagesFrom(on: Sql, email: string): Promise<void> {
  // SQL: Prisma compares without regard to case by ILIKE, to which `_` is any character.
  await on.query('DELETE FROM contact_messages WHERE lower(email) = $1', [email]);
}

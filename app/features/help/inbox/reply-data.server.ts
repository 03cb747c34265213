// Owns `contact_replies`.
import { prisma, type PrismaTx } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';

/** False if a reply with this id exists, because the request was repeated. */
export async function insertReply(
  on: PrismaTx,
  reply: Prisma.ContactReplyCreateManyInput,
): Promise<boolean> {
  const { count } = await on.contactReply.createMany({ data: reply, skipDuplicates: true });
  return count > 0;
}

const SHOWN = {
  id: true,
  body: true,
  createdAt: true,
  mailedAt: true,
  refusedAt: true,
  outboxAt: true,
  author: { select: { email: true } },
} satisfies Prisma.ContactReplySelect;

export type ShownReply = Prisma.ContactReplyGetPayload<{ select: typeof SHOWN }>;

/** A message's replies, oldest first. */
export function listReplies(contactId: string): Promise<ShownReply[]> {
  return prisma.contactReply.findMany({
    where: { contactId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: SHOWN,
  });
}

/** A reply whose email has no result yet, with the message that it answers. */
export function findUnsentReply(id: string) {
  return prisma.contactReply.findFirst({
    where: { id, mailedAt: null, refusedAt: null, outboxAt: null },
    select: {
      body: true,
      contact: { select: { email: true, firstName: true, subject: true, body: true } },
    },
  });
}

const RESULTS = { sent: 'mailedAt', refused: 'refusedAt', outbox: 'outboxAt' } as const;

/** Records the result of sending its email. */
export async function markReply(
  id: string,
  result: keyof typeof RESULTS,
  now: Date,
): Promise<void> {
  await prisma.contactReply.updateMany({ where: { id }, data: { [RESULTS[result]]: now } });
}

import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `message_images`: which images belong to which messages of chats.

const IMAGE = {
  id: true,
  messageId: true,
  position: true,
  jobId: true,
  item: {
    select: { id: true, type: true, width: true, height: true, prompt: true, deletedAt: true },
  },
  job: { select: { request: true } },
} satisfies Prisma.MessageImageSelect;

export type MessageImageRow = Prisma.MessageImageGetPayload<{ select: typeof IMAGE }>;

/** The images of these messages that they got by `upTo`, each message's in order. */
export function listMessageImages(
  userId: UserScope,
  messageIds: readonly string[],
  upTo?: Date,
): Promise<MessageImageRow[]> {
  return prisma.messageImage.findMany({
    where: { userId, messageId: { in: [...messageIds] }, createdAt: { lte: upTo } },
    select: IMAGE,
    orderBy: [{ messageId: 'asc' }, { position: 'asc' }],
  });
}

/** The image of the gallery that a question came with, even if it was deleted since; null for none. */
export function imageOfQuestion(
  userId: UserScope,
  messageId: string,
): Promise<MessageImageRow | null> {
  const where = { userId, messageId };
  return prisma.messageImage.findFirst({ where, select: IMAGE });
}

/** Whether this image of the gallery belongs to that message since `upTo` or before. */
export async function isOfMessage(
  userId: UserScope,
  messageId: string,
  itemId: string,
  upTo: Date,
): Promise<boolean> {
  const where = { userId, messageId, itemId, createdAt: { lte: upTo } };
  return (await prisma.messageImage.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * An image of a conversation that is there: the one with this id, its own or that of the gallery, or the latest one. Null if
 * there is none.
 */
export function findInConversation(
  userId: UserScope,
  conversationId: string,
  id: string | null,
): Promise<MessageImageRow | null> {
  return prisma.messageImage.findFirst({
    where: {
      userId,
      message: { conversationId },
      item: { deletedAt: null },
      ...(id !== null && { OR: [{ id }, { itemId: id }] }),
    },
    select: IMAGE,
    orderBy: [{ createdAt: 'desc' }, { position: 'desc' }],
  });
}

/**
 * Gives a message an image that a job makes, behind those that it has. Null where it has `max` already. SQL: locks, because
 * calls of one answer run at once.
 */
export async function insertMessageImage(
  { tx, sql }: { tx: PrismaTx; sql: Sql },
  image: { id: string; userId: UserScope; messageId: string; jobId: string },
  max: number,
): Promise<MessageImageRow | null> {
  const { userId, messageId } = image;
  await sql.query(
    `SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('message-images:' || $1, 0))`,
    [messageId],
  );
  const last = await tx.messageImage.aggregate({
    where: { userId, messageId },
    _max: { position: true },
  });
  const position = (last._max.position ?? -1) + 1;
  if (position >= max) return null;
  return tx.messageImage.create({ data: { ...image, position }, select: IMAGE });
}

/** Whether a message shows what this job makes. */
export async function isForMessage(userId: UserScope, jobId: string): Promise<boolean> {
  const where = { userId, jobId };
  return (await prisma.messageImage.findFirst({ where, select: { id: true } })) !== null;
}

/** What a job makes for messages comes from another job from now on. */
export function moveToJob(
  tx: PrismaTx,
  userId: UserScope,
  { from, to }: { from: string; to: string },
): Promise<MessageImageRow[]> {
  return tx.messageImage.updateManyAndReturn({
    where: { userId, jobId: from, itemId: null },
    data: { jobId: to },
    select: IMAGE,
  });
}

/** The image that a job made belongs to the messages that it was made for. */
export async function attachMadeItem(
  tx: PrismaTx,
  userId: UserScope,
  { jobId, itemId }: { jobId: string; itemId: string },
): Promise<void> {
  await tx.messageImage.updateMany({ where: { userId, jobId, itemId: null }, data: { itemId } });
}

/**
 * Gives a message an image of the gallery. False where that isn't there any more. SQL: part of the pipelined transaction that writes
 * the message.
 */
export async function attachItem(
  tx: Sql,
  userId: UserScope,
  { id, messageId, itemId }: { id: string; messageId: string; itemId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO message_images (user_id, id, message_id, position, item_id)
     SELECT user_id, $2::uuid, $3::uuid, 0, id FROM media_items
      WHERE user_id = $1::uuid AND id = $4::uuid AND deleted_at IS NULL
     RETURNING 1`,
    [userId, id, messageId, itemId],
  );
  return rows.length > 0;
}

/** A message gets the images of the gallery that another has. SQL: part of the pipelined transaction that writes it. */
export async function copyImages(
  tx: Sql,
  userId: UserScope,
  from: string,
  to: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO message_images (user_id, id, message_id, position, item_id)
     SELECT user_id, gen_random_uuid(), $3::uuid, position, item_id FROM message_images
      WHERE user_id = $1::uuid AND message_id = $2::uuid AND item_id IS NOT NULL`,
    [userId, from, to],
  );
}

/**
 * Gives messages images that are there, those of which this user has one of the ids (with spaces between them). SQL: a bulk insert in
 * a pipelined transaction.
 */
export async function insertPastImages(
  tx: Sql,
  userId: UserScope,
  images: readonly { id: string; messageId: string; position: number; itemIds: string }[],
): Promise<void> {
  if (images.length === 0) return;
  await tx.query(
    `INSERT INTO message_images (user_id, id, message_id, position, item_id)
     SELECT $1::uuid, given.id, given.message_id, given.position, i.id
       FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[]) AS given (id, message_id, position, items)
       JOIN messages m ON m.id = given.message_id AND m.user_id = $1::uuid
      CROSS JOIN LATERAL (
        SELECT id FROM media_items WHERE user_id = $1::uuid AND id = ANY(string_to_array(given.items, ' ')::uuid[])
         LIMIT 1
      ) i
     ON CONFLICT DO NOTHING`,
    [
      userId,
      images.map(({ id }) => id),
      images.map(({ messageId }) => messageId),
      images.map(({ position }) => position),
      images.map(({ itemIds }) => itemIds),
    ],
  );
}

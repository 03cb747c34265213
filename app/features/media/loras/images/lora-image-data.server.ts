import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { LoraImage, Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `lora_images`. The owner is part of every condition, except for jobs.

const IMAGE = {
  id: true,
  loraId: true,
  name: true,
  type: true,
  width: true,
  height: true,
  bytes: true,
  caption: true,
} satisfies Prisma.LoraImageSelect;

export type LoraImageRow = Prisma.LoraImageGetPayload<{ select: typeof IMAGE }>;

export interface NewLoraImage extends Omit<LoraImage, 'userId' | 'caption' | 'createdAt'> {
  userId: UserScope;
}

export function insertLoraImage(tx: PrismaTx, data: NewLoraImage): Promise<LoraImageRow> {
  return tx.loraImage.create({ data, select: IMAGE });
}

/** Oldest first. */
export function listLoraImages(userId: UserScope, loraId: string): Promise<LoraImageRow[]> {
  return prisma.loraImage.findMany({
    where: { loraId, userId },
    orderBy: { id: 'asc' },
    select: IMAGE,
  });
}

export function findLoraImage(
  userId: UserScope,
  loraId: string,
  id: string,
): Promise<LoraImageRow | null> {
  return prisma.loraImage.findFirst({ where: { id, loraId, userId }, select: IMAGE });
}

/** The name of an image of the LoRA with the same file; null if there is none. */
export async function findSameImage(
  db: PrismaTx,
  loraId: string,
  sha256: string,
): Promise<string | null> {
  const where = { loraId_sha256: { loraId, sha256 } };
  const row = await db.loraImage.findUnique({ where, select: { name: true } });
  return row?.name ?? null;
}

export async function setCaption(
  tx: PrismaTx,
  userId: UserScope,
  { loraId, id, caption }: { loraId: string; id: string; caption: string },
): Promise<LoraImageRow | null> {
  const where = { id, loraId, userId };
  const [row] = await tx.loraImage.updateManyAndReturn({ where, data: { caption }, select: IMAGE });
  return row ?? null;
}

export async function deleteLoraImage(
  tx: PrismaTx,
  userId: UserScope,
  loraId: string,
  id: string,
): Promise<boolean> {
  const { count } = await tx.loraImage.deleteMany({ where: { id, loraId, userId } });
  return count > 0;
}

/** Bytes of the images that a user's LoRAs learn from. SQL: the quota is read in both forms of a transaction. */
export async function loraImageBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(stored_bytes), 0) AS bytes FROM lora_images WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** For jobs: which of these any user has. */
export async function existingLoraImages(ids: string[]): Promise<string[]> {
  const rows = await prisma.loraImage.findMany({
    where: { id: { in: ids } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

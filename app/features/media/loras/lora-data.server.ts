import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Lora, LoraLeftover } from '~/lib/prisma/client';
import type { Owned, UserScope } from '~/lib/scope';

import type { JobState } from '../media';
import { loraImageBytes } from './images/lora-image-data.server';

// Owns `loras`. The owner is part of every condition, except for jobs.

type StoredLora = Pick<
  Lora,
  | 'id'
  | 'userId'
  | 'name'
  | 'triggerWord'
  | 'steps'
  | 'rank'
  | 'jobId'
  | 'rightsConfirmedAt'
  | 'providerModel'
  | 'providerTraining'
  | 'trainingSeconds'
  | 'providerVersion'
  | 'logTail'
  | 'trainedAt'
  | 'createdAt'
>;

export interface LoraRow extends Owned<StoredLora> {
  weightsBytes: number | null;
  /** Of the latest training; null before the first one, and once its job is removed. */
  jobState: JobState | null;
  images: number;
  /** Its first image. */
  coverId: string | null;
}

const COLUMNS = `l.id, l.user_id, l.name, l.trigger_word, l.steps, l.rank,
  l.job_id, j.state AS job_state, l.rights_confirmed_at,
  l.provider_model, l.provider_training,
  l.training_seconds, l.provider_version, l.log_tail,
  l.weights_bytes, l.trained_at, l.created_at,
  coalesce(p.images, 0) AS images, p.cover_id`;
const SOURCE = `loras l LEFT JOIN media_jobs j ON j.id = l.job_id
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS images, (array_agg(i.id ORDER BY i.id))[1] AS cover_id
      FROM lora_images i WHERE i.lora_id = l.id
  ) p ON true`;

export interface NewLora extends Pick<Lora, 'id' | 'clientKey' | 'name' | 'steps' | 'rank'> {
  userId: UserScope;
}

/** False when there is a LoRA with this key already. */
export async function insertLora(tx: PrismaTx, lora: NewLora): Promise<boolean> {
  const { count } = await tx.lora.createMany({ data: [lora], skipDuplicates: true });
  return count > 0;
}

export function countLoras(userId: UserScope): Promise<number> {
  return prisma.lora.count({ where: { userId } });
}

/** A user's LoRAs, newest first. SQL: Prisma would load all of their images for the first one of each. */
export function listLoras(sql: Sql, userId: UserScope, limit: number): Promise<LoraRow[]> {
  return sql.query<LoraRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE l.user_id = $1::uuid ORDER BY l.id DESC LIMIT $2::int`,
    [userId, limit],
  );
}

/** SQL: counts the images and finds the first one by a lateral join, in both forms of a transaction. */
export async function findLora(sql: Sql, userId: UserScope, id: string): Promise<LoraRow | null> {
  const [row] = await sql.query<LoraRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE l.id = $1::uuid AND l.user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

export async function findLoraIdByKey(
  userId: UserScope,
  clientKey: string,
): Promise<string | null> {
  const row = await prisma.lora.findFirst({ where: { userId, clientKey }, select: { id: true } });
  return row?.id ?? null;
}

/** Keeps others from changing a LoRA, its images, or its training until the transaction ends. SQL: locks the row. */
export async function lockLora(tx: Sql, userId: UserScope, id: string): Promise<LoraRow | null> {
  await tx.query(`SELECT 1 FROM loras WHERE id = $1::uuid AND user_id = $2::uuid FOR UPDATE`, [
    id,
    userId,
  ]);
  return findLora(tx, userId, id);
}

export type LoraChange = Partial<Pick<Lora, 'name' | 'triggerWord' | 'steps' | 'rank'>>;

export async function changeLora(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  { name, triggerWord, steps, rank }: LoraChange,
): Promise<void> {
  const data = { name, triggerWord, steps, rank };
  await tx.lora.updateMany({ where: { id, userId }, data });
}

export async function deleteLora(tx: PrismaTx, userId: UserScope, id: string): Promise<void> {
  await tx.lora.deleteMany({ where: { id, userId } });
}

/** Bytes of the weights of a user's LoRAs. SQL: the quota is read in both forms of a transaction. */
async function weightBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(weights_bytes), 0)::bigint AS bytes FROM loras WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** For jobs: which of these any user has. */
export async function existingLoras(ids: string[]): Promise<string[]> {
  const rows = await prisma.lora.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

// Owns `lora_leftovers`, which a trigger on `loras` fills.

export type LeftoverRow = Owned<Omit<LoraLeftover, 'nextTryAt'>>;

/** Claims the next leftover that is due; it is due again after a growing pause. SQL: skips locked rows. */
export async function claimLeftover(sql: Sql): Promise<LeftoverRow | null> {
  const [row] = await sql.query<LeftoverRow>(
    `UPDATE lora_leftovers SET tries = tries + 1,
            next_try_at = now() + least(interval '1 minute' * power(2, least(tries, 12)), interval '12 hours')
      WHERE id = (
        SELECT id FROM lora_leftovers WHERE next_try_at <= now() ORDER BY next_try_at LIMIT 1
           FOR UPDATE SKIP LOCKED
      )
      RETURNING id, user_id, provider_model,
        provider_training, tries`,
  );
  return row ?? null;
}

export async function deleteLeftover(id: string): Promise<void> {
  await prisma.loraLeftover.deleteMany({ where: { id } });
}

/** Bytes of a user's LoRAs, with the images that they learn from. */
export async function loraBytes(sql: Sql, userId: UserScope): Promise<number> {
  return (await loraImageBytes(sql, userId)) + (await weightBytes(sql, userId));
}

import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Lora } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { JobState } from '../media';
import { loraImageBytes } from './images/lora-image-data.server';

// Owns `loras`. The owner is part of every condition, except for jobs.

export interface LoraRow {
  id: string;
  userId: UserScope;
  name: string;
  triggerWord: string;
  steps: number;
  rank: number;
  jobId: string | null;
  /** Of the latest training; null before the first, and once its job is forgotten. */
  jobState: JobState | null;
  rightsConfirmedAt: Date | null;
  providerModel: string | null;
  providerTraining: string | null;
  trainingSeconds: number | null;
  providerVersion: string | null;
  logTail: string;
  weightsBytes: number | null;
  trainedAt: Date | null;
  createdAt: Date;
  images: number;
  /** Of its first picture. */
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

/** False when there is one of this key already. */
export async function insertLora(tx: PrismaTx, lora: NewLora): Promise<boolean> {
  const { count } = await tx.lora.createMany({ data: [lora], skipDuplicates: true });
  return count > 0;
}

export function countLoras(userId: UserScope): Promise<number> {
  return prisma.lora.count({ where: { userId } });
}

/** All of a user's, newest first. SQL: Prisma would load all their images for the first one of each. */
export function listLoras(sql: Sql, userId: UserScope, limit: number): Promise<LoraRow[]> {
  return sql.query<LoraRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE l.user_id = $1::uuid ORDER BY l.id DESC LIMIT $2::int`,
    [userId, limit],
  );
}

/** SQL: the jobs engine asks for it in a transaction of that form. */
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

/** Until the transaction ends, no one else changes it, its images or its training. SQL: a lock. */
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

/** Bytes that the weights of a user's LoRAs take. SQL: the quota is read in both forms of a transaction. */
async function weightBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(weights_bytes), 0)::bigint AS bytes FROM loras WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** For jobs: which of these there are, of whomever. */
export async function existingLoras(ids: string[]): Promise<string[]> {
  const rows = await prisma.lora.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

// Owns `lora_leftovers`, which a trigger on `loras` fills.

export interface LeftoverRow {
  id: string;
  userId: UserScope;
  providerModel: string | null;
  providerTraining: string | null;
  tries: number;
}

/** Takes the next one that is due upon itself, until it is tried again after so long. SQL: a lock. */
export async function takeLeftover(sql: Sql): Promise<LeftoverRow | null> {
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

/** Bytes that a user's LoRAs take, with the images that they learn from. */
export async function loraBytes(sql: Sql, userId: UserScope): Promise<number> {
  return (await loraImageBytes(sql, userId)) + (await weightBytes(sql, userId));
}

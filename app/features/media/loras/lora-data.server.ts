import type { Sql } from '~/lib/db/index.server';
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

const COLUMNS = `l.id, l.user_id AS "userId", l.name, l.trigger_word AS "triggerWord", l.steps, l.rank,
  l.job_id AS "jobId", j.state AS "jobState", l.rights_confirmed_at AS "rightsConfirmedAt",
  l.provider_model AS "providerModel", l.provider_training AS "providerTraining",
  l.training_seconds AS "trainingSeconds", l.provider_version AS "providerVersion", l.log_tail AS "logTail",
  l.weights_bytes AS "weightsBytes", l.trained_at AS "trainedAt", l.created_at AS "createdAt",
  coalesce(p.images, 0) AS images, p.cover_id AS "coverId"`;
const SOURCE = `loras l LEFT JOIN media_jobs j ON j.id = l.job_id
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS images, (array_agg(i.id ORDER BY i.id))[1] AS cover_id
      FROM lora_images i WHERE i.lora_id = l.id
  ) p ON true`;

export interface NewLora {
  id: string;
  userId: UserScope;
  clientKey: string;
  name: string;
  steps: number;
  rank: number;
}

/** False when there is one of this key already. */
export async function insertLora(tx: Sql, lora: NewLora): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO loras (id, user_id, client_key, name, steps, rank)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5::int, $6::int)
     ON CONFLICT (user_id, client_key) DO NOTHING RETURNING id`,
    [lora.id, lora.userId, lora.clientKey, lora.name, lora.steps, lora.rank],
  );
  return rows.length > 0;
}

export async function countLoras(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ loras: number }>(
    `SELECT count(*)::int AS loras FROM loras WHERE user_id = $1::uuid`,
    [userId],
  );
  return row?.loras ?? 0;
}

/** All of a user's, newest first. */
export function listLoras(sql: Sql, userId: UserScope, limit: number): Promise<LoraRow[]> {
  return sql.query<LoraRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE l.user_id = $1::uuid ORDER BY l.id DESC LIMIT $2::int`,
    [userId, limit],
  );
}

export async function findLora(sql: Sql, userId: UserScope, id: string): Promise<LoraRow | null> {
  const [row] = await sql.query<LoraRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE l.id = $1::uuid AND l.user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

export async function findLoraByKey(
  sql: Sql,
  userId: UserScope,
  clientKey: string,
): Promise<LoraRow | null> {
  const [row] = await sql.query<LoraRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE l.user_id = $1::uuid AND l.client_key = $2::uuid`,
    [userId, clientKey],
  );
  return row ?? null;
}

/** Until the transaction ends, no one else changes it, its images or its training. */
export async function lockLora(tx: Sql, userId: UserScope, id: string): Promise<LoraRow | null> {
  await tx.query(`SELECT 1 FROM loras WHERE id = $1::uuid AND user_id = $2::uuid FOR UPDATE`, [
    id,
    userId,
  ]);
  return findLora(tx, userId, id);
}

export interface LoraChange {
  name?: string;
  triggerWord?: string;
  steps?: number;
  rank?: number;
}

export async function changeLora(
  tx: Sql,
  userId: UserScope,
  id: string,
  { name, triggerWord, steps, rank }: LoraChange,
): Promise<void> {
  await tx.query(
    `UPDATE loras SET name = coalesce($3, name), trigger_word = coalesce($4, trigger_word),
            steps = coalesce($5::int, steps), rank = coalesce($6::int, rank)
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, name ?? null, triggerWord ?? null, steps ?? null, rank ?? null],
  );
}

export async function deleteLora(tx: Sql, userId: UserScope, id: string): Promise<void> {
  await tx.query(`DELETE FROM loras WHERE id = $1::uuid AND user_id = $2::uuid`, [id, userId]);
}

/** Bytes that the weights of a user's LoRAs take. */
async function weightBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(weights_bytes), 0)::bigint AS bytes FROM loras WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** For jobs: which of these there are, of whomever. */
export async function existingLoras(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(`SELECT id FROM loras WHERE id = ANY($1::uuid[])`, [
    ids,
  ]);
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

/** Takes the next one that is due upon itself, until it is tried again after so long. */
export async function takeLeftover(sql: Sql): Promise<LeftoverRow | null> {
  const [row] = await sql.query<LeftoverRow>(
    `UPDATE lora_leftovers SET tries = tries + 1,
            next_try_at = now() + least(interval '1 minute' * power(2, least(tries, 12)), interval '12 hours')
      WHERE id = (
        SELECT id FROM lora_leftovers WHERE next_try_at <= now() ORDER BY next_try_at LIMIT 1
           FOR UPDATE SKIP LOCKED
      )
      RETURNING id, user_id AS "userId", provider_model AS "providerModel",
        provider_training AS "providerTraining", tries`,
  );
  return row ?? null;
}

export async function deleteLeftover(sql: Sql, id: string): Promise<void> {
  await sql.query(`DELETE FROM lora_leftovers WHERE id = $1::uuid`, [id]);
}

/** Bytes that a user's LoRAs take, with the images that they learn from. */
export async function loraBytes(sql: Sql, userId: UserScope): Promise<number> {
  return (await loraImageBytes(sql, userId)) + (await weightBytes(sql, userId));
}

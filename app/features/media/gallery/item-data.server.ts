import { type OwnedRow, softDeletion } from '~/engine/user-data/index.server';
import type { Sql, SqlValue } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Owns `media_items`. The owner is part of every condition, except for jobs.

export interface ItemRow {
  id: string;
  userId: UserScope;
  origin: 'made' | 'upload';
  kind: 'image' | 'video';
  jobId: string | null;
  name: string;
  type: string;
  width: number;
  height: number;
  /** Of a video. */
  durationMs: number | null;
  bytes: number;
  prompt: string;
  model: string;
  seed: number | null;
  /** `poster`: of a video, that there are images of it. */
  metadata: { revisedPrompt?: string; provider?: string; poster?: boolean };
  favourite: boolean;
  createdAt: Date;
  /** What it was made with, if it was a LoRA. */
  loraId: string | null;
}

export interface NewItem extends Omit<
  ItemRow,
  'favourite' | 'createdAt' | 'durationMs' | 'loraId'
> {
  durationMs?: number | null;
  callId: string | null;
  loraId?: string | null;
  storedBytes: number;
}

/** So much of the prompt goes with an image in a list. */
const SHOWN_PROMPT = 300;

const COMMON = `id, user_id, origin, kind, job_id, name, type, width, height, bytes, model, seed,
  duration_ms, metadata, favourite, created_at, lora_id`;
const LISTED = `${COMMON}, left(prompt, ${SHOWN_PROMPT}) AS prompt`;

export async function insertItem(tx: Sql, item: NewItem): Promise<ItemRow> {
  const [row] = await tx.query<ItemRow>(
    `INSERT INTO media_items (id, user_id, origin, kind, job_id, call_id, name, type, width, height, bytes,
       stored_bytes, prompt, model, seed, metadata, duration_ms, lora_id)
     VALUES ($1::uuid, $2::uuid, $3::media_origin, $4, $5::uuid, $6::uuid, $7, $8, $9::int, $10::int, $11::int,
       $12::int, $13, $14, $15::int, $16::jsonb, $17::int, $18::uuid)
     RETURNING ${LISTED}`,
    [
      item.id,
      item.userId,
      item.origin,
      item.kind,
      item.jobId,
      item.callId,
      item.name,
      item.type,
      item.width,
      item.height,
      item.bytes,
      item.storedBytes,
      item.prompt,
      item.model,
      item.seed,
      JSON.stringify(item.metadata),
      item.durationMs ?? null,
      item.loraId ?? null,
    ],
  );
  if (!row) throw new Error('the new item gave no row');
  return row;
}

/** Bytes that a user's images take, deleted ones too while they are still there. */
export async function storedItemBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(stored_bytes), 0) AS bytes FROM media_items WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** One that is there to be seen, with its whole prompt. */
export async function findItem(sql: Sql, userId: UserScope, id: string): Promise<ItemRow | null> {
  const [row] = await sql.query<ItemRow>(
    `SELECT ${COMMON}, prompt FROM media_items
      WHERE user_id = $1::uuid AND id = $2::uuid AND deleted_at IS NULL`,
    [userId, id],
  );
  return row ?? null;
}

/** What these jobs made and what is still there, oldest first. */
export function itemsOfJobs(sql: Sql, jobIds: readonly string[]): Promise<ItemRow[]> {
  return sql.query<ItemRow>(
    `SELECT ${LISTED} FROM media_items
      WHERE job_id = ANY($1::uuid[]) AND deleted_at IS NULL ORDER BY id`,
    [jobIds],
  );
}

/** Images that a LoRA was asked for and that are still there, newest first. */
export function samplesOfLora(
  sql: Sql,
  userId: UserScope,
  loraId: string,
  limit: number,
): Promise<ItemRow[]> {
  return sql.query<ItemRow>(
    `SELECT ${LISTED} FROM media_items
      WHERE user_id = $1::uuid AND deleted_at IS NULL AND job_id IN (
        SELECT j.id FROM media_jobs j
         WHERE j.user_id = $1::uuid AND j.kind = 'image' AND j.request ->> 'loraId' = $2
         ORDER BY j.id DESC LIMIT $3::int
      )
      ORDER BY created_at DESC, id DESC LIMIT $3::int`,
    [userId, loraId, limit],
  );
}

/** How many a job made, whether they are still shown or not. */
export async function countGenerated(sql: Sql, jobId: string): Promise<number> {
  const [row] = await sql.query<{ items: number }>(
    `SELECT count(*) AS items FROM media_items WHERE job_id = $1::uuid`,
    [jobId],
  );
  return row?.items ?? 0;
}

export interface ItemQuery {
  before: { createdAt: Date; id: string } | null;
  favourite: boolean;
  kind?: 'image' | 'video' | null;
  loraId?: string | null;
  from: Date | null;
  to: Date | null;
  limit: number;
}

/** The gallery, newest first. */
export function listItems(sql: Sql, userId: UserScope, query: ItemQuery): Promise<ItemRow[]> {
  const values: SqlValue[] = [userId, query.limit];
  const conditions = ["origin = 'made'", 'deleted_at IS NULL'];
  const value = (one: SqlValue) => `$${values.push(one)}`;
  if (query.favourite) conditions.push('favourite');
  if (query.kind) conditions.push(`kind = ${value(query.kind)}`);
  if (query.loraId) conditions.push(`lora_id = ${value(query.loraId)}::uuid`);
  if (query.from) conditions.push(`created_at >= ${value(query.from)}::timestamptz`);
  if (query.to) conditions.push(`created_at <= ${value(query.to)}::timestamptz`);
  if (query.before) {
    const { createdAt, id } = query.before;
    conditions.push(`(created_at, id) < (${value(createdAt)}::timestamptz, ${value(id)}::uuid)`);
  }
  return sql.query<ItemRow>(
    `SELECT ${LISTED} FROM media_items WHERE user_id = $1::uuid AND ${conditions.join(' AND ')}
      ORDER BY created_at DESC, id DESC LIMIT $2::int`,
    values,
  );
}

export async function setFavorite(
  tx: Sql,
  userId: UserScope,
  id: string,
  favorite: boolean,
): Promise<ItemRow | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE media_items SET favourite = $3::boolean
      WHERE user_id = $1::uuid AND id = $2::uuid AND origin = 'made' AND deleted_at IS NULL RETURNING ${LISTED}`,
    [userId, id, favorite],
  );
  return row ?? null;
}

/** Says that a video has its poster, which takes so many bytes; null where it has one already, or is no video. */
export async function notePoster(
  tx: Sql,
  userId: UserScope,
  id: string,
  bytes: number,
): Promise<ItemRow | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE media_items SET metadata = metadata || '{"poster": true}', stored_bytes = stored_bytes + $3::int
      WHERE user_id = $1::uuid AND id = $2::uuid AND kind = 'video' AND deleted_at IS NULL
        AND NOT metadata ? 'poster' RETURNING ${LISTED}`,
    [userId, id, bytes],
  );
  return row ?? null;
}

export const deletion = softDeletion('media_items');

/**
 * For a job: removes uploads of whomever from before then that no image was made from that is still there, and that
 * no job is about to use.
 */
export function removeUnusedUploads(sql: Sql, before: Date, limit: number): Promise<OwnedRow[]> {
  return sql.query<OwnedRow>(
    `DELETE FROM media_items WHERE id IN (
       SELECT u.id FROM media_items u
        WHERE u.origin = 'upload' AND u.created_at < $1::timestamptz
          AND NOT EXISTS (
            SELECT 1 FROM media_jobs j
             WHERE j.reference_id = u.id
               AND (j.finished_at IS NULL OR EXISTS (SELECT 1 FROM media_items i WHERE i.job_id = j.id))
          )
        ORDER BY u.created_at LIMIT $2::int FOR UPDATE SKIP LOCKED
     ) RETURNING id, user_id`,
    [before, limit],
  );
}

/** For jobs: which of these there are, of whomever. */
export async function existingItems(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM media_items WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

import { type OwnedRow, softDeletion } from '~/engine/user-data/index.server';
import { prisma, type PrismaTx, type Sql, type SqlValue } from '~/lib/db/index.server';
import type { MediaItem, Prisma } from '~/lib/prisma/client';
import type { Owned, UserScope } from '~/lib/scope';

import type { ItemView } from '../media';

// Owns `media_items`. The owner is part of every condition, except for jobs.

const ITEM = {
  id: true,
  userId: true,
  origin: true,
  kind: true,
  jobId: true,
  name: true,
  type: true,
  width: true,
  height: true,
  durationMs: true,
  bytes: true,
  prompt: true,
  model: true,
  seed: true,
  metadata: true,
  favourite: true,
  createdAt: true,
  loraId: true,
} satisfies Prisma.MediaItemSelect;

/** Lists read only the beginning of a prompt, in characters. */
const LISTED_PROMPT = 300;

/** The same for SQL, as lists have it. */
const LISTED = `id, user_id, origin, kind, job_id, name, type, width, height, duration_ms, bytes,
  left(prompt, ${LISTED_PROMPT}) AS prompt, model, seed, metadata, favourite, created_at, lora_id`;

type StoredItem = Pick<MediaItem, keyof typeof ITEM>;

export interface ItemRow extends Omit<Owned<StoredItem>, 'kind' | 'metadata'> {
  kind: ItemView['kind'];
  metadata: {
    revisedPrompt?: string;
    provider?: string;
    /** The video has its poster images. */
    poster?: boolean;
    /** Base64 of a tiny WebP version. */
    placeholder?: string;
  };
}

export interface NewItem extends Omit<
  Prisma.MediaItemUncheckedCreateInput,
  'kind' | 'metadata' | 'storedBytes'
> {
  userId: UserScope;
  kind: ItemRow['kind'];
  metadata?: ItemRow['metadata'];
  storedBytes: number;
}

export async function insertItem(tx: PrismaTx, data: NewItem): Promise<ItemRow> {
  return toListed(await tx.mediaItem.create({ data, select: ITEM }));
}

function toListed(row: StoredItem): ItemRow {
  return { ...(row as ItemRow), prompt: [...row.prompt].slice(0, LISTED_PROMPT).join('') };
}

/** Bytes of a user's items, deleted ones too. SQL: the quota is read in both forms of a transaction. */
export async function storedItemBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(stored_bytes), 0) AS bytes FROM media_items WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** An item that isn't deleted, with its whole prompt. */
export async function findItem(
  userId: UserScope,
  id: string,
  db: PrismaTx = prisma,
): Promise<ItemRow | null> {
  const row = await db.mediaItem.findFirst({
    where: { id, userId, deletedAt: null },
    select: ITEM,
  });
  return row as ItemRow | null;
}

/** What these jobs made and no one has deleted, oldest first. SQL: reads only the beginning of each prompt. */
export function itemsOfJobs(sql: Sql, jobIds: readonly string[]): Promise<ItemRow[]> {
  return sql.query<ItemRow>(
    `SELECT ${LISTED} FROM media_items
      WHERE job_id = ANY($1::uuid[]) AND deleted_at IS NULL ORDER BY id`,
    [jobIds],
  );
}

/** Images made with a LoRA, newest first. SQL: the index is on a field of the request. */
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

/** How many items a job made, including those deleted since. */
export function countGenerated(
  userId: UserScope,
  jobId: string,
  db: PrismaTx = prisma,
): Promise<number> {
  return db.mediaItem.count({ where: { jobId, userId } });
}

/** Whether the gallery has an image. */
export async function hasImages(userId: UserScope): Promise<boolean> {
  const found = await prisma.mediaItem.findFirst({
    where: { userId, origin: 'made', kind: 'image', deletedAt: null },
    select: { id: true },
  });
  return found !== null;
}

export interface ItemQuery {
  before: { createdAt: Date; id: string } | null;
  favourite: boolean;
  kind?: ItemView['kind'] | null;
  loraId?: string | null;
  from: Date | null;
  to: Date | null;
  limit: number;
}

/** The gallery, newest first. SQL: pages by a row comparison, and reads only the beginning of each prompt. */
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

/**
 * Items whose prompt contains a text, or that were made with a LoRA whose name does, newest first. SQL: each of the two
 * searches is by an index, and reads no more than the limit.
 */
export function searchItems(
  sql: Sql,
  userId: UserScope,
  text: string,
  limit: number,
): Promise<ItemRow[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql.query<ItemRow>(
    `SELECT ${LISTED} FROM media_items WHERE user_id = $1::uuid AND id IN (
       (SELECT i.id FROM media_items i
         WHERE i.user_id = $1::uuid AND i.origin = 'made' AND i.deleted_at IS NULL
           AND lower(i.prompt) LIKE lower($2)
         ORDER BY i.created_at DESC, i.id DESC LIMIT $3::int)
       UNION ALL
       (SELECT of_lora.id FROM loras l CROSS JOIN LATERAL (
          SELECT i.id FROM media_items i
           WHERE i.user_id = $1::uuid AND i.lora_id = l.id AND i.origin = 'made' AND i.deleted_at IS NULL
           ORDER BY i.created_at DESC, i.id DESC LIMIT $3::int
        ) of_lora WHERE l.user_id = $1::uuid AND lower(l.name) LIKE lower($2))
     )
      ORDER BY created_at DESC, id DESC LIMIT $3::int`,
    [userId, pattern, limit],
  );
}

/** Null when the item is deleted, an upload, or not this user's. */
export async function setFavorite(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  favourite: boolean,
): Promise<ItemRow | null> {
  const where = { id, userId, origin: 'made', deletedAt: null } as const;
  const data = { favourite };
  const [row] = await tx.mediaItem.updateManyAndReturn({ where, data, select: ITEM });
  return row ? toListed(row) : null;
}

/** Records a video's poster; null when it has one already, or is no video. SQL: adds to a JSON column. */
export async function notePoster(
  sql: Sql,
  userId: UserScope,
  id: string,
  { bytes, placeholder }: { bytes: number; placeholder: string },
): Promise<ItemRow | null> {
  const [row] = await sql.query<ItemRow>(
    `UPDATE media_items SET metadata = metadata || jsonb_build_object('poster', true, 'placeholder', $4::text),
            stored_bytes = stored_bytes + $3::int
      WHERE user_id = $1::uuid AND id = $2::uuid AND kind = 'video' AND deleted_at IS NULL
        AND NOT metadata ? 'poster' RETURNING ${LISTED}`,
    [userId, id, bytes, placeholder],
  );
  return row ?? null;
}

export const deletion = softDeletion('media_items');

/**
 * Removes any user's uploads from before `before`, unless a job is about to use them or an image made from them is still
 * there. SQL: skips locked rows.
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

/** For jobs: which of these any user has. */
export async function existingItems(ids: string[]): Promise<string[]> {
  const where = { id: { in: ids } };
  const rows = await prisma.mediaItem.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => id);
}

import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Owns `lora_images`. The owner is part of every condition, except for jobs.

export interface LoraImageRow {
  id: string;
  userId: UserScope;
  loraId: string;
  name: string;
  type: string;
  width: number;
  height: number;
  bytes: number;
  caption: string;
}

const COLUMNS = `id, user_id AS "userId", lora_id AS "loraId", name, type, width, height, bytes, caption`;

export interface NewLoraImage extends Omit<LoraImageRow, 'caption'> {
  storedBytes: number;
  sha256: string;
}

export async function insertLoraImage(tx: Sql, image: NewLoraImage): Promise<LoraImageRow> {
  const [row] = await tx.query<LoraImageRow>(
    `INSERT INTO lora_images (id, user_id, lora_id, name, type, width, height, bytes, stored_bytes, sha256)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::int, $7::int, $8::int, $9::int, $10)
     RETURNING ${COLUMNS}`,
    [
      image.id,
      image.userId,
      image.loraId,
      image.name,
      image.type,
      image.width,
      image.height,
      image.bytes,
      image.storedBytes,
      image.sha256,
    ],
  );
  if (!row) throw new Error('the new picture gave no row');
  return row;
}

/** In the order in which they came. */
export function listLoraImages(
  sql: Sql,
  userId: UserScope,
  loraId: string,
): Promise<LoraImageRow[]> {
  return sql.query<LoraImageRow>(
    `SELECT ${COLUMNS} FROM lora_images WHERE lora_id = $1::uuid AND user_id = $2::uuid ORDER BY id`,
    [loraId, userId],
  );
}

export async function findLoraImage(
  sql: Sql,
  userId: UserScope,
  loraId: string,
  id: string,
): Promise<LoraImageRow | null> {
  const [row] = await sql.query<LoraImageRow>(
    `SELECT ${COLUMNS} FROM lora_images WHERE id = $1::uuid AND lora_id = $2::uuid AND user_id = $3::uuid`,
    [id, loraId, userId],
  );
  return row ?? null;
}

/** The name under which the same file is there already. */
export async function findSameImage(
  sql: Sql,
  loraId: string,
  sha256: string,
): Promise<string | null> {
  const [row] = await sql.query<{ name: string }>(
    `SELECT name FROM lora_images WHERE lora_id = $1::uuid AND sha256 = $2`,
    [loraId, sha256],
  );
  return row?.name ?? null;
}

export async function setCaption(
  tx: Sql,
  userId: UserScope,
  { loraId, id, caption }: { loraId: string; id: string; caption: string },
): Promise<LoraImageRow | null> {
  const [row] = await tx.query<LoraImageRow>(
    `UPDATE lora_images SET caption = $4
      WHERE id = $1::uuid AND lora_id = $2::uuid AND user_id = $3::uuid RETURNING ${COLUMNS}`,
    [id, loraId, userId, caption],
  );
  return row ?? null;
}

export async function deleteLoraImage(
  tx: Sql,
  userId: UserScope,
  loraId: string,
  id: string,
): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM lora_images WHERE id = $1::uuid AND lora_id = $2::uuid AND user_id = $3::uuid RETURNING id`,
    [id, loraId, userId],
  );
  return rows.length > 0;
}

/** Bytes that a user's images for LoRAs take. */
export async function loraImageBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(stored_bytes), 0) AS bytes FROM lora_images WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** For jobs: which of these there are, of whomever. */
export async function existingLoraImages(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM lora_images WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

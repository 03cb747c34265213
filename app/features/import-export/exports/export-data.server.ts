import { type Claim, LeaseLost } from '~/engine/leases/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { ExportState } from '../page/import-export';

// Owns `exports`. The owner is part of every condition, except for jobs.

export interface ExportRow {
  id: string;
  userId: UserScope;
  state: ExportState;
  attempt: number;
  progress: number;
  reason: string | null;
  size: number | null;
  partSize: number | null;
  createdAt: Date;
  expiresAt: Date | null;
}

const COLUMNS = `id, user_id, state, attempt, progress, reason, size, part_size,
  created_at, expires_at`;
const GOING = `state IN ('queued', 'running')`;

/** Null when one is going on already. */
export async function insertExport(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>(
    `INSERT INTO exports (id, user_id) VALUES ($1::uuid, $2::uuid)
     ON CONFLICT (user_id) WHERE ${GOING} DO NOTHING RETURNING ${COLUMNS}`,
    [id, userId],
  );
  return row ?? null;
}

/** Newest first. */
export function listExports(sql: Sql, userId: UserScope, limit: number): Promise<ExportRow[]> {
  return sql.query<ExportRow>(
    `SELECT ${COLUMNS} FROM exports WHERE user_id = $1::uuid ORDER BY id DESC LIMIT $2::int`,
    [userId, limit],
  );
}

export async function findExport(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ExportRow | null> {
  const [row] = await sql.query<ExportRow>(
    `SELECT ${COLUMNS} FROM exports WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

export async function findGoing(sql: Sql, userId: UserScope): Promise<ExportRow | null> {
  const [row] = await sql.query<ExportRow>(
    `SELECT ${COLUMNS} FROM exports WHERE user_id = $1::uuid AND ${GOING}`,
    [userId],
  );
  return row ?? null;
}

/** The attempt alone fences it: each start has another. */
export interface ExportClaim extends Claim {
  userId: UserScope;
}

export interface ClaimedExport extends ExportRow {
  /** The process that began it before has died: no end of it was written down. */
  wasLeft: boolean;
}

/** Begins it, anew if it was begun before, and counts that before anything is done; null when it is over, or gone. */
export async function claimExport(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<ClaimedExport | null> {
  const [row] = await tx.query<ClaimedExport>(
    `WITH before AS (
       SELECT id AS claimed, state = 'running' AS was_left FROM exports
        WHERE id = $1::uuid AND user_id = $2::uuid AND ${GOING} FOR UPDATE
     )
     UPDATE exports SET state = 'running', attempt = attempt + 1, progress = 0, beaten_at = clock_timestamp()
       FROM before WHERE id = claimed RETURNING ${COLUMNS}, was_left`,
    [id, userId],
  );
  return row ?? null;
}

const HELD = `id = $1::uuid AND user_id = $2::uuid AND attempt = $3::int AND state = 'running'`;
const held = ({ id, userId, attempt }: ExportClaim) => [id, userId, attempt] as const;

/** Null when it is not this claim's any more: canceled, or begun anew elsewhere. */
export async function beat(
  tx: Sql,
  claim: ExportClaim,
  progress: number,
): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>(
    `UPDATE exports SET progress = $4::int, beaten_at = clock_timestamp() WHERE ${HELD} RETURNING ${COLUMNS}`,
    [...held(claim), progress],
  );
  return row ?? null;
}

/** It waits to be begun anew. */
export async function putBack(tx: Sql, claim: ExportClaim): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>(
    `UPDATE exports SET state = 'queued', progress = 0 WHERE ${HELD} RETURNING ${COLUMNS}`,
    held(claim),
  );
  return row ?? null;
}

/** @throws LeaseLost */
export async function markReady(
  tx: Sql,
  claim: ExportClaim,
  { size, partSize, expiresAt }: { size: number; partSize: number; expiresAt: Date },
): Promise<ExportRow> {
  const [row] = await tx.query<ExportRow>(
    `UPDATE exports SET state = 'ready', progress = 100, size = $4::bigint, part_size = $5::int,
            finished_at = clock_timestamp(), expires_at = $6::timestamptz
      WHERE ${HELD} RETURNING ${COLUMNS}`,
    [...held(claim), size, partSize, expiresAt],
  );
  if (!row) throw new LeaseLost();
  return row;
}

export async function markFailed(
  tx: Sql,
  claim: ExportClaim,
  reason: string,
): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>(
    `UPDATE exports SET state = 'failed', reason = $4, finished_at = clock_timestamp()
      WHERE ${HELD} RETURNING ${COLUMNS}`,
    [...held(claim), reason],
  );
  return row ?? null;
}

/** Ends what goes on; null when nothing does. */
export async function markCanceled(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>(
    `UPDATE exports SET state = 'canceled', finished_at = clock_timestamp()
      WHERE id = $1::uuid AND user_id = $2::uuid AND ${GOING} RETURNING ${COLUMNS}`,
    [id, userId],
  );
  return row ?? null;
}

/** All of the user's that are ready but this one. */
export function expireOthers(tx: Sql, userId: UserScope, id: string): Promise<ExportRow[]> {
  return tx.query<ExportRow>(
    `UPDATE exports SET state = 'expired' WHERE user_id = $1::uuid AND id <> $2::uuid AND state = 'ready'
     RETURNING ${COLUMNS}`,
    [userId, id],
  );
}

/** One whose time is over; null when it was not ready any more. */
export async function markExpired(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>(
    `UPDATE exports SET state = 'expired' WHERE id = $1::uuid AND user_id = $2::uuid AND state = 'ready'
     RETURNING ${COLUMNS}`,
    [id, userId],
  );
  return row ?? null;
}

/** Of whomever: whose time is over. */
export function findOver(sql: Sql, now: Date, limit: number): Promise<ExportRow[]> {
  return sql.query<ExportRow>(
    `SELECT ${COLUMNS} FROM exports WHERE state = 'ready' AND expires_at <= $1::timestamptz
      ORDER BY expires_at LIMIT $2::int`,
    [now, limit],
  );
}

/** Of whomever: what goes on without a sign of life since then. */
export function findSilent(sql: Sql, before: Date, limit: number): Promise<ExportRow[]> {
  return sql.query<ExportRow>(
    `SELECT ${COLUMNS} FROM exports WHERE ${GOING} AND beaten_at < $1::timestamptz LIMIT $2::int`,
    [before, limit],
  );
}

/** Of whomever: ends one that no one writes any more. */
export async function giveUp(tx: Sql, id: string, reason: string): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>(
    `UPDATE exports SET state = 'failed', reason = $2, finished_at = clock_timestamp()
      WHERE id = $1::uuid AND ${GOING} RETURNING ${COLUMNS}`,
    [id, reason],
  );
  return row ?? null;
}

/** Takes it off the list; false when there was none that is over. */
export async function deleteExport(tx: Sql, userId: UserScope, id: string): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM exports WHERE id = $1::uuid AND user_id = $2::uuid AND NOT ${GOING} RETURNING id`,
    [id, userId],
  );
  return rows.length > 0;
}

/** Of whomever: takes those off the list that were over before then. */
export async function deleteOld(sql: Sql, before: Date): Promise<void> {
  await sql.query(
    `DELETE FROM exports WHERE created_at < $1::timestamptz AND NOT ${GOING} AND state <> 'ready'`,
    [before],
  );
}

/** Which of these attempts have objects that are wanted: of whomever, for the sweep. */
export async function wanted(sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; attempt: number }>(
    `SELECT id, attempt FROM exports WHERE id = ANY($1::uuid[]) AND state IN ('queued', 'running', 'ready')`,
    [ids],
  );
  return new Map(rows.map(({ id, attempt }) => [id, attempt]));
}

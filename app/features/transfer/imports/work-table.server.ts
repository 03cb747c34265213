import type { Sql } from '~/lib/db/index.server';

import type { IncomingService } from '../incoming';
import type { ImportFound, ImportState } from '../transfer';

// Who works on `imports`: a worker holds one for a while, and all it writes goes with a look at whether it still does.

/** How long a worker that says nothing is believed to be there. */
export const HELD_SECONDS = 30;

export interface Held {
  id: string;
  userId: string;
  workerId: string;
  state: ImportState;
  partSize: number;
  service: IncomingService | null;
}

/** The import was canceled, or somebody else works on it. */
export class NotHeld extends Error {}

/** Takes up an import that has work to do and that nobody works on; null when there is none of this id. */
export async function takeUp(sql: Sql, id: string, workerId: string): Promise<Held | null> {
  const [row] = await sql.query<Held>(
    `UPDATE imports SET worker_id = $2::uuid, held_until = now() + $3::int * interval '1 second'
      WHERE id = $1::uuid AND state IN ('reading', 'importing', 'removing')
        AND (held_until IS NULL OR held_until < now())
      RETURNING id, user_id AS "userId", worker_id AS "workerId", state, part_size AS "partSize", service`,
    [id, workerId, HELD_SECONDS],
  );
  return row ?? null;
}

const IS_HELD = `id = $1::uuid AND user_id = $2::uuid AND worker_id = $3::uuid AND state = $4::import_state`;

function whoHolds({ id, userId, workerId, state }: Held) {
  return [id, userId, workerId, state];
}

/** Says that the worker is still there, and how far it is. @throws NotHeld */
export async function keepHolding(sql: Sql, held: Held, progress: number | null): Promise<void> {
  const rows = await sql.query(
    `UPDATE imports SET held_until = now() + $5::int * interval '1 second', progress = coalesce($6::int, progress)
      WHERE ${IS_HELD} RETURNING id`,
    [...whoHolds(held), HELD_SECONDS, progress],
  );
  if (rows.length === 0) throw new NotHeld();
}

/** Locks it until the transaction ends: what that writes is written by whoever holds it. @throws NotHeld */
export async function lockHeld(tx: Sql, held: Held): Promise<void> {
  const rows = await tx.query(`SELECT id FROM imports WHERE ${IS_HELD} FOR UPDATE`, whoHolds(held));
  if (rows.length === 0) throw new NotHeld();
}

/**
 * For a part of the work that is done again should it be lost: its commit does not wait for the disk. What PostgreSQL
 * loses when it dies at that moment are the last of them, with what says that they were done.
 */
export async function commitInPassing(tx: Sql): Promise<void> {
  await tx.query('SET LOCAL synchronous_commit = off');
}

/** Others may go on with it at once. */
export async function letGo(sql: Sql, held: Held): Promise<void> {
  await sql.query(
    `UPDATE imports SET worker_id = NULL, held_until = NULL WHERE ${IS_HELD}`,
    whoHolds(held),
  );
}

/** Counts a failure, and keeps others from it for `seconds`. Returns how many there were. */
export async function countFailure(sql: Sql, held: Held, seconds: number): Promise<number> {
  const [row] = await sql.query<{ attempts: number }>(
    `UPDATE imports SET attempts = attempts + 1, worker_id = NULL,
            held_until = now() + $5::int * interval '1 second'
      WHERE ${IS_HELD} RETURNING attempts`,
    [...whoHolds(held), seconds],
  );
  return row?.attempts ?? 0;
}

/** What was found, for the person to choose from. @throws NotHeld */
export async function putFound(
  tx: Sql,
  held: Held,
  { service, found }: { service: IncomingService; found: ImportFound },
): Promise<void> {
  const rows = await tx.query(
    `UPDATE imports SET service = $5, found = $6::jsonb WHERE ${IS_HELD} RETURNING id`,
    [...whoHolds(held), service, JSON.stringify(found)],
  );
  if (rows.length === 0) throw new NotHeld();
}

export interface Done {
  imported: number;
  updated: number;
  skipped: number;
  messages: number;
  filesStored: number;
  filesMissing: number;
}

/** Adds to what was done. */
export async function addDone(tx: Sql, held: Held, done: Done): Promise<void> {
  await tx.query(
    `UPDATE imports SET imported = imported + $5::int, updated = updated + $6::int, skipped = skipped + $7::int,
            messages = messages + $8::int, files_stored = files_stored + $9::int,
            files_missing = files_missing + $10::int
      WHERE ${IS_HELD}`,
    [
      ...whoHolds(held),
      done.imported,
      done.updated,
      done.skipped,
      done.messages,
      done.filesStored,
      done.filesMissing,
    ],
  );
}

/** What came beside the conversations. Done again, it finds nothing new: what was counted first stays. */
export async function putOthers(
  sql: Sql,
  held: Held,
  { others, remarks }: { others: Record<string, number>; remarks: readonly string[] },
): Promise<void> {
  await sql.query(
    `UPDATE imports SET found = found || jsonb_build_object('remarks', $6::jsonb), others = (
        SELECT coalesce(jsonb_object_agg(key, total), '{}') FROM (
          SELECT key, sum(value::int) AS total
            FROM (SELECT * FROM jsonb_each_text(others) UNION ALL SELECT * FROM jsonb_each_text($5::jsonb)) counted
           GROUP BY key) totals)
      WHERE ${IS_HELD}`,
    [...whoHolds(held), JSON.stringify(others), JSON.stringify(remarks)],
  );
}

/** For a job: imports of whomever that nobody works on though there is something to do. */
export async function findLeft(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM imports WHERE state IN ('reading', 'importing', 'removing')
        AND (held_until IS NULL OR held_until < now()) ORDER BY touched_at LIMIT $1::int`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Where no other process can be at work: nobody holds anything any more. */
export async function letAllGo(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE imports SET worker_id = NULL, held_until = NULL
      WHERE state IN ('reading', 'importing', 'removing') AND worker_id IS NOT NULL`,
  );
}

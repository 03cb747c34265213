import { LeaseLost, MAX_DEATHS, type ProcessClaim } from '~/engine/leases/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { IncomingService } from '../incoming';
import type { ImportFound, ImportState } from '../../page/import-export';

// The leases on `imports`: a worker holds one for a while, and every write of its work checks that it still does.
// SQL: the leases run by the database's clock, and the process of an import works in SQL-form transactions without Prisma,
// whose first query would take 32 MB of its memory.

/** How long a lease lasts without a heartbeat. */
const HELD_SECONDS = 30;

/** The process is that of the import, which has one to itself. */
export interface Held extends ProcessClaim {
  /** Starts without a word of how they ended, this one among them; none since it last got on. */
  attempt: number;
  userId: UserScope;
  state: ImportState;
  partSize: number;
  service: IncomingService | null;
  /** How often its step has failed and said so. */
  failures: number;
}

/**
 * Takes up an import that has work to do and that no one works on; null when there is none of this id. The start counts
 * before any of its work begins: an import that takes its process down with it must not do so for ever.
 */
export async function takeUp(sql: Sql, id: string, processId: string): Promise<Held | null> {
  const [row] = await sql.query<Held>(
    `UPDATE imports SET worker_id = $2::uuid, held_until = now() + $3::int * interval '1 second', starts = starts + 1
      WHERE id = $1::uuid AND state IN ('reading', 'importing', 'removing')
        AND (held_until IS NULL OR held_until < now())
      RETURNING id, user_id, worker_id AS process_id, state, part_size, service,
                starts AS attempt, attempts AS failures`,
    [id, processId, HELD_SECONDS],
  );
  return row ?? null;
}

const IS_HELD = `id = $1::uuid AND user_id = $2::uuid AND worker_id = $3::uuid AND state = $4::import_state`;

function whoHolds({ id, userId, processId, state }: Held) {
  return [id, userId, processId, state];
}

/** Says that the worker is still there, and how far it is. False when it is not held any more. */
export async function keepHolding(sql: Sql, held: Held, progress: number): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE imports SET held_until = now() + $5::int * interval '1 second', progress = $6::int
      WHERE ${IS_HELD} RETURNING id`,
    [...whoHolds(held), HELD_SECONDS, progress],
  );
  return rows.length > 0;
}

/** Locks it until the transaction ends, so that only the lease's holder writes. @throws LeaseLost */
export async function lockHeld(tx: Sql, held: Held): Promise<void> {
  const rows = await tx.query(`SELECT id FROM imports WHERE ${IS_HELD} FOR UPDATE`, whoHolds(held));
  if (rows.length === 0) throw new LeaseLost();
}

/**
 * For a part of the work that is done again should it be lost: its commit does not wait for the disk. What PostgreSQL
 * loses when it dies at that moment are the last of them, with what says that they were done.
 */
export async function commitInPassing(tx: Sql): Promise<void> {
  await tx.query('SET LOCAL synchronous_commit = off');
}

/** Others may go on with it at once; this start ended in good order and does not count. */
export async function letGo(sql: Sql, held: Held): Promise<void> {
  await sql.query(
    `UPDATE imports SET worker_id = NULL, held_until = NULL, starts = greatest(starts - 1, 0) WHERE ${IS_HELD}`,
    whoHolds(held),
  );
}

/** Counts a failure that said so, and keeps others from the import for `seconds`. @throws LeaseLost */
export async function countFailure(sql: Sql, held: Held, seconds: number): Promise<void> {
  const rows = await sql.query(
    `UPDATE imports SET attempts = attempts + 1, starts = greatest(starts - 1, 0), worker_id = NULL,
            held_until = now() + $5::int * interval '1 second'
      WHERE ${IS_HELD} RETURNING id`,
    [...whoHolds(held), seconds],
  );
  if (rows.length === 0) throw new LeaseLost();
}

/** Its process has died: others may go on with it after `seconds`, unless too many have. Returns how many. @throws LeaseLost */
export async function leaveAfterDeath(sql: Sql, held: Held, seconds: number): Promise<number> {
  const [row] = await sql.query<{ starts: number }>(
    `UPDATE imports SET held_until = now() + $5::int * interval '1 second',
            worker_id = CASE WHEN starts < $6::int THEN NULL ELSE worker_id END
      WHERE ${IS_HELD} RETURNING starts`,
    [...whoHolds(held), seconds, MAX_DEATHS],
  );
  if (!row) throw new LeaseLost();
  return row.starts;
}

/** What was found, for the person to choose from. @throws LeaseLost */
export async function putFound(
  tx: Sql,
  held: Held,
  { service, found }: { service: IncomingService; found: ImportFound },
): Promise<void> {
  const rows = await tx.query(
    `UPDATE imports SET service = $5, found = $6::jsonb WHERE ${IS_HELD} RETURNING id`,
    [...whoHolds(held), service, JSON.stringify(found)],
  );
  if (rows.length === 0) throw new LeaseLost();
}

export interface Done {
  imported: number;
  updated: number;
  skipped: number;
  messages: number;
  filesStored: number;
  filesMissing: number;
}

/** Adds to what was done. Less is left then, so the starts are counted anew. */
export async function addDone(tx: Sql, held: Held, done: Done): Promise<void> {
  await tx.query(
    `UPDATE imports SET imported = imported + $5::int, updated = updated + $6::int, skipped = skipped + $7::int,
            messages = messages + $8::int, files_stored = files_stored + $9::int,
            files_missing = files_missing + $10::int, starts = 0
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

/** For a job: imports of whomever that no one works on though there is something to do. */
export async function findLeft(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM imports WHERE state IN ('reading', 'importing', 'removing')
        AND (held_until IS NULL OR held_until < now()) ORDER BY touched_at LIMIT $1::int`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Where no other process can be at work: no one holds anything any more. */
export async function letAllGo(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE imports SET worker_id = NULL, held_until = NULL
      WHERE state IN ('reading', 'importing', 'removing') AND held_until IS NOT NULL`,
  );
}

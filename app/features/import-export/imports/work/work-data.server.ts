import { LeaseLost, MAX_DEATHS, type ProcessClaim } from '~/engine/leases/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { IncomingService } from '../incoming';
import type { ImportFound, ImportState } from '../../page/import-export';

// The leases on `imports`: a worker holds one for a while, and every write of its work checks that it still does.
// SQL: the leases run by the database's clock, and the process of an import works in SQL-form transactions without
// Prisma, whose first query would take 32 MB of its memory.

/** How long a lease lasts without a heartbeat. */
const HELD_SECONDS = 30;

/** A claimed import. `processId` is that of the import's own process. */
export interface Held extends ProcessClaim {
  /** Starts since the last progress that ended without a recorded reason, this one included. */
  attempt: number;
  userId: UserScope;
  state: ImportState;
  partSize: number;
  service: IncomingService | null;
  /** How often its step has failed with a recorded reason. */
  failures: number;
}

/**
 * Claims an import that waits for a worker; null when it doesn't. The start is counted before the work begins, so that an
 * import that kills its process can't do so forever.
 */
export async function claimImport(sql: Sql, id: string, processId: string): Promise<Held | null> {
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

function holderOf({ id, userId, processId, state }: Held) {
  return [id, userId, processId, state];
}

/** Renews the lease, and stores the progress; false when the lease is lost. */
export async function renewLease(sql: Sql, held: Held, progress: number): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE imports SET held_until = now() + $5::int * interval '1 second', progress = $6::int
      WHERE ${IS_HELD} RETURNING id`,
    [...holderOf(held), HELD_SECONDS, progress],
  );
  return rows.length > 0;
}

/** Locks the import until the transaction ends, so that only the lease's holder writes. @throws LeaseLost */
export async function lockHeld(tx: Sql, held: Held): Promise<void> {
  const rows = await tx.query(`SELECT id FROM imports WHERE ${IS_HELD} FOR UPDATE`, holderOf(held));
  if (rows.length === 0) throw new LeaseLost();
}

/**
 * Makes this commit not wait for the disk. If PostgreSQL dies, it loses the last of these transactions whole, with the
 * record of what they did, so that their work is done again.
 */
export async function commitWithoutFlush(tx: Sql): Promise<void> {
  await tx.query('SET LOCAL synchronous_commit = off');
}

/** Releases the import for any worker; this start ended normally and doesn't count. */
export async function release(sql: Sql, held: Held): Promise<void> {
  await sql.query(
    `UPDATE imports SET worker_id = NULL, held_until = NULL, starts = greatest(starts - 1, 0) WHERE ${IS_HELD}`,
    holderOf(held),
  );
}

/** Counts a failure with a known reason, and keeps the import from other workers for `seconds`. @throws LeaseLost */
export async function countFailure(sql: Sql, held: Held, seconds: number): Promise<void> {
  const rows = await sql.query(
    `UPDATE imports SET attempts = attempts + 1, starts = greatest(starts - 1, 0), worker_id = NULL,
            held_until = now() + $5::int * interval '1 second'
      WHERE ${IS_HELD} RETURNING id`,
    [...holderOf(held), seconds],
  );
  if (rows.length === 0) throw new LeaseLost();
}

/**
 * After its process has died: other workers may take the import after `seconds`, unless too many have died. Returns how
 * many.
 * @throws LeaseLost
 */
export async function releaseAfterDeath(sql: Sql, held: Held, seconds: number): Promise<number> {
  const [row] = await sql.query<{ starts: number }>(
    `UPDATE imports SET held_until = now() + $5::int * interval '1 second',
            worker_id = CASE WHEN starts < $6::int THEN NULL ELSE worker_id END
      WHERE ${IS_HELD} RETURNING starts`,
    [...holderOf(held), seconds, MAX_DEATHS],
  );
  if (!row) throw new LeaseLost();
  return row.starts;
}

/** Stores the preview. @throws LeaseLost */
export async function putFound(
  tx: Sql,
  held: Held,
  { service, found }: { service: IncomingService; found: ImportFound },
): Promise<void> {
  const rows = await tx.query(
    `UPDATE imports SET service = $5, found = $6::jsonb WHERE ${IS_HELD} RETURNING id`,
    [...holderOf(held), service, JSON.stringify(found)],
  );
  if (rows.length === 0) throw new LeaseLost();
}

/** Counts for the result of an import. */
export interface Done {
  imported: number;
  updated: number;
  skipped: number;
  messages: number;
  filesStored: number;
  filesMissing: number;
}

/** Adds to the result. That is progress, so the count of starts begins again. */
export async function addDone(tx: Sql, held: Held, done: Done): Promise<void> {
  await tx.query(
    `UPDATE imports SET imported = imported + $5::int, updated = updated + $6::int, skipped = skipped + $7::int,
            messages = messages + $8::int, files_stored = files_stored + $9::int,
            files_missing = files_missing + $10::int, starts = 0
      WHERE ${IS_HELD}`,
    [
      ...holderOf(held),
      done.imported,
      done.updated,
      done.skipped,
      done.messages,
      done.filesStored,
      done.filesMissing,
    ],
  );
}

/** Adds what was restored apart from conversations. Repeated, a restore finds nothing new, so earlier counts stay. */
export async function addOthers(
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
    [...holderOf(held), JSON.stringify(others), JSON.stringify(remarks)],
  );
}

/** For a job: any user's imports that wait for a worker, the longest waiting first. */
export async function findWaiting(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM imports WHERE state IN ('reading', 'importing', 'removing')
        AND (held_until IS NULL OR held_until < now()) ORDER BY touched_at LIMIT $1::int`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Releases all imports: only when no other process can be at work. */
export async function releaseAll(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE imports SET worker_id = NULL, held_until = NULL
      WHERE state IN ('reading', 'importing', 'removing') AND held_until IS NOT NULL`,
  );
}

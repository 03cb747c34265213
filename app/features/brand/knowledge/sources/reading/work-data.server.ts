import { LeaseLost, type ProcessClaim } from '~/engine/leases/index.server';
import { type Sql, transaction } from '~/lib/db/index.server';
import type { SourceKind } from '~/lib/prisma/enums';
import type { UserScope } from '~/lib/scope';

import { lockSources } from '../source-data.server';

// The leases on `sources`: a process holds one for a while, and every write of its work checks that it still does.
// SQL: the leases run by the database's clock.

/** How long a lease lasts without a heartbeat. */
const HELD_SECONDS = 30;

/** A claimed source. */
export interface Held extends ProcessClaim {
  /** Starts since the last progress that ended without a recorded reason, this one included. */
  attempt: number;
  userId: UserScope;
  profileId: string;
  kind: SourceKind;
  address: string;
  contentId: string | null;
  objectKey: string | null;
  name: string;
  round: number;
}

/**
 * Claims a source that waits for a process; null when it doesn't, or while another one of the person's is being read, so that
 * one person never takes more than one place. The start is counted before the work begins.
 */
export function claimSource(id: string, processId: string): Promise<Held | null> {
  return transaction(async (tx) => {
    const [owner] = await tx.query<{ userId: UserScope }>(
      `SELECT user_id FROM sources WHERE id = $1::uuid AND deleted_at IS NULL`,
      [id],
    );
    if (!owner) return null;
    await lockSources(tx, owner.userId);
    const [row] = await tx.query<Held>(
      `UPDATE sources SET state = 'reading', worker_id = $3::uuid, starts = starts + 1,
              held_until = now() + $4::int * interval '1 second'
        WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL AND state IN ('waiting', 'reading')
          AND (held_until IS NULL OR held_until < now())
          AND NOT EXISTS (SELECT 1 FROM sources o WHERE o.user_id = $2::uuid AND o.id <> $1::uuid
                            AND o.state = 'reading' AND o.deleted_at IS NULL AND o.held_until > now())
        RETURNING id, user_id, profile_id, kind, address, content_id, object_key, name, round,
                  worker_id AS process_id, starts AS attempt`,
      [id, owner.userId, processId, HELD_SECONDS],
    );
    return row ?? null;
  });
}

const IS_HELD = `id = $1::uuid AND user_id = $2::uuid AND worker_id = $3::uuid AND state = 'reading'
  AND deleted_at IS NULL`;

function holderOf({ id, userId, processId }: Held) {
  return [id, userId, processId];
}

/** Renews the lease; false when it is lost. */
export async function renewLease(sql: Sql, held: Held): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE sources SET held_until = now() + $4::int * interval '1 second' WHERE ${IS_HELD} RETURNING id`,
    [...holderOf(held), HELD_SECONDS],
  );
  return rows.length > 0;
}

/** Locks the source until the transaction ends, so that only the lease's holder writes. @throws LeaseLost */
export async function lockHeld(tx: Sql, held: Held): Promise<void> {
  const rows = await tx.query(`SELECT id FROM sources WHERE ${IS_HELD} FOR UPDATE`, holderOf(held));
  if (rows.length === 0) throw new LeaseLost();
}

/** What a step has added. That is progress, so the count of starts begins again. */
export async function noteProgress(
  tx: Sql,
  held: Held,
  { bytes, fetched }: { bytes: number; fetched: number },
): Promise<void> {
  await tx.query(
    `UPDATE sources SET bytes = greatest(bytes + $4::int, 0), fetched = fetched + $5::int, starts = 0 WHERE ${IS_HELD}`,
    [...holderOf(held), bytes, fetched],
  );
}

/** The bytes that this sync has fetched so far. @throws LeaseLost */
export async function readFetched(sql: Sql, held: Held): Promise<number> {
  const [row] = await sql.query<{ fetched: number }>(
    `SELECT fetched FROM sources WHERE ${IS_HELD}`,
    holderOf(held),
  );
  if (!row) throw new LeaseLost();
  return row.fetched;
}

/** Keeps a remark about the whole source, such as that it was cut. */
export async function noteProblem(tx: Sql, held: Held, problem: string | null): Promise<void> {
  await tx.query(`UPDATE sources SET problem = $4 WHERE ${IS_HELD}`, [...holderOf(held), problem]);
}

/** Ends a sync. @throws LeaseLost */
export async function endSync(tx: Sql, held: Held, end: { failed: string | null }): Promise<void> {
  const rows = await tx.query(
    `UPDATE sources SET state = CASE WHEN $4::text IS NULL THEN 'ready'::source_state ELSE 'failed'::source_state END,
            problem = coalesce($4::text, problem), read_at = CASE WHEN $4::text IS NULL THEN now() ELSE read_at END,
            worker_id = NULL, held_until = NULL, starts = 0
      WHERE ${IS_HELD} RETURNING id`,
    [...holderOf(held), end.failed],
  );
  if (rows.length === 0) throw new LeaseLost();
}

/** Puts it back for any process, behind what waits already; this start ended normally and doesn't count. */
export async function putBack(sql: Sql, held: Held): Promise<void> {
  await sql.query(
    `UPDATE sources SET state = 'waiting', worker_id = NULL, held_until = NULL, queued_at = now(),
            starts = greatest(starts - 1, 0) WHERE ${IS_HELD}`,
    holderOf(held),
  );
}

/** After an error without a name: other processes may take it up later, and the start counts. */
export async function putOff(sql: Sql, held: Held, seconds: number): Promise<void> {
  await sql.query(
    `UPDATE sources SET state = 'waiting', worker_id = NULL, held_until = now() + $4::int * interval '1 second'
      WHERE ${IS_HELD}`,
    [...holderOf(held), seconds],
  );
}

/** For a job: any user's sources that wait for a process, one of each person, the longest waiting first. */
export async function findWaiting(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM (
       SELECT DISTINCT ON (user_id) id, queued_at FROM sources
        WHERE state IN ('waiting', 'reading') AND deleted_at IS NULL
          AND (held_until IS NULL OR held_until < now())
        ORDER BY user_id, queued_at) first
      ORDER BY queued_at LIMIT $1::int`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** The source of this person that has waited longest. */
export async function findNext(sql: Sql, userId: UserScope): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `SELECT id FROM sources WHERE user_id = $1::uuid AND state = 'waiting' AND deleted_at IS NULL
        AND (held_until IS NULL OR held_until < now()) ORDER BY queued_at LIMIT 1`,
    [userId],
  );
  return row?.id ?? null;
}

/** Releases all sources: only when no other process can be at work. */
export async function releaseAll(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE sources SET worker_id = NULL, held_until = NULL
      WHERE state IN ('waiting', 'reading') AND deleted_at IS NULL AND held_until IS NOT NULL`,
  );
}

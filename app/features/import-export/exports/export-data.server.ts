import { type Claim, LeaseLost } from '~/engine/leases/index.server';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Export, Prisma } from '~/lib/prisma/client';
import type { Owned, UserScope } from '~/lib/scope';

// Owns `exports`. The owner is part of every condition, except for jobs.

const EXPORT = {
  id: true,
  userId: true,
  state: true,
  attempt: true,
  progress: true,
  reason: true,
  size: true,
  partSize: true,
  createdAt: true,
  expiresAt: true,
} satisfies Prisma.ExportSelect;

type StoredRow = Pick<Export, keyof typeof EXPORT>;

export type ExportRow = Owned<Omit<StoredRow, 'size'>> & { size: number | null };

function toRow(row: StoredRow): ExportRow {
  return { ...(row as Owned<StoredRow>), size: row.size === null ? null : Number(row.size) };
}

type Exports = Pick<PrismaTx, 'export'>;

const UNFINISHED = { state: { in: ['queued', 'running'] } } satisfies Prisma.ExportWhereInput;

/** Changes the one export that `where` finds; null when there is none. */
async function update(
  db: Exports,
  where: Prisma.ExportWhereInput & { id: string },
  data: Prisma.ExportUpdateManyMutationInput,
): Promise<ExportRow | null> {
  const [row] = await db.export.updateManyAndReturn({ where, data, select: EXPORT });
  return row ? toRow(row) : null;
}

/** Null when the user has an unfinished one already. */
export async function insertExport(
  db: Exports,
  userId: UserScope,
  id: string,
): Promise<ExportRow | null> {
  const data = { id, userId };
  const [row] = await db.export.createManyAndReturn({ data, skipDuplicates: true, select: EXPORT });
  return row ? toRow(row) : null;
}

/** Newest first. */
export async function listExports(userId: UserScope, limit: number): Promise<ExportRow[]> {
  const rows = await prisma.export.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    take: limit,
    select: EXPORT,
  });
  return rows.map(toRow);
}

export async function findExport(userId: UserScope, id: string): Promise<ExportRow | null> {
  const row = await prisma.export.findFirst({ where: { id, userId }, select: EXPORT });
  return row && toRow(row);
}

export async function findUnfinished(
  userId: UserScope,
  db: Exports = prisma,
): Promise<ExportRow | null> {
  const row = await db.export.findFirst({ where: { userId, ...UNFINISHED }, select: EXPORT });
  return row && toRow(row);
}

/** The attempt alone fences it: each start has another. */
export interface ExportClaim extends Claim {
  userId: UserScope;
}

export type ClaimedExport = ExportRow & {
  /** The process that ran the attempt before died without recording how it ended. */
  wasLeft: boolean;
};

/**
 * Starts the next attempt, from the beginning, and counts it before any work is done; null when the export has ended or is
 * gone. SQL: locks the row.
 */
export async function claimExport(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ClaimedExport | null> {
  const [row] = await sql.query<ClaimedExport>(
    `WITH before AS (
       SELECT id AS claimed, state = 'running' AS was_left FROM exports
        WHERE id = $1::uuid AND user_id = $2::uuid AND state IN ('queued', 'running') FOR UPDATE
     )
     UPDATE exports SET state = 'running', attempt = attempt + 1, progress = 0, beaten_at = clock_timestamp()
       FROM before WHERE id = claimed
     RETURNING id, user_id, state, attempt, progress, reason, size, part_size, created_at, expires_at, was_left`,
    [id, userId],
  );
  return row ?? null;
}

/** The row as long as this claim has it. */
function held({ id, userId, attempt }: ExportClaim) {
  return { id, userId, attempt, state: 'running' } as const;
}

/** Null when the claim has lost it: it was canceled, or another process started it again. */
export function beat(db: Exports, claim: ExportClaim, progress: number): Promise<ExportRow | null> {
  return update(db, held(claim), { progress, beatenAt: new Date() });
}

/** Puts it back into the queue, to start from the beginning. */
export function putBack(db: Exports, claim: ExportClaim): Promise<ExportRow | null> {
  return update(db, held(claim), { state: 'queued', progress: 0 });
}

/** @throws LeaseLost */
export async function markReady(
  db: Exports,
  claim: ExportClaim,
  file: { size: number; partSize: number; expiresAt: Date },
): Promise<ExportRow> {
  const ended = { state: 'ready', progress: 100, finishedAt: new Date() } as const;
  const row = await update(db, held(claim), { ...ended, ...file });
  if (!row) throw new LeaseLost();
  return row;
}

export function markFailed(
  db: Exports,
  claim: ExportClaim,
  reason: string,
): Promise<ExportRow | null> {
  return update(db, held(claim), { state: 'failed', reason, finishedAt: new Date() });
}

/** Null when it has ended already. */
export function markCanceled(
  db: Exports,
  userId: UserScope,
  id: string,
): Promise<ExportRow | null> {
  const data = { state: 'canceled', finishedAt: new Date() } as const;
  return update(db, { id, userId, ...UNFINISHED }, data);
}

/** Expires all of the user's ready exports but this one. */
export async function expireOthers(
  db: Exports,
  userId: UserScope,
  id: string,
): Promise<ExportRow[]> {
  const rows = await db.export.updateManyAndReturn({
    where: { userId, id: { not: id }, state: 'ready' },
    data: { state: 'expired' },
    select: EXPORT,
  });
  return rows.map(toRow);
}

/** Null when it isn't ready any more. */
export function markExpired(db: Exports, userId: UserScope, id: string): Promise<ExportRow | null> {
  return update(db, { id, userId, state: 'ready' }, { state: 'expired' });
}

/** For a job: any user's exports whose time is over. */
export async function findOver(now: Date, limit: number): Promise<ExportRow[]> {
  const rows = await prisma.export.findMany({
    where: { state: 'ready', expiresAt: { lte: now } },
    orderBy: { expiresAt: 'asc' },
    take: limit,
    select: EXPORT,
  });
  return rows.map(toRow);
}

/** For a job: the ids of any user's unfinished exports without a heartbeat since `before`. */
export async function findSilent(before: Date, limit: number): Promise<string[]> {
  const rows = await prisma.export.findMany({
    where: { ...UNFINISHED, beatenAt: { lt: before } },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** For a job: ends any user's export that no process writes any more. */
export function giveUp(db: Exports, id: string, reason: string): Promise<ExportRow | null> {
  return update(db, { id, ...UNFINISHED }, { state: 'failed', reason, finishedAt: new Date() });
}

/** Takes it off the list; false when there was none that has ended. */
export async function deleteExport(db: Exports, userId: UserScope, id: string): Promise<boolean> {
  const { count } = await db.export.deleteMany({ where: { id, userId, NOT: UNFINISHED } });
  return count > 0;
}

/** For a job: deletes any user's exports without a file that were requested before `before` and have ended. */
export async function deleteOld(before: Date): Promise<void> {
  const state = { notIn: ['queued', 'running', 'ready'] } satisfies Prisma.EnumExportStateFilter;
  await prisma.export.deleteMany({ where: { createdAt: { lt: before }, state } });
}

/** For the job that removes orphans: the attempts of these exports whose objects are still needed, by export. */
export async function neededAttempts(ids: string[]): Promise<Map<string, number>> {
  const rows = await prisma.export.findMany({
    where: { id: { in: ids }, state: { in: ['queued', 'running', 'ready'] } },
    select: { id: true, attempt: true },
  });
  return new Map(rows.map(({ id, attempt }) => [id, attempt]));
}

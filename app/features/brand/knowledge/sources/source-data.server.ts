import { softDeletion } from '~/engine/user-data/index.server';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { SourceState, SourceView } from './source';

// Owns `sources`. The owner is part of every condition, except for jobs, and none but those of jobs finds a deleted source.

const ROW = {
  id: true,
  profileId: true,
  kind: true,
  state: true,
  name: true,
  address: true,
  contentId: true,
  problem: true,
  bytes: true,
  objectKey: true,
  round: true,
  createdAt: true,
  readAt: true,
} satisfies Prisma.SourceSelect;

type StoredRow = Prisma.SourceGetPayload<{ select: typeof ROW }>;
export type SourceRow = Omit<StoredRow, 'bytes'> & { bytes: number };

function toRow({ bytes, ...row }: StoredRow): SourceRow {
  return { ...row, bytes: Number(bytes) };
}

/** What can be restored is removed for good by a job. */
export const deletion = softDeletion('sources');

/** Newest first. */
export async function listSources(
  db: PrismaTx,
  userId: UserScope,
  profileId: string,
): Promise<SourceRow[]> {
  const rows = await db.source.findMany({
    where: { userId, profileId, deletedAt: null },
    orderBy: { id: 'desc' },
    select: ROW,
  });
  return rows.map(toRow);
}

export async function findSource(
  db: PrismaTx,
  userId: UserScope,
  profileId: string,
  id: string,
): Promise<SourceRow | null> {
  const where = { id, userId, profileId, deletedAt: null };
  const row = await db.source.findFirst({ where, select: ROW });
  return row && toRow(row);
}

/** One that a process works on, by its id alone. */
export async function findOwn(
  db: PrismaTx,
  userId: UserScope,
  id: string,
): Promise<SourceRow | null> {
  const row = await db.source.findFirst({ where: { id, userId, deletedAt: null }, select: ROW });
  return row && toRow(row);
}

export function countSources(db: PrismaTx, userId: UserScope, profileId: string): Promise<number> {
  return db.source.count({ where: { userId, profileId, deletedAt: null } });
}

/** A source of the profile that reads the same website or saved content. */
export async function findSame(
  db: PrismaTx,
  userId: UserScope,
  profileId: string,
  what: { address: string } | { contentId: string },
): Promise<{ name: string } | null> {
  const where = { userId, profileId, deletedAt: null, ...what };
  return db.source.findFirst({ where, select: { name: true } });
}

/** The sources that are this saved content, of any of the user's profiles. */
export async function findByContent(
  db: PrismaTx,
  userId: UserScope,
  contentId: string,
): Promise<string[]> {
  const where = { userId, contentId, deletedAt: null };
  const rows = await db.source.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => id);
}

export type NewSource = Pick<
  Prisma.SourceUncheckedCreateInput,
  'id' | 'profileId' | 'kind' | 'state' | 'name' | 'address' | 'contentId' | 'bytes' | 'objectKey'
> & { readAt?: Date };

export async function insertSource(
  tx: PrismaTx,
  userId: UserScope,
  source: NewSource,
): Promise<void> {
  await tx.source.create({ data: { userId, ...source }, select: { id: true } });
}

type Change = Pick<
  Prisma.SourceUncheckedUpdateManyInput,
  'name' | 'state' | 'problem' | 'bytes' | 'readAt' | 'round' | 'fetched' | 'queuedAt' | 'starts'
>;

/** Ends the lease of the process that works on it. */
const LET_GO = { workerId: null, heldUntil: null };

/** Changes a source if it is in one of these states; false when it isn't. */
export async function changeSource(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  from: readonly SourceState[],
  change: Change,
): Promise<boolean> {
  const { count } = await tx.source.updateMany({
    where: { id, userId, deletedAt: null, state: { in: [...from] } },
    data: { ...change, ...(change.state !== undefined && LET_GO) },
  });
  return count > 0;
}

/** Begins another sync, which waits for a process; false when one is underway. */
export function requestSync(tx: PrismaTx, userId: UserScope, id: string): Promise<boolean> {
  return changeSource(tx, userId, id, ['ready', 'failed'], {
    state: 'waiting',
    problem: null,
    round: { increment: 1 },
    fetched: 0,
    starts: 0,
    queuedAt: new Date(),
  });
}

/** The bytes that a user's sources take. SQL: runs while the storage is locked, in the transaction of any caller. */
export async function storedBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM sources WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

/** Keeps two requests from exceeding the limits of a profile. SQL: an advisory lock. */
export async function lockSources(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('sources:' || $1, 0))`, [
    userId,
  ]);
}

interface Counts {
  sourceId: string;
  pages: number;
  failed: number;
  found: number;
  done: number;
}

/** SQL: each count has a condition, some of which compare two tables. */
function countPages(sql: Sql, userId: UserScope, ids: readonly string[]): Promise<Counts[]> {
  return sql.query<Counts>(
    `SELECT p.source_id, count(*) AS pages, count(*) FILTER (WHERE p.problem IS NOT NULL) AS failed,
            count(*) FILTER (WHERE p.found_in = s.round) AS found,
            count(*) FILTER (WHERE p.found_in = s.round AND p.done_in = s.round) AS done
       FROM source_pages p JOIN sources s ON s.id = p.source_id AND s.user_id = $1::uuid
      WHERE p.user_id = $1::uuid AND p.source_id = ANY($2::uuid[]) GROUP BY p.source_id`,
    [userId, ids],
  );
}

/** The sources as people see them, with the numbers of their pages. */
export async function viewSources(
  sql: Sql,
  userId: UserScope,
  rows: readonly SourceRow[],
): Promise<SourceView[]> {
  const counted = await countPages(
    sql,
    userId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const {
      pages = 0,
      failed = 0,
      found = 0,
      done = 0,
    } = counted.find(({ sourceId }) => sourceId === row.id) ?? {};
    const { id, profileId, kind, state, name, address, contentId, problem, bytes } = row;
    return {
      ...{ id, profileId, kind, state, name, address, contentId, problem, bytes },
      ...{ pages, failed, found, done },
      createdAt: row.createdAt.getTime(),
      readAt: row.readAt?.getTime() ?? null,
    };
  });
}

/** For jobs: which of these keys any user's sources have, deleted ones included. */
export async function knownKeys(keys: readonly string[]): Promise<Set<string>> {
  const where = { objectKey: { in: [...keys] } };
  const rows = await prisma.source.findMany({ where, select: { objectKey: true } });
  return new Set(rows.flatMap(({ objectKey }) => objectKey ?? []));
}

/** For a job: the keys of the files of any user's sources. SQL: in the transaction that removes them. */
export async function keysOf(tx: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ key: string | null }>(
    `SELECT object_key AS key FROM sources WHERE id = ANY($1::uuid[]) AND object_key IS NOT NULL`,
    [ids],
  );
  return rows.flatMap(({ key }) => key ?? []);
}

/** The keys of the files of a profile's sources, deleted ones included. */
export async function keysOfProfile(
  tx: PrismaTx,
  userId: UserScope,
  profileId: string,
): Promise<string[]> {
  const where = { userId, profileId, objectKey: { not: null } };
  const rows = await tx.source.findMany({ where, select: { objectKey: true } });
  return rows.flatMap(({ objectKey }) => objectKey ?? []);
}

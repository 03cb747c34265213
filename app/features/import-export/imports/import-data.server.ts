import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Import, ImportFile as FileModel } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { ImportFile, ImportFound, ImportState, ImportView } from '../page/import-export';
import type { IncomingService } from './incoming';

// Owns `imports`, `import_files`, and `import_parts`. The owner is part of every condition, except for jobs. What the
// process of an import needs is SQL: it works in SQL-form transactions, and Prisma's first query would take 32 MB of its
// memory.

type ImportRow = Pick<
  Import,
  | 'id'
  | 'state'
  | 'partSize'
  | 'createdAt'
  | 'finishedAt'
  | 'progress'
  | 'reason'
  | 'imported'
  | 'updated'
  | 'skipped'
  | 'messages'
  | 'filesStored'
  | 'filesMissing'
> & {
  service: IncomingService | null;
  found: ImportFound | null;
  others: Record<string, number>;
  files: ImportFile[];
};

const COLUMNS = `i.id, i.state, i.service, i.part_size, i.created_at, i.finished_at, i.progress, i.reason, i.found,
  i.imported, i.updated, i.skipped, i.messages, i.files_stored, i.files_missing, i.others`;

// Which parts have arrived matters only while they are uploaded.
const FILES = `(SELECT coalesce(json_agg(json_build_object('name', f.name, 'size', f.size, 'received',
    CASE WHEN i.state = 'uploading' THEN (
      SELECT coalesce(json_agg(p.part ORDER BY p.part), '[]') FROM import_parts p
       WHERE p.import_id = f.import_id AND p.file = f.index
    ) ELSE '[]' END) ORDER BY f.index), '[]')
   FROM import_files f WHERE f.import_id = i.id) AS files`;

const HAS_RESULT: readonly ImportState[] = ['importing', 'done', 'removing', 'removed'];

function viewImport(row: ImportRow): ImportView {
  const done = row.imported + row.updated + row.skipped + Object.keys(row.others).length;
  return {
    id: row.id,
    state: row.state,
    service: row.service,
    files: row.files,
    partSize: row.partSize,
    createdAt: row.createdAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
    progress: row.progress,
    reason: row.reason,
    found: row.found,
    result:
      done > 0 || HAS_RESULT.includes(row.state)
        ? {
            imported: row.imported,
            updated: row.updated,
            skipped: row.skipped,
            messages: row.messages,
            files: row.filesStored,
            missingFiles: row.filesMissing,
            others: row.others,
          }
        : null,
  };
}

export interface NewImport {
  id: string;
  userId: UserScope;
  partSize: number;
  files: readonly { name: string; size: number }[];
}

/** The unique index that allows a user one unfinished import. */
export const ONE_AT_A_TIME = 'imports_one_at_a_time';

/** @throws a unique violation of ONE_AT_A_TIME */
export async function insertImport(
  tx: PrismaTx,
  { id, userId, partSize, files }: NewImport,
): Promise<void> {
  await tx.import.create({ data: { id, userId, partSize }, select: { id: true } });
  await tx.importFile.createMany({
    data: files.map((file, index) => ({ importId: id, index, userId, ...file })),
  });
}

/** SQL: for the import's process, and its files and their parts come in one statement. */
export async function readImport(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ImportView | null> {
  const [row] = await sql.query<ImportRow>(
    `SELECT ${COLUMNS}, ${FILES} FROM imports i WHERE i.id = $1::uuid AND i.user_id = $2::uuid`,
    [id, userId],
  );
  return row ? viewImport(row) : null;
}

/** Newest first; ids sort by time. SQL: like `readImport`. */
export async function readImports(
  sql: Sql,
  userId: UserScope,
  limit: number,
): Promise<ImportView[]> {
  const rows = await sql.query<ImportRow>(
    `SELECT ${COLUMNS}, ${FILES} FROM imports i WHERE i.user_id = $1::uuid ORDER BY i.id DESC LIMIT $2::int`,
    [userId, limit],
  );
  return rows.map(viewImport);
}

export interface UploadPlace {
  state: ImportState;
  partSize: number;
  size: number;
}

/** The file that a part belongs to; null when there is no such file. */
export async function findUploadPlace(
  userId: UserScope,
  importId: string,
  index: number,
): Promise<UploadPlace | null> {
  const row = await prisma.importFile.findFirst({
    where: { importId, index, import: { userId } },
    select: { size: true, import: { select: { state: true, partSize: true } } },
  });
  return row && { ...row.import, size: Number(row.size) };
}

/** Records a part; false when the import takes no more parts. SQL: one statement, so that no part comes after the end. */
export async function noteArrived(
  sql: Sql,
  userId: UserScope,
  id: string,
  { file, part }: { file: number; part: number },
): Promise<boolean> {
  const rows = await sql.query(
    `WITH uploading AS (
       UPDATE imports SET touched_at = now()
        WHERE id = $1::uuid AND user_id = $2::uuid AND state = 'uploading' RETURNING id
     ), inserted AS (
       INSERT INTO import_parts (import_id, file, part) SELECT id, $3::int, $4::int FROM uploading
       ON CONFLICT DO NOTHING
     ) SELECT id FROM uploading`,
    [id, userId, file, part],
    { prepared: true },
  );
  return rows.length > 0;
}

export type UploadedFileRow = Pick<FileModel, 'index' | 'name'> & { size: number };

/** For a job: the files of any user's import. SQL: for the import's process. */
export function readFiles(sql: Sql, id: string): Promise<UploadedFileRow[]> {
  return sql.query<UploadedFileRow>(
    `SELECT index, name, size FROM import_files WHERE import_id = $1::uuid ORDER BY index`,
    [id],
  );
}

const ENDED: readonly ImportState[] = ['done', 'failed', 'canceled', 'removed'];

/**
 * Changes its state if it is one of `from`; false when it isn't. The process that works on it loses its lease. SQL: for the
 * import's process.
 */
export async function moveImport(
  tx: Sql,
  userId: UserScope,
  id: string,
  {
    from,
    to,
    reason = null,
  }: { from: readonly ImportState[]; to: ImportState; reason?: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE imports SET state = $4::import_state, reason = $5, touched_at = now(), attempts = 0, starts = 0,
            worker_id = NULL, held_until = NULL, progress = CASE WHEN $6::boolean THEN progress ELSE 0 END,
            finished_at = CASE WHEN $6::boolean THEN now() END
      WHERE id = $1::uuid AND user_id = $2::uuid AND state = ANY($3::import_state[]) RETURNING id`,
    [id, userId, from, to, reason, ENDED.includes(to)],
  );
  return rows.length > 0;
}

export async function addSkipped(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  skipped: number,
): Promise<void> {
  const data = { skipped: { increment: skipped } };
  await tx.import.updateMany({ where: { id, userId }, data });
}

/** For a job: any user's imports that have waited for their owner since `before`. */
export function findAbandoned(
  before: Date,
  limit: number,
): Promise<Pick<Import, 'id' | 'userId'>[]> {
  return prisma.import.findMany({
    where: { state: { in: ['uploading', 'ready'] }, touchedAt: { lt: before } },
    orderBy: { touchedAt: 'asc' },
    take: limit,
    select: { id: true, userId: true },
  });
}

const USES_UPLOAD = ['uploading', 'reading', 'ready', 'importing'] satisfies ImportState[];

/** For a job: those of any user's imports that still need their upload. */
export async function needingUpload(ids: string[]): Promise<string[]> {
  const rows = await prisma.import.findMany({
    where: { id: { in: ids }, state: { in: USES_UPLOAD } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Cancels all unfinished imports of a user; returns their ids. */
export async function cancelAll(userId: UserScope): Promise<string[]> {
  const rows = await prisma.import.updateManyAndReturn({
    where: { userId, state: { in: [...USES_UPLOAD, 'removing'] } },
    data: { state: 'canceled', workerId: null, heldUntil: null, finishedAt: new Date() },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { IncomingService } from './incoming';
import type { ImportFile, ImportFound, ImportState, ImportView } from '../page/import-export';

// Owns `imports`, `import_files` and `import_parts`. The owner is part of every condition, except for jobs.

export interface ImportRow {
  id: string;
  userId: UserScope;
  state: ImportState;
  service: IncomingService | null;
  partSize: number;
  createdAt: Date;
  finishedAt: Date | null;
  progress: number;
  reason: string | null;
  found: ImportFound | null;
  imported: number;
  updated: number;
  skipped: number;
  messages: number;
  filesStored: number;
  filesMissing: number;
  others: Record<string, number>;
  attempts: number;
}

const COLUMNS = `i.id, i.user_id, i.state, i.service, i.part_size, i.created_at,
  i.finished_at, i.progress, i.reason, i.found, i.imported, i.updated, i.skipped, i.messages,
  i.files_stored, i.files_missing, i.others, i.attempts`;

interface FileJson {
  name: string;
  size: number;
  received: number[];
}

// A file that has arrived whole needs no list of its parts any more, one that is not being uploaded neither.
const FILES = `(SELECT coalesce(json_agg(json_build_object('name', f.name, 'size', f.size, 'received',
    CASE WHEN i.state = 'uploading' THEN (
      SELECT coalesce(json_agg(p.part ORDER BY p.part), '[]') FROM import_parts p
       WHERE p.import_id = f.import_id AND p.file = f.index
    ) ELSE '[]' END) ORDER BY f.index), '[]')
   FROM import_files f WHERE f.import_id = i.id) AS files`;

const BEGUN: readonly ImportState[] = ['importing', 'done', 'removing', 'removed'];

/** An import as the browser sees it. */
function viewImport(row: ImportRow & { files: readonly ImportFile[] }): ImportView {
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
      done > 0 || BEGUN.includes(row.state)
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

/** @throws a unique violation of ONE_AT_A_TIME while another one of the user's is under way */
export async function insertImport(tx: Sql, { id, userId, partSize, files }: NewImport) {
  await tx.query(
    `INSERT INTO imports (id, user_id, part_size) VALUES ($1::uuid, $2::uuid, $3::int)`,
    [id, userId, partSize],
  );
  await tx.query(
    `INSERT INTO import_files (import_id, index, user_id, name, size)
     SELECT $1::uuid, place - 1, $2::uuid, name, size
       FROM unnest($3::text[], $4::bigint[]) WITH ORDINALITY AS given (name, size, place)`,
    [id, userId, files.map(({ name }) => name), files.map(({ size }) => size)],
  );
}

export const ONE_AT_A_TIME = 'imports_one_at_a_time';

export async function readImport(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ImportView | null> {
  const [row] = await sql.query<ImportRow & { files: FileJson[] }>(
    `SELECT ${COLUMNS}, ${FILES} FROM imports i WHERE i.id = $1::uuid AND i.user_id = $2::uuid`,
    [id, userId],
  );
  return row ? viewImport(row) : null;
}

/** The newest first; ids sort by time. */
export async function readImports(
  sql: Sql,
  userId: UserScope,
  limit: number,
): Promise<ImportView[]> {
  const rows = await sql.query<ImportRow & { files: FileJson[] }>(
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

/** Where a part goes; null when there is no such file. */
export async function findUploadPlace(
  sql: Sql,
  userId: UserScope,
  id: string,
  file: number,
): Promise<UploadPlace | null> {
  const [row] = await sql.query<UploadPlace>(
    `SELECT i.state, i.part_size, f.size
       FROM imports i JOIN import_files f ON f.import_id = i.id AND f.index = $3::int
      WHERE i.id = $1::uuid AND i.user_id = $2::uuid`,
    [id, userId, file],
    { prepared: true },
  );
  return row ?? null;
}

/** False when the import does not take any more: the part is to be dropped. */
export async function noteArrived(
  sql: Sql,
  userId: UserScope,
  id: string,
  { file, part }: { file: number; part: number },
): Promise<boolean> {
  const rows = await sql.query(
    `WITH taking AS (
       UPDATE imports SET touched_at = now()
        WHERE id = $1::uuid AND user_id = $2::uuid AND state = 'uploading' RETURNING id
     ), put AS (
       INSERT INTO import_parts (import_id, file, part) SELECT id, $3::int, $4::int FROM taking
       ON CONFLICT DO NOTHING
     ) SELECT id FROM taking`,
    [id, userId, file, part],
    { prepared: true },
  );
  return rows.length > 0;
}

export interface StoredFile {
  index: number;
  name: string;
  size: number;
}

/** The files of an import, of whomever. */
export function readFiles(sql: Sql, id: string): Promise<StoredFile[]> {
  return sql.query<StoredFile>(
    `SELECT index, name, size FROM import_files WHERE import_id = $1::uuid ORDER BY index`,
    [id],
  );
}

/** Whether every part of every file has arrived. */
export async function isWhole(sql: Sql, userId: UserScope, id: string): Promise<boolean> {
  const [row] = await sql.query<{ whole: boolean }>(
    `SELECT coalesce(bool_and(
              (SELECT count(*) FROM import_parts p WHERE p.import_id = f.import_id AND p.file = f.index)
              = (f.size + i.part_size - 1) / i.part_size), false) AS whole
       FROM imports i JOIN import_files f ON f.import_id = i.id
      WHERE i.id = $1::uuid AND i.user_id = $2::uuid`,
    [id, userId],
  );
  return row?.whole ?? false;
}

const ENDED: readonly ImportState[] = ['done', 'failed', 'canceled', 'removed'];

/**
 * Moves it on, where it is in one of the states `from`; false when it is in another. The process that worked on it
 * finds that it has lost it.
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

/** Adds to what was skipped. */
export async function addSkipped(
  tx: Sql,
  userId: UserScope,
  id: string,
  skipped: number,
): Promise<void> {
  await tx.query(
    `UPDATE imports SET skipped = skipped + $3::int WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, skipped],
  );
}

/** For a job: those that were not touched since then and wait for their owner. */
export function findAbandoned(
  sql: Sql,
  before: Date,
  limit: number,
): Promise<{ id: string; userId: UserScope }[]> {
  return sql.query(
    `SELECT id, user_id FROM imports
      WHERE state IN ('uploading', 'ready') AND touched_at < $1::timestamptz ORDER BY touched_at LIMIT $2::int`,
    [before, limit],
  );
}

/** For a job: of these imports, of whomever, those that still need what was uploaded. */
export async function needingUpload(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM imports WHERE id = ANY($1::uuid[]) AND state IN ('uploading', 'reading', 'ready', 'importing')`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** All of a user's that are not over. */
export async function endAllOf(sql: Sql, userId: UserScope): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE imports SET state = 'canceled', worker_id = NULL, held_until = NULL, finished_at = now()
      WHERE user_id = $1::uuid AND state IN ('uploading', 'reading', 'ready', 'importing', 'removing') RETURNING id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

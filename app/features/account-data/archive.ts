import type { ZodType } from 'zod';

/**
 * A part of somebody's archive: one kind of row, one JSON file. A feature tells how its rows are written and, where they
 * may come back, how they are read. Rows that came from an archive are as untrusted as anything typed.
 */
export interface ArchiveSection<Row extends { id: string } = { id: string }> {
  /** Of the file, without its extension: `profiles`. */
  name: string;
  /** Of one row, as it is written; names and meanings of the fields are those of the tables. */
  row: ZodType<Row>;
  /** All of the user's, oldest first, read page by page. */
  rows(userId: string, signal: AbortSignal): AsyncIterable<Row>;
  /** The row as people read it; null where there is nothing to read. */
  readable?(row: Row): { name: string; markdown: string } | null;
  /** The objects that belong to a row. */
  files?(row: Row, userId: string): readonly ArchiveFile[] | Promise<readonly ArchiveFile[]>;
  /**
   * Writes what is not there yet, in transactions of its own; true for each row that was new. Never overwrites.
   * Absent for what is exported for reading only (money, sessions, roles, shares).
   */
  restore?(target: RestoreTarget, row: Row): Promise<boolean>;
  /** Names of the sections that its rows refer to: those come back before it. */
  after?: readonly string[];
}

export interface ArchiveFile {
  /** Below `files/` in the archive: made of the row's id, never of what a person typed. */
  path: string;
  /** Where it stands in the object store. */
  key: string;
}

export interface RestoreTarget {
  userId: string;
  /** The id that a row of the archive gets here: always the same for the same user, section and id. */
  idOf(section: string, id: string): string;
  /** What it may be found as here: by its own id, in the account that it is from, or by `idOf`. Never another user's. */
  idsOf(section: string, id: string | null): readonly string[];
  /** A file of the archive, checked against the manifest; null where it is missing or damaged. */
  file(path: string): Promise<{ size: number; open(): Promise<AsyncIterable<Uint8Array>> } | null>;
  /** What could not be brought in, as a sentence for the report. */
  remark(sentence: string): void;
  signal: AbortSignal;
}

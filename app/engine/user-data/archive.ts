import type { ZodType } from 'zod';

import type { PrismaTx } from '~/lib/db/index.server';

/** A row of a section: its columns as the table has them, and its id. */
export interface ArchivedRow {
  id: string;
}

import type { UserScope } from '~/lib/scope';

/**
 * A part of someone's archive: one kind of row, one JSON file. What writes and reads archives knows no more of it; it is
 * made of the declaration of a table (`archivedTable`).
 */
export interface ArchiveSection<Row extends ArchivedRow = ArchivedRow> {
  /** Of the file, without its extension: `profiles`. */
  name: string;
  /** The table, by Prisma's name for it. */
  model: string;
  /** Names of the sections that its rows refer to: those come back before it. */
  after: readonly string[];
  /** Encodes a row as it is written, decodes it as it comes back: as untrusted as anything typed. */
  row: ZodType<Row>;
  /** All of the user's, page by page, in the order of its declaration. */
  rows(userId: UserScope, signal: AbortSignal): AsyncIterable<Row>;
  /** Those of these ids that are there, in the same order. */
  read(userId: UserScope, ids: readonly string[]): Promise<Row[]>;
  /** The first of these ids that the user has there. */
  find(db: PrismaTx, userId: UserScope, ids: readonly string[]): Promise<string | null>;
  estimate?(userId: UserScope): Promise<number>;
  readable?(row: Row): ReadableText | null;
  documents?(row: Row, userId: UserScope, signal: AbortSignal): readonly ArchiveDocument[];
  files?(row: Row, userId: UserScope): readonly ArchiveFile[] | Promise<readonly ArchiveFile[]>;
  /** Writes what is not there yet, in transactions of its own; true for each row that was new. Never overwrites. */
  restore?(target: RestoreTarget, row: Row): Promise<boolean>;
}

export interface ReadableText {
  /** Of the file, without folder and extension; may be what a person typed, and need not be unique. */
  name: string;
  markdown: string;
}

/** A text that is written as it is read. */
export type ArchiveDocument =
  | {
      /** Within the archive: made of the row's id. */
      path: string;
      text: AsyncIterable<string>;
    }
  /** For people: `name` as in ReadableText. */
  | { readable: string; text: AsyncIterable<string> };

export interface ArchiveFile {
  /** Below `files/` in the archive: made of the row's id, never of what a person typed. */
  path: string;
  /** Where it stands in the object store. */
  key: string;
}

/** What a person prefers. Who they are (name, address, role) is never restored. */
export interface ArchivedPreferences {
  chosenTimeZone: string | null;
  selectedProfileId: string | null;
}

export interface RestoreTarget {
  userId: UserScope;
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

/** A file of an archive is not what its manifest says; thrown while it is read. */
export class DamagedFile extends Error {}

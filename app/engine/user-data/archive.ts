import type { ZodType } from 'zod';

import type { PrismaTx } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

/** A row of a section: its id, and columns as in the table. */
export interface ArchivedRow {
  id: string;
}

/**
 * One kind of row in an archive, in one JSON file. It is derived from the declaration of a table (`archivedTable`), and all
 * that the code which writes and reads archives knows of the table.
 */
export interface ArchiveSection<Row extends ArchivedRow = ArchivedRow> {
  /** The name of the file, without its extension: `profiles`. */
  name: string;
  /** Prisma's name of the table. */
  model: string;
  /** The names of the sections that its rows refer to, which are restored before it. */
  after: readonly string[];
  /** Encodes a row for the archive, and decodes it from an archive, which is as untrusted as a form. */
  row: ZodType<Row>;
  /** All rows of the user, in the order of the declaration. */
  rows(userId: UserScope, signal: AbortSignal): AsyncIterable<Row>;
  /** The rows with these ids that exist, in the order of the declaration. */
  read(userId: UserScope, ids: readonly string[]): Promise<Row[]>;
  /** The first of these ids of which the user has a row. */
  find(db: PrismaTx, userId: UserScope, ids: readonly string[]): Promise<string | null>;
  estimate?(userId: UserScope): Promise<number>;
  readable?(row: Row): ReadableText | null;
  documents?(row: Row, userId: UserScope, signal: AbortSignal): readonly ArchiveDocument[];
  files?(row: Row, userId: UserScope): readonly ArchiveFile[] | Promise<readonly ArchiveFile[]>;
  /** Writes a row that doesn't exist yet, in its own transactions, and returns true if it did. Never overwrites. */
  restore?(target: RestoreTarget, row: Row): Promise<boolean>;
}

export interface ReadableText {
  /** The name of the file, without folder and extension; may be typed by a person, and needn't be unique. */
  name: string;
  markdown: string;
}

/** A text that is streamed into the archive. */
export type ArchiveDocument =
  | {
      /** In the archive, derived from the row's id. */
      path: string;
      text: AsyncIterable<string>;
    }
  /** A text for people, named like a ReadableText. */
  | { readable: string; text: AsyncIterable<string> };

export interface ArchiveFile {
  /** Below `files/` in the archive, derived from the row's id, never from what a person typed. */
  path: string;
  /** Its key in the object store. */
  key: string;
}

/** A person's preferences. Their identity (name, address, role) is never restored. */
export interface ArchivedPreferences {
  chosenTimeZone: string | null;
  selectedProfileId: string | null;
}

export interface RestoreTarget {
  userId: UserScope;
  /** The id that a row of the archive gets here: always the same for the same user, section, and id. */
  idOf(section: string, id: string): string;
  /** The ids that the row may have here: its own, in the account that the archive is from, or that of `idOf`. */
  idsOf(section: string, id: string | null): readonly string[];
  /** A file of the archive, checked against the manifest; null if it is missing or damaged. */
  file(path: string): Promise<{ size: number; open(): Promise<AsyncIterable<Uint8Array>> } | null>;
  /** Adds a sentence to the report, about something that couldn't be restored. */
  remark(sentence: string): void;
  signal: AbortSignal;
}

/** Thrown while a file of an archive is read that doesn't match the manifest. */
export class DamagedFile extends Error {}

import { z, type ZodType } from 'zod';

/**
 * A part of someone's archive: one kind of row, one JSON file. A feature tells how its rows are written and, where they
 * may come back, how they are read. Rows that came from an archive are as untrusted as anything typed.
 */
export interface ArchiveSection<Row extends { id: string } = { id: string }> {
  /** Of the file, without its extension: `profiles`. */
  name: string;
  /** Names of the sections that its rows refer to: those come back before it. */
  after?: readonly string[];
  /**
   * Of one row, as it is written; names and meanings of the fields are those of the tables, moments are texts (`moment`).
   * What it does not name is not written.
   */
  row: ZodType<Row>;
  /** All of the user's, oldest first, read page by page. */
  rows(userId: string, signal: AbortSignal): AsyncIterable<Row>;
  /** About how many bytes its rows, documents and files come to; asked where they may be many, for the progress. */
  estimate?(userId: string): Promise<number>;
  /** The row as people read it; null where there is nothing to read. */
  readable?(row: Row): ReadableText | null;
  /** What of a row is too much for the section's file or for memory: texts of their own. */
  documents?(row: Row, userId: string, signal: AbortSignal): readonly ArchiveDocument[];
  /** The objects that belong to a row. How many and their paths go by the row alone: they are found in an archive too. */
  files?(row: Row, userId: string): readonly ArchiveFile[] | Promise<readonly ArchiveFile[]>;
  /**
   * Writes what is not there yet, in transactions of its own; true for each row that was new. Never overwrites.
   * Absent for what is exported for reading only (money, sessions, roles, shares).
   */
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

/** A moment as archives have it. */
export const moment = z.iso.datetime();

/** A row of a table as archives have it. */
export type Written<Row> = {
  [Field in keyof Row]: Row[Field] extends Date
    ? string
    : Row[Field] extends Date | null
      ? string | null
      : Row[Field] extends bigint
        ? number
        : Row[Field] extends bigint | null
          ? number | null
          : Row[Field];
};

/** Moments become texts, and what the database counts in 64 bits a number. */
export function written<Row extends object>(row: Row): Written<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]: [string, unknown]) => [
      field,
      value instanceof Date
        ? value.toISOString()
        : typeof value === 'bigint'
          ? Number(value)
          : value,
    ]),
  ) as Written<Row>;
}

/** How Prisma is asked for such a page of a table: all of the user's rows after one of them, of those that are `there`. */
export function idPage<There extends object>(
  userId: string,
  after: string | null,
  take: number,
  there?: There,
) {
  return {
    where: { userId, ...there, ...(after !== null && { id: { gt: after } }) },
    orderBy: { id: 'asc' as const },
    take,
  };
}

/** Rows that are read at once because there are never many. */
export async function* fewRows<Row extends object>(
  read: Promise<readonly Row[]>,
): AsyncGenerator<Written<Row>> {
  for (const row of await read) yield written(row);
}

const PAGE = 200;

/** The rows of a table in the order of their ids, page by page. */
export async function* rowsById<Row extends { id: string }>(
  signal: AbortSignal,
  read: (after: string | null, limit: number) => Promise<Row[]>,
  limit = PAGE,
): AsyncGenerator<Written<Row>> {
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const rows = await read(after, limit);
    for (const row of rows) yield written(row);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = last.id;
  }
}

const IDS = 10_000;

/**
 * The same for tables in which one person may have very many rows with large texts: ids are read many at a time, since
 * each time is a pass over an index of the user's, and the rows a few at a time.
 */
export async function* rowsOfIds<Row extends object>(
  signal: AbortSignal,
  readIds: (after: string | null, limit: number) => Promise<{ id: string }[]>,
  read: (ids: string[]) => Promise<Row[]>,
  limit = PAGE,
): AsyncGenerator<Written<Row>> {
  for (let after: string | null = null; ;) {
    const ids: string[] = (await readIds(after, IDS)).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += limit) {
      signal.throwIfAborted();
      for (const row of await read(ids.slice(at, at + limit))) yield written(row);
    }
    const last: string | undefined = ids.at(-1);
    if (last === undefined || ids.length < IDS) return;
    after = last;
  }
}

import { z, type ZodRawShape, type ZodType } from 'zod';

import { prisma } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type {
  ArchiveDocument,
  ArchivedRow,
  ArchiveFile,
  ArchiveSection,
  ReadableText,
  RestoreTarget,
} from './archive';
import { type LeftOut, references } from './columns';
import {
  type ArchivedTable,
  findFirst,
  restoreRow,
  type RestoreRules,
  type Rows,
  type Values,
} from './restore-row.server';

/** Prisma Client's name of a table. */
export type Model = Uncapitalize<Prisma.ModelName>;
type TypesOf<M extends Model> = Prisma.TypeMap['model'][Capitalize<M>];
/** The columns of a table, with their types. */
export type ColumnsOf<M extends Model> = TypesOf<M>['payload']['scalars'];

/** Every column of a table but its key and its owner: its type in archives, or why archives leave it out. */
export type Archived<M extends Model, Key extends string, Owner extends string> = {
  [Column in Exclude<keyof ColumnsOf<M>, Key | Owner>]: ZodType<ColumnsOf<M>[Column]> | LeftOut;
};

/** A row with the columns that archives have. */
type RowOf<Columns, Joined extends ZodRawShape> = ArchivedRow & {
  [
    Column in keyof Columns as Columns[Column] extends ZodType ? Column : never
  ]: Columns[Column] extends ZodType<infer Value> ? Value : never;
} & z.output<z.ZodObject<Joined>>;

/** A row of a section. */
export type RowIn<Section extends ArchiveSection> = z.output<Section['row']>;

/**
 * How archives have a table. The code that writes archives and the code that restores them both follow it. A new column of the
 * table doesn't compile until it is declared.
 */
export interface TableDeclaration<
  M extends Model,
  Key extends string,
  Owner extends string,
  Columns,
  Joined extends ZodRawShape,
  Row extends ArchivedRow,
> {
  /** The name of the file: `profiles`. */
  section: string;
  /** Every column of the table but its key and its owner, and no other. */
  columns: Columns & Record<Exclude<keyof Columns, keyof ColumnsOf<M>>, never>;
  /** The column that is the `id` of a row in archives; `id` by default. */
  key?: Key;
  /** By default ids are UUIDs, or texts if there is a `key`. `counted` numbers the rows, because their ids are secret. */
  ids?: 'texts' | 'counted';
  /** The column with the user's id; `userId` by default. */
  owner?: Owner;
  /** Fields of other tables. `of` reads them for some rows, and returns a function that has those of each. */
  joined?: {
    fields: Joined;
    of(userId: UserScope, ids: string[]): Promise<(id: string) => z.output<z.ZodObject<Joined>>>;
  };
  /** A condition that limits the user's rows, which are otherwise all that aren't deleted. */
  there?: TypesOf<M>['operations']['findMany']['args']['where'];
  /** Two columns of an index that orders the rows; by default they are ordered by their keys. */
  order?: readonly [keyof ColumnsOf<M> & string, keyof ColumnsOf<M> & string];
  /** The number of rows in memory at a time; fewer than the default of 200 if their texts are large. */
  atOnce?: number;
  /** The number of keys to read at a time, 10,000 by default: each time scans an index of the user's rows. */
  keysAtOnce?: number;
  /** Sections to restore before it, in addition to those that its columns refer to. */
  after?: readonly string[];
  /** The approximate bytes of its rows, documents, and files, for the progress of an export. Absent if there are few. */
  estimate?(userId: UserScope): Promise<number>;
  /** The row as a text for people; null if there is nothing to read. */
  readable?(row: Row): ReadableText | null;
  /** Texts of a row that are too large for the section's file, or for memory. */
  documents?(row: Row, userId: UserScope, signal: AbortSignal): readonly ArchiveDocument[];
  /** The objects of a row. Their number and paths depend on the row alone, so that they can be found in an archive. */
  files?(row: Row, userId: UserScope): readonly ArchiveFile[] | Promise<readonly ArchiveFile[]>;
  /** How a row is restored. Absent for what is exported only to be read (money, sessions, roles, shares). */
  restore?: RestoreRules<Row, ColumnsOf<M>, keyof ColumnsOf<M>>;
  /** Restores a row in a way of its own, and returns true if that changed anything. */
  restoreOtherwise?(target: RestoreTarget, row: Row): Promise<boolean>;
}

/** A declaration of any table. */
interface AnyDeclaration extends Omit<
  TableDeclaration<Model, string, string, object, ZodRawShape, ArchivedRow>,
  'there' | 'order' | 'joined' | 'restore'
> {
  there?: object;
  order?: readonly [string, string];
  joined?: {
    fields: ZodRawShape;
    of(userId: UserScope, ids: string[]): Promise<(id: string) => Record<string, unknown>>;
  };
  restore?: RestoreRules<ArchivedRow, object, PropertyKey>;
}

export function archivedTable<
  const M extends Model,
  Columns extends Archived<M, Key, Owner>,
  const Key extends string = 'id',
  const Owner extends string = 'userId',
  Joined extends ZodRawShape = Record<never, never>,
>(
  model: M,
  declaration: TableDeclaration<M, Key, Owner, Columns, Joined, RowOf<Columns, Joined>>,
): ArchiveSection<RowOf<Columns, Joined>> {
  // The section's columns are those of the declaration.
  return sectionOf(model, declaration) as ArchiveSection<RowOf<Columns, Joined>>;
}

function sectionOf(model: Model, declaration: AnyDeclaration): ArchiveSection {
  const { section, joined, restore } = declaration;
  const columns = Object.fromEntries(
    Object.entries(declaration.columns).filter(
      (entry): entry is [string, ZodType] => entry[1] instanceof z.ZodType,
    ),
  );
  const { key = 'id', owner = 'userId' } = declaration;
  const hasTrash = 'deletedAt' in declaration.columns;
  const table: ArchivedTable = {
    section,
    key,
    owner,
    mine: (userId) => ({
      [owner]: userId,
      ...(hasTrash && { deletedAt: null }),
      ...declaration.there,
    }),
    hasTrash,
    columns,
    // The types of the tables have nothing in common.
    rows: (db) => db[model] as unknown as Rows,
  };
  const id = declaration.key === undefined && !declaration.ids ? z.uuid() : z.string();
  const referred = Object.values(columns).flatMap((type) => references.get(type)?.section ?? []);
  return {
    name: section,
    model,
    after: [...referred, ...(declaration.after ?? [])],
    row: z.object({ id, ...columns, ...joined?.fields }),
    rows: (userId, signal) => readAll(table, declaration, userId, signal),
    read: (userId, ids) => readRows(table, declaration, userId, ids),
    find: (db, userId, ids) => findFirst(table, db, userId, ids),
    estimate: declaration.estimate,
    readable: declaration.readable,
    documents: declaration.documents,
    files: declaration.files,
    restore: restore
      ? (target, row) => restoreRow(table, restore, target, row)
      : declaration.restoreOtherwise,
  };
}

async function* readAll(
  table: ArchivedTable,
  declaration: AnyDeclaration,
  userId: UserScope,
  signal: AbortSignal,
): AsyncGenerator<ArchivedRow> {
  const { ids: kind, atOnce = 200, keysAtOnce = 10_000 } = declaration;
  const order = declaration.order ?? [table.key];
  for (let last: Values | null = null, count = 0; ;) {
    const keys: Values[] = await table.rows(prisma).findMany({
      where: { AND: [table.mine(userId), last === null ? {} : after(last, order)] },
      orderBy: order.map((column) => ({ [column]: 'asc' })),
      take: keysAtOnce,
      select: selected([table.key, ...order]),
    });
    for (let at = 0; at < keys.length; at += atOnce) {
      signal.throwIfAborted();
      const ids = keys.slice(at, at + atOnce).map((row) => String(row[table.key]));
      for (const row of await readRows(table, declaration, userId, ids)) {
        count += 1;
        yield kind === 'counted' ? { ...row, id: String(count) } : row;
      }
    }
    last = keys.at(-1) ?? null;
    if (last === null || keys.length < keysAtOnce) return;
  }
}

async function readRows(
  { key, columns, mine, rows }: ArchivedTable,
  { joined, order = [key, key] }: AnyDeclaration,
  userId: UserScope,
  ids: readonly string[],
): Promise<ArchivedRow[]> {
  const found = await rows(prisma).findMany({
    where: { AND: [mine(userId), { [key]: { in: ids } }] },
    orderBy: order.map((column) => ({ [column]: 'asc' })),
    select: selected([key, ...Object.keys(columns)]),
  });
  const more = await joined?.of(userId, [...ids]);
  return found.map((row) => {
    const id = String(row[key]);
    return { ...row, ...more?.(id), id };
  });
}

function selected(columns: readonly string[]): Record<string, true> {
  return Object.fromEntries(columns.map((column) => [column, true]));
}

/** The condition for rows after this one, in the order of one column or two. */
function after(row: Values, [first, second]: readonly string[]): object {
  if (first === undefined) return {};
  if (second === undefined) return { [first]: { gt: row[first] } };
  return {
    // Redundant, but the only condition that an index can use.
    [first]: { gte: row[first] },
    OR: [{ [first]: { gt: row[first] } }, { [first]: row[first], [second]: { gt: row[second] } }],
  };
}

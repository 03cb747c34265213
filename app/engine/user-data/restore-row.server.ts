import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import type { ZodType } from 'zod';

import { prisma, prismaTransaction, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { type ArchivedRow, DamagedFile, type RestoreTarget } from './archive';
import { type Reference, references, withPastTimes } from './columns';
import { freeName } from './free-name';
import { hasRoom, lockStorage } from './storage.server';
import { findSection } from './user-data.server';

export type Values = Record<string, unknown>;

/** What Prisma Client has for every table. */
export interface Rows {
  findMany(args: object): Promise<Values[]>;
  count(args: object): Promise<number>;
  create(args: object): Promise<unknown>;
  updateMany(args: object): Promise<{ count: number }>;
}

/** A declaration, prepared for reading and writing rows. */
export interface ArchivedTable {
  section: string;
  key: string;
  owner: string;
  /** The condition for the rows of a user that archives have. */
  mine(userId: UserScope): object;
  /** Whether deleted rows can be restored for a while. */
  hasTrash: boolean;
  /** The columns that archives have. */
  columns: Record<string, ZodType>;
  rows(db: PrismaTx): Rows;
}

/** How a row of an archive becomes one of this account. A rule refuses a row by throwing an AppError. */
export interface RestoreRules<Row, Columns, Column> {
  /**
   * Applies the rules of the forms: returns columns to store in addition to, or instead of, those of the archive; null to
   * leave the row out silently. `id` is the row's id here.
   */
  check?(row: Row, id: string): Partial<Columns> | null;
  /** How many rows with the same values in `within` a person may have. */
  limit?: { max: number; within?: readonly Column[]; refusal: string };
  /** Makes the name unique among rows with the same values in `within`, by adding a number if it is taken. */
  freeName?: { maxLength: number; within?: readonly Column[] };
  /** Reads the row's files, using a directory that is removed afterwards; null to leave the row out. */
  files?(
    row: Row,
    target: RestoreTarget,
    directory: string,
    id: string,
  ): Promise<RestoredFiles<Columns> | null>;
  /**
   * Runs in the transaction that writes the row, to lock or write more. Returns columns to store instead of those of `stored`,
   * or null to leave the row out.
   */
  within?(
    db: { tx: PrismaTx; sql: Sql },
    stored: Columns & object,
    row: Row,
    target: RestoreTarget,
  ): Promise<Partial<Columns> | null>;
}

/** Files of a row, ready to be stored. */
export interface RestoredFiles<Columns> {
  /** The columns that describe them. */
  columns: Partial<Columns>;
  /** How much of the person's storage they take. */
  bytes: number;
  /** What to say if there is no room for them. */
  refusal: string;
  store(signal: AbortSignal): Promise<void>;
  drop(): Promise<void>;
}

/** The first of these ids of which the user has a row that isn't deleted. */
export async function findFirst(
  table: ArchivedTable,
  db: PrismaTx,
  userId: UserScope,
  ids: readonly string[],
): Promise<string | null> {
  const rows = await existing(table, db, userId, ids);
  return rows.find(({ isDeleted }) => !isDeleted)?.id ?? null;
}

/** The rows of the user with these ids, in the order of the ids. */
async function existing(
  { key, owner, hasTrash, rows }: ArchivedTable,
  db: PrismaTx,
  userId: UserScope,
  ids: readonly string[],
): Promise<{ id: string; isDeleted: boolean }[]> {
  const lower = ids.map((id) => id.toLowerCase());
  const found = await rows(db).findMany({
    where: { [owner]: userId, [key]: { in: ids } },
    select: { [key]: true, ...(hasTrash && { deletedAt: true }) },
  });
  const there = found.map((row) => ({
    id: String(row[key]),
    isDeleted: (row.deletedAt ?? null) !== null,
  }));
  return there.toSorted((one, other) => lower.indexOf(one.id) - lower.indexOf(other.id));
}

/**
 * Writes a row that doesn't exist yet, or undoes its deletion. Never overwrites a row.
 * @throws AppError what the rules refuse; `conflict` if there are too many rows, or no room
 */
export async function restoreRow(
  table: ArchivedTable,
  rules: RestoreRules<ArchivedRow, object, PropertyKey>,
  target: RestoreTarget,
  archived: ArchivedRow,
): Promise<boolean> {
  const { userId, signal } = target;
  const row = withPastTimes(archived);
  const isNatural = table.key !== 'id';
  const id = isNatural ? row.id : target.idOf(table.section, row.id);
  const ids = isNatural ? [row.id] : target.idsOf(table.section, row.id);
  const restoring = { table, rules, target, row, id, ids };
  if (!rules.files) return prismaTransaction((tx, sql) => insert(restoring, { tx, sql }, null));
  // Checked before its files are opened, which may be large.
  const there = await existing(table, prisma, userId, ids);
  if (there.length > 0) return takeOutOfTrash(table, prisma, userId, there);
  const checked = rules.check?.(row, id);
  if (checked === null) return false;
  await assertLimit(restoring, prisma, { ...row, ...checked });
  return inTemporary(async (directory) => {
    const files = await rules.files!(row, target, directory, id);
    if (!files) return false;
    await assertRoom(sql, userId, files);
    let isNew = false;
    try {
      // The files come before the row that names them.
      await files.store(signal);
      isNew = await prismaTransaction((tx, sql) => insert(restoring, { tx, sql }, files));
      return isNew;
    } finally {
      // If another run has restored the row meanwhile, the files belong to that.
      const isKept = isNew || (await existing(table, prisma, userId, [id])).length > 0;
      if (!isKept) await files.drop();
    }
  });
}

interface Restoring {
  table: ArchivedTable;
  rules: RestoreRules<ArchivedRow, object, PropertyKey>;
  target: RestoreTarget;
  row: ArchivedRow;
  id: string;
  ids: readonly string[];
}

async function insert(
  restoring: Restoring,
  { tx, sql }: { tx: PrismaTx; sql: Sql },
  files: RestoredFiles<object> | null,
): Promise<boolean> {
  const { table, rules, target, row, id, ids } = restoring;
  const { userId } = target;
  // SQL: locks the user's row, so that two at once can't exceed the limit or take the same name.
  if (rules.limit ?? rules.freeName) {
    await sql.query(`SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`, [userId]);
  }
  const there = await existing(table, tx, userId, ids);
  if (there.length > 0) return takeOutOfTrash(table, tx, userId, there);
  const checked = rules.check?.(row, id);
  if (checked === null) return false;
  const stored: Values = {
    ...(await columnsOf(restoring, tx)),
    ...checked,
    ...files?.columns,
    [table.owner]: userId,
    [table.key]: id,
  };
  await assertLimit(restoring, tx, stored);
  if (rules.freeName) stored.name = await untakenName(restoring, tx, stored);
  const more = await rules.within?.({ tx, sql }, stored, row, target);
  if (more === null) return false;
  if (files) {
    await lockStorage(sql, userId);
    // Other files may have been stored meanwhile.
    await assertRoom(sql, userId, files);
  }
  await table.rows(tx).create({ data: { ...stored, ...more }, select: { [table.key]: true } });
  return true;
}

/** The columns of the archive, with the ids that its references have here. */
async function columnsOf({ table, target, row }: Restoring, tx: PrismaTx): Promise<Values> {
  const archived: Values = { ...row };
  const values: Values = {};
  for (const [column, type] of Object.entries(table.columns)) {
    const value = archived[column];
    const reference = references.get(type);
    values[column] =
      reference && typeof value === 'string' ? await idHere(target, reference, value, tx) : value;
  }
  return values;
}

/** Null if the user has no such row. */
function idHere(
  target: RestoreTarget,
  { section, isPart }: Reference,
  id: string,
  tx: PrismaTx,
): Promise<string | null> | string {
  if (isPart) return target.idOf(section, id);
  return findSection(section).find(tx, target.userId, target.idsOf(section, id));
}

async function takeOutOfTrash(
  { key, owner, hasTrash, rows }: ArchivedTable,
  db: PrismaTx,
  userId: UserScope,
  there: readonly { id: string; isDeleted: boolean }[],
): Promise<boolean> {
  const [first] = there;
  if (!hasTrash || !first || there.some(({ isDeleted }) => !isDeleted)) return false;
  const { count } = await rows(db).updateMany({
    where: { [owner]: userId, [key]: first.id, deletedAt: { not: null } },
    data: { deletedAt: null },
  });
  return count > 0;
}

/** The condition for the user's rows that have the same values in these columns. */
function alike({ table, target }: Restoring, stored: Values, columns: readonly PropertyKey[] = []) {
  const same = Object.fromEntries(columns.map((column) => [column, stored[String(column)]]));
  return { [table.owner]: target.userId, ...same };
}

async function assertLimit(restoring: Restoring, db: PrismaTx, stored: Values): Promise<void> {
  const { limit } = restoring.rules;
  if (!limit) return;
  const where = alike(restoring, stored, limit.within);
  if ((await restoring.table.rows(db).count({ where })) >= limit.max) {
    throw new AppError('conflict', limit.refusal);
  }
}

async function untakenName(restoring: Restoring, tx: PrismaTx, stored: Values): Promise<string> {
  const { maxLength = 0, within } = restoring.rules.freeName ?? {};
  const where = alike(restoring, stored, within);
  const taken = await restoring.table.rows(tx).findMany({ where, select: { name: true } });
  return freeName(
    String(stored.name),
    taken.map(({ name }) => String(name)),
    maxLength,
  );
}

async function assertRoom(
  on: Sql,
  userId: UserScope,
  { bytes, refusal }: RestoredFiles<object>,
): Promise<void> {
  if (bytes > 0 && !(await hasRoom(on, userId, bytes))) throw new AppError('conflict', refusal);
}

/**
 * Writes a file of an archive to `to`, where it can be read. False if the archive doesn't have it undamaged, or if it is larger
 * than `maxBytes`.
 */
export async function saveArchived(
  target: Pick<RestoreTarget, 'file' | 'signal'>,
  path: string,
  to: string,
  maxBytes: number,
): Promise<boolean> {
  const found = await target.file(path);
  if (!found || found.size > maxBytes) return false;
  try {
    await pipeline(await found.open(), createWriteStream(to, { mode: 0o600 }), {
      signal: target.signal,
    });
    return true;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    await rm(to, { force: true });
    return false;
  }
}

import type { ZodType } from 'zod';

import { prisma, prismaTransaction, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import type { ArchivedRow, RestoreTarget } from './archive';
import { type Reference, references, withPastTimes } from './columns';
import { freeName } from './free-name';
import { hasRoom, lockStorage } from './storage.server';
import { findSection } from './user-data.server';

export type Values = Record<string, unknown>;

/** What Prisma's client has for every table. */
export interface Rows {
  findMany(args: object): Promise<Values[]>;
  count(args: object): Promise<number>;
  create(args: object): Promise<unknown>;
  updateMany(args: object): Promise<{ count: number }>;
}

/** What a declaration comes to, for those who read and write rows. */
export interface ArchivedTable {
  section: string;
  key: string;
  owner: string;
  /** The condition for the rows of a user that archives have. */
  mine(userId: UserScope): object;
  /** What was deleted can be restored for a while. */
  hasTrash: boolean;
  /** Those that archives have. */
  columns: Record<string, ZodType>;
  rows(db: PrismaTx): Rows;
}

/** How a row of an archive becomes one of this account. What a rule refuses, it throws as an AppError. */
export interface RestoreRules<Row, Columns, Column> {
  /**
   * The rules for what is typed: what is stored instead of what the archive says, and what it does not say; null where
   * the row stays out without a word. `id` is the one that it gets here.
   */
  check?(row: Row, id: string): Partial<Columns> | null;
  /** A person has so many at the most, of those with the same values in `within`. */
  limit?: { most: number; within?: readonly Column[]; refusal: string };
  /** Its name is a name of its own, of those with the same values in `within`: a taken one gets a number. */
  freeName?: { most: number; within?: readonly Column[] };
  /** Opens what the archive has of its files, in a directory that is gone afterwards; null where the row stays out. */
  files?(
    row: Row,
    target: RestoreTarget,
    directory: string,
    id: string,
  ): Promise<RestoredFiles<Columns> | null>;
  /**
   * What needs the transaction in which the row is written: locks, and what else is written with it. What is stored
   * instead; null where the row stays out. `stored` is what would be stored.
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
  /** What is stored of what they are. */
  columns: Partial<Columns>;
  /** What they take of the person's storage. */
  bytes: number;
  /** Where there is no room for them. */
  refusal: string;
  store(signal: AbortSignal): Promise<void>;
  drop(): Promise<void>;
}

/** The first of these ids that the user has, of what is not deleted. */
export async function findFirst(
  table: ArchivedTable,
  db: PrismaTx,
  userId: UserScope,
  ids: readonly string[],
): Promise<string | null> {
  const rows = await standing(table, db, userId, ids);
  return rows.find(({ isDeleted }) => !isDeleted)?.id ?? null;
}

/** Those of these ids that the user has, in the order in which they are given. */
async function standing(
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
 * Writes a row that is not there yet; one that was deleted and has not been removed is taken out of the trash. Never
 * overwrites. @throws AppError what the rules refuse, `conflict` where there are too many or no room
 */
export async function restoreRow(
  table: ArchivedTable,
  rules: RestoreRules<ArchivedRow, object, PropertyKey>,
  target: RestoreTarget,
  given: ArchivedRow,
): Promise<boolean> {
  const { userId, signal } = target;
  const row = withPastTimes(given);
  const isNatural = table.key !== 'id';
  const id = isNatural ? row.id : target.idOf(table.section, row.id);
  const ids = isNatural ? [row.id] : target.idsOf(table.section, row.id);
  const restoring = { table, rules, target, row, id, ids };
  if (!rules.files) return prismaTransaction((tx, sql) => insert(restoring, { tx, sql }, null));
  // Before its files are opened, which may be large.
  const there = await standing(table, prisma, userId, ids);
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
      // Before the row that names them.
      await files.store(signal);
      isNew = await prismaTransaction((tx, sql) => insert(restoring, { tx, sql }, files));
      return isNew;
    } finally {
      // Unless another run has brought it in meanwhile: the files are its own then.
      const isKept = isNew || (await standing(table, prisma, userId, [id])).length > 0;
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
  // One at a time, or two at once could both be the last, or take the same name.
  if (rules.limit ?? rules.freeName) {
    await sql.query(`SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`, [userId]);
  }
  const there = await standing(table, tx, userId, ids);
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
    // Something else may have come meanwhile.
    await assertRoom(sql, userId, files);
  }
  await table.rows(tx).create({ data: { ...stored, ...more }, select: { [table.key]: true } });
  return true;
}

/** What the archive says, and the ids that its references have here. */
async function columnsOf({ table, target, row }: Restoring, tx: PrismaTx): Promise<Values> {
  const given: Values = { ...row };
  const values: Values = {};
  for (const [column, type] of Object.entries(table.columns)) {
    const value = given[column];
    const reference = references.get(type);
    values[column] =
      reference && typeof value === 'string' ? await idHere(target, reference, value, tx) : value;
  }
  return values;
}

/** Null where there is no such row of this user's. */
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

/** Those of this user's that have the same values in these columns. */
function alike({ table, target }: Restoring, stored: Values, columns: readonly PropertyKey[] = []) {
  const same = Object.fromEntries(columns.map((column) => [column, stored[String(column)]]));
  return { [table.owner]: target.userId, ...same };
}

async function assertLimit(restoring: Restoring, db: PrismaTx, stored: Values): Promise<void> {
  const { limit } = restoring.rules;
  if (!limit) return;
  const where = alike(restoring, stored, limit.within);
  if ((await restoring.table.rows(db).count({ where })) >= limit.most) {
    throw new AppError('conflict', limit.refusal);
  }
}

async function untakenName(restoring: Restoring, tx: PrismaTx, stored: Values): Promise<string> {
  const { most = 0, within } = restoring.rules.freeName ?? {};
  const where = alike(restoring, stored, within);
  const taken = await restoring.table.rows(tx).findMany({ where, select: { name: true } });
  return freeName(
    String(stored.name),
    taken.map(({ name }) => String(name)),
    most,
  );
}

async function assertRoom(
  on: Sql,
  userId: UserScope,
  { bytes, refusal }: RestoredFiles<object>,
): Promise<void> {
  if (bytes > 0 && !(await hasRoom(on, userId, bytes))) throw new AppError('conflict', refusal);
}

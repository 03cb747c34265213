import { z } from 'zod';

// The types of columns that archives have in addition to zod's own: how a value is encoded and decoded.

/** A time, encoded as a text. */
export const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A 64-bit count, encoded as a number. */
export const bigCount = z.codec(z.int(), z.bigint(), {
  decode: (number) => BigInt(number),
  encode: (count) => Number(count),
});

/** Leaves room to count up. */
const MAX_VERSION = 1_000_000_000;

/** The version of a row that counts its changes. */
export const changeCount = z.codec(z.int(), z.int(), {
  decode: (version) => (version >= 1 && version < MAX_VERSION ? version : 1),
  encode: (version) => version,
});

/** The section that a column refers to. */
export interface Reference {
  section: string;
  /** The row is a part of the other one, and restored only with it. */
  isPart: boolean;
}

export const references = z.registry<Reference>();

/** The id of a row of that section, or null. Restored as null if that row doesn't exist. */
export function reference(section: string) {
  return z.uuid().nullable().register(references, { section, isPart: false });
}

/** The same for a column that archives of earlier versions don't have. */
export function newReference(section: string) {
  return z.uuid().nullable().default(null).register(references, { section, isPart: false });
}

/** The id of the row that this one is a part of. Restored only with that row, never into one that existed before. */
export function partOf(section: string) {
  return z.uuid().register(references, { section, isPart: true });
}

/** A column that archives leave out. */
export class LeftOut {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export function leftOut(reason: string): LeftOut {
  return new LeftOut(reason);
}

/** For `deletedAt`: archives have no deleted rows, and restoring a row undoes its deletion. */
export const inTrash = leftOut('archives have what is there');

/** Replaces times in the future, which would be listed before everything that is yet to come. */
export function withPastTimes<Row extends object>(row: Row, now = new Date()): Row {
  const entries = Object.entries(row).map(([column, value]: [string, unknown]) => [
    column,
    value instanceof Date && value > now ? now : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

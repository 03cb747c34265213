import { z } from 'zod';

// The kinds of columns that archives have beside zod's own: how a value is written, and what it comes back as.

/** A moment is a text. */
export const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** What the database counts in 64 bits is a number. */
export const bigCount = z.codec(z.int(), z.bigint(), {
  decode: (number) => BigInt(number),
  encode: (count) => Number(count),
});

/** It goes on counting. */
const MAX_VERSION = 1_000_000_000;

/** Of a row that counts its changes. */
export const changeCount = z.codec(z.int(), z.int(), {
  decode: (given) => (given >= 1 && given < MAX_VERSION ? given : 1),
  encode: (version) => version,
});

/** Which section a column refers to. */
export interface Reference {
  section: string;
  /** Its row is a part of the other one, and comes in only with it. */
  isPart: boolean;
}

export const references = z.registry<Reference>();

/** The id of a row of that section, or none: where that row is not there, none is what comes back. */
export function reference(section: string) {
  return z.uuid().nullable().register(references, { section, isPart: false });
}

/**
 * The id of the row that this one is a part of. It comes back with a row that came in itself; never into one that was
 * there already, which has its own history.
 */
export function partOf(section: string) {
  return z.uuid().register(references, { section, isPart: true });
}

/** A column that archives do not have, for a reason. */
export class LeftOut {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export function leftOut(reason: string): LeftOut {
  return new LeftOut(reason);
}

/** When a deleted row was deleted: archives have what is there, and what comes back is taken out of the trash. */
export const inTrash = leftOut('archives have what is there');

/** No time of an archive lies in the future, where it would stand before everything that is to come. */
export function withPastTimes<Row extends object>(row: Row, now = new Date()): Row {
  const entries = Object.entries(row).map(([column, value]: [string, unknown]) => [
    column,
    value instanceof Date && value > now ? now : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

import { z } from 'zod';

/** Increased when older versions can't read what this one writes. */
export const FORMAT = 1;

/** The entries of an archive in their order: head, keys, queue, tables, objects, manifest. */
export const HEAD = 'backup.json';
export const KEYS = 'keys.json';
export const QUEUE = 'queue.json';
export const TABLES = 'tables/';
export const OBJECTS = 'objects/';
export const MANIFEST = 'manifest.json';

/** Rows are stored in PostgreSQL's text format, in UTF-8, which every version reads. */
export const headSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  madeAt: z.string(),
  postgres: z.string(),
  /** They recreate the schema. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type Head = z.output<typeof headSchema>;

export const keysSchema = z.object({ SESSION_SECRET: z.string(), ENCRYPTION_KEY: z.string() });
export type Keys = z.output<typeof keysSchema>;

export const queueSchema = z.array(
  z.object({ name: z.string(), data: z.unknown(), startAfter: z.string() }),
);
export type QueuedWork = z.output<typeof queueSchema>;

const sectionSchema = z.object({ entries: z.int(), bytes: z.int(), sha256: z.string() });
export type Section = z.output<typeof sectionSchema>;

export const manifestSchema = z.object({
  rows: z.record(z.string(), z.int()),
  /** Objects that were listed, but deleted before they could be copied. */
  missing: z.array(z.string()),
  sections: z.record(z.string(), sectionSchema),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The unit that the manifest counts: one table, all objects, or one of the small files. */
export function sectionOf(entry: string): string {
  if (entry.startsWith(OBJECTS)) return OBJECTS;
  return entry.startsWith(TABLES) ? entry.slice(0, entry.indexOf('/', TABLES.length)) : entry;
}

/** A table's rows are stored in consecutive parts; a part may end within a row. */
export function tableEntry(table: string, part: number): string {
  return `${TABLES}${table}/${String(part).padStart(6, '0')}`;
}

/** A backup can't be made, read, or restored; the message says why. */
export class BackupFailed extends Error {
  // `npm run admin` prints failures with this name without a stack.
  override name = 'CommandFailed';
}

/** `1 account`, `2 accounts`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

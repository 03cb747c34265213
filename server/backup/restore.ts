import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import type { ObjectStore } from '../../app/gateways/objects/index.server.ts';
import { knownMigrations, migrate, migrateWithin } from '../postgres/migrate.ts';
import { VERSION } from '../version.ts';
import { connect, dropEverything, inspect, quoted, type Holding } from './database.ts';
import {
  BackupFailed,
  counted,
  OBJECTS,
  sectionOf,
  TABLES,
  type Head,
  type Keys,
  type QueuedWork,
} from './format.ts';
import { keysOf } from './objects.ts';
import { entriesOf, verifyArchive, type Contents } from './read-archive.ts';
import type { Entry } from './tar.ts';

// SQL: catalogs, constraints, and COPY into whole tables, before the app's build is loaded.

export interface RestoreTarget {
  databaseUrl: string;
  store: ObjectStore;
  /** Puts the backup's keys where the app looks for them; `keepOld` keeps the previous ones beside them. */
  writeKeys(keys: Keys, options: { keepOld: boolean }): Promise<void>;
  /** Replaces the queue's work; returns how many of the tasks this version doesn't know. */
  fillQueue(client: pg.Client, work: QueuedWork): Promise<number>;
}

export interface Restored extends Contents {
  /** How many queued tasks this version doesn't know. */
  unknownWork: number;
}

interface Options {
  /** Allows deleting what is there. */
  replace: boolean;
  signal: AbortSignal;
  report(sentence: string): void;
}

/**
 * Replaces this installation's data with the backup's. Interrupted at any point, it leaves the old or the new database
 * whole and can be run again: first come the objects, which no row names yet; then the database, in one transaction; last,
 * objects that aren't in the backup are removed.
 * @throws BackupFailed
 */
export async function restore(
  target: RestoreTarget,
  file: string,
  { replace, signal, report }: Options,
): Promise<Restored> {
  let committed = false;
  try {
    const contents = await verifyArchive(file, signal);
    refuseNewer(contents.head, file);
    const { databaseUrl, store } = target;
    const before = await inspect(databaseUrl);
    refuseUnlessEmpty(before, replace);
    await store.check();
    report(
      `The backup is complete: made ${contents.head.madeAt} by version ${contents.head.version}.`,
    );
    await restoreObjects(store, file, contents, signal);
    const unknownWork = await restoreDatabase(target, file, contents, {
      keepOld: before.rows > 0,
      signal,
    });
    committed = true;
    await migrate(databaseUrl);
    if (replace) await removeStrays(store, file, signal);
    return { ...contents, unknownWork };
  } catch (cause) {
    throw asFailure(cause, committed);
  }
}

function refuseNewer({ migrations, version }: Head, file: string): void {
  const known = new Set(knownMigrations());
  if (migrations.every((name) => known.has(name))) return;
  throw new BackupFailed(
    `${file} was made by Brandwright ${version}, and this is ${VERSION}, which doesn't know all of its migrations: ` +
      `restore it with version ${version} or a later one.`,
  );
}

function refuseUnlessEmpty(holding: Holding, replace: boolean): void {
  if (holding.foreign) {
    throw new BackupFailed(
      "The database has tables that aren't Brandwright's: give Brandwright a database of its own.",
    );
  }
  if (holding.rows === 0 || replace) return;
  throw new BackupFailed(
    `The database is not empty: it holds ${counted(holding.accounts, 'account')}, ` +
      `${counted(holding.conversations, 'conversation')} and ${counted(holding.rows, 'row')} in all. With --replace, all of that is deleted, along with every file that isn't in the backup.`,
  );
}

async function restoreObjects(
  store: ObjectStore,
  file: string,
  { manifest }: Contents,
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  for await (const { name, length, type = '', body } of entriesOf(file, signal)) {
    if (!name.startsWith(OBJECTS)) continue;
    await store.put(
      name.slice(OBJECTS.length),
      { stream: Readable.from(body, { objectMode: false }), length },
      { type, signal },
    );
    count += 1;
  }
  expectCount('files', count, manifest.sections[OBJECTS]?.entries ?? 0);
}

async function restoreDatabase(
  { databaseUrl, writeKeys, fillQueue }: RestoreTarget,
  file: string,
  { head, keys, queue, manifest }: Contents,
  { keepOld, signal }: { keepOld: boolean; signal: AbortSignal },
): Promise<number> {
  const client = await connect(databaseUrl);
  const stop = () => void client.end();
  signal.addEventListener('abort', stop);
  try {
    await client.query('BEGIN');
    await dropEverything(client);
    await migrateWithin(client, head.migrations);
    await load(client, file, head, manifest.rows, signal);
    const unknownWork = await fillQueue(client, queue);
    // A start on the new rows must find their keys. A crash here leaves the old rows, with the old keys beside the new ones.
    await writeKeys(keys, { keepOld });
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return unknownWork;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end();
  }
}

/** Loads the rows into the empty tables. Foreign keys are checked when all rows are there. */
async function load(
  client: pg.Client,
  file: string,
  head: Head,
  rows: Record<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const tables = head.tables.map(({ name }) => quoted(name));
  const { rows: references } = await client.query<{ on: string; name: string; rule: string }>(
    `SELECT conrelid::regclass::text AS on, conname AS name, pg_get_constraintdef(oid) AS rule
       FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  for (const { on, name } of references) {
    await client.query(`ALTER TABLE ${on} DROP CONSTRAINT ${quoted(name)}`);
  }
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  // Some migrations insert rows.
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  const loaded = await copyRows(client, file, head, signal);
  for (const { name } of head.tables) {
    expectCount(`rows of ${name}`, loaded.get(name) ?? 0, rows[name] ?? 0);
  }
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { on, name, rule } of references) {
    await client.query(`ALTER TABLE ${on} ADD CONSTRAINT ${quoted(name)} ${rule}`);
  }
  for (const { name, value } of head.sequences) {
    await client.query('SELECT setval(to_regclass($1), $2::bigint)', [quoted(name), value]);
  }
}

async function copyRows(
  client: pg.Client,
  file: string,
  head: Head,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const loaded = new Map<string, number>();
  const columns = new Map(head.tables.map((table) => [table.name, table.columns]));
  const entries = entriesOf(file, signal);
  let next = await entries.next();
  async function* rowsOf(section: string): AsyncGenerator<Uint8Array> {
    while (!next.done && sectionOf(next.value.name) === section) {
      yield* next.value.body;
      next = await entries.next();
    }
  }
  try {
    while (!next.done) {
      const { name }: Entry = next.value;
      // Only objects follow the tables.
      if (name.startsWith(OBJECTS)) break;
      const section = sectionOf(name);
      const table = section.slice(TABLES.length);
      const into = columns.get(table);
      if (!name.startsWith(TABLES) || !into) {
        next = await entries.next();
        continue;
      }
      const copying = client.query(
        copyFrom(`COPY ${quoted(table)} (${into.map(quoted).join(', ')}) FROM STDIN`),
      );
      await pipeline(rowsOf(section), copying, { signal });
      loaded.set(table, copying.rowCount);
    }
  } finally {
    await entries.return(undefined);
  }
  return loaded;
}

function expectCount(what: string, count: number, expected: number): void {
  if (count !== expected) throw new BackupFailed(`Of ${expected} ${what}, ${count} were restored.`);
}

/** Removes objects that the backup doesn't have. Both lists are sorted by bytes. */
async function removeStrays(store: ObjectStore, file: string, signal: AbortSignal): Promise<void> {
  const backedUp = objectKeys(file, signal);
  let next = await backedUp.next();
  for await (const key of keysOf(store)) {
    while (!next.done && next.value < key) next = await backedUp.next();
    if (next.done || next.value !== key) await store.delete([key]);
  }
  await backedUp.return(undefined);
}

async function* objectKeys(file: string, signal: AbortSignal): AsyncGenerator<string> {
  for await (const { name } of entriesOf(file, signal)) {
    if (name.startsWith(OBJECTS)) yield name.slice(OBJECTS.length);
  }
}

function asFailure(cause: unknown, committed: boolean): unknown {
  if (cause instanceof BackupFailed) return cause;
  const { name, message } = cause as Error;
  const what = name === 'AbortError' ? 'it was interrupted' : message;
  const left = committed
    ? 'The database is restored; run the same command again, with --replace, to do the rest.'
    : 'The database is unchanged; you can run the same command again.';
  return new BackupFailed(`The restore failed: ${what}. ${left}`, { cause });
}

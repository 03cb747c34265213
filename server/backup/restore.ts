import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import type { ObjectStore } from '../../app/gateways/objects/index.server.ts';
import { knownMigrations, migrate, migrateWithin } from '../postgres/migrate.ts';
import { VERSION } from '../version.ts';
import { connect, quoted } from './connection.ts';
import { counted } from './counted.ts';
import {
  BackupFailed,
  OBJECTS,
  sectionOf,
  TABLES,
  type Head,
  type Keys,
  type QueuedWork,
} from './format.ts';
import { keysOf } from './objects.ts';
import { entriesOf, verifyArchive, type Contents } from './read-archive.ts';
import { dropEverything, inspect, type Holding } from './target.ts';
import type { Entry } from './tar.ts';

export interface RestoreTarget {
  databaseUrl: string;
  store: ObjectStore;
  /** Puts the keys of the backup where the app takes them from; those that opened what was there are kept. */
  writeKeys(keys: Keys, options: { keepOld: boolean }): Promise<void>;
  /** Fills the queue with this work and nothing else; returns how much of it this version does not know. */
  fillQueue(client: pg.Client, work: QueuedWork): Promise<number>;
}

export interface Restored extends Contents {
  /** Work of the queue that this version does not know. */
  droppedWork: number;
}

interface Options {
  /** What is there may be deleted. */
  replace: boolean;
  signal: AbortSignal;
  tell(sentence: string): void;
}

/**
 * Makes this installation what the backup holds. Interrupted at any point it leaves the database as it was, or whole, and
 * may be run again: objects come first, since none is named before the rows are there; then the database, all of it in
 * one transaction; what was there before and is not in the backup goes last.
 * @throws BackupFailed
 */
export async function restore(
  target: RestoreTarget,
  file: string,
  { replace, signal, tell }: Options,
): Promise<Restored> {
  let committed = false;
  try {
    const contents = await verifyArchive(file, signal);
    refuseNewer(contents.head, file);
    const { databaseUrl, store } = target;
    const before = await inspect(databaseUrl);
    refuseUnlessEmpty(before, replace);
    await store.check();
    tell(`The backup is whole: made ${contents.head.madeAt} by version ${contents.head.version}.`);
    await restoreObjects(store, file, contents, signal);
    const droppedWork = await restoreDatabase(target, file, contents, {
      keepOld: before.rows > 0,
      signal,
    });
    committed = true;
    await migrate(databaseUrl);
    if (replace) await removeStrays(store, file, signal);
    return { ...contents, droppedWork };
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
      'The database holds tables that are not of Brandwright: give it a database of its own.',
    );
  }
  if (holding.rows === 0 || replace) return;
  throw new BackupFailed(
    `The database is not empty: it holds ${counted(holding.accounts, 'account')}, ` +
      `${counted(holding.conversations, 'conversation')} and ${counted(holding.rows, 'row')} in all. With --replace all of that is deleted, and every file that is not in the backup.`,
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
    const droppedWork = await fillQueue(client, queue);
    // A start on the new rows must find their keys: a crash now leaves old rows, and the old keys beside the new.
    await writeKeys(keys, { keepOld });
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return droppedWork;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end();
  }
}

/** The rows into the empty tables. What refers to what is checked when all are there. */
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
  // Some migrations put rows there.
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
      // Nothing but objects comes after the tables.
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

function expectCount(what: string, count: number, told: number): void {
  if (count !== told) throw new BackupFailed(`Of ${told} ${what}, ${count} were restored.`);
}

/** Objects that the backup does not have. Both lists are in the order of their bytes. */
async function removeStrays(store: ObjectStore, file: string, signal: AbortSignal): Promise<void> {
  const kept = objectKeys(file, signal);
  let next = await kept.next();
  for await (const key of keysOf(store)) {
    while (!next.done && next.value < key) next = await kept.next();
    if (next.done || next.value !== key) await store.delete([key]);
  }
  await kept.return(undefined);
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
    : 'The database is as it was; the same command may be run again.';
  return new BackupFailed(`The restore failed: ${what}. ${left}`, { cause });
}

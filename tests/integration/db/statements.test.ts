import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { NO_FILTER } from '~/features/chat/conversations/list/conversation-list';
import {
  countGroups,
  listBeginnings,
  listConversations,
} from '~/features/chat/conversations/list/conversation-lists.server';
import { softDeletion } from '~/engine/user-data/index.server';
import { findMessages, findTitles } from '~/features/chat/search/search-data.server';
import { fieldOf } from '~/lib/db/sql.server';
import type { Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { userScope } from '~/lib/scope';

import { collectStatements, type RowField, type Statement } from '../../harness/sql-statements';

interface Column {
  name: string;
  typeId: number;
  /** The OID of the table if the value is a plain column, 0 for an expression. */
  tableId: number;
  columnId: number;
}

interface Schema {
  /** The kind of value that the app gets, by the type's OID. */
  kinds: Map<number, string>;
  /** The labels of each enum, by OID. */
  labels: Map<number, string[]>;
  /** The names of nullable columns, by `table.column` in OIDs. */
  nullable: Map<string, string>;
}

let client: pg.Client;
let schema: Schema;

beforeAll(async () => {
  client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  // The queue creates its tables when it starts.
  const { rows } = await client.query(`SELECT to_regclass('pgboss.job') AS job`);
  if ((rows[0] as { job: string | null }).job === null) await client.query(getConstructionPlans());
  schema = await readSchema();
});

afterAll(() => client.end());

const GROUPS = [
  'pinned',
  'imports',
  'others',
  'archived',
  'folder:0198c0de-0000-7000-8000-000000000000',
] as const;

const { statements, dynamic } = collectStatements(process.cwd());

it('prepares every statement on the migrated database, with rows of the types that the code declares', async () => {
  const faults: string[] = [];
  for (const statement of statements) {
    try {
      const columns = await describe(statement.text);
      faults.push(...faultsOf(statement, columns).map((fault) => `${statement.at}: ${fault}`));
    } catch (error) {
      faults.push(`${statement.at}: ${(error as Error).message}`);
    }
  }
  expect(faults).toEqual([]);
  expect(statements.length).toBeGreaterThan(100);
});

it('finds a reason at every statement that doesn’t use Prisma Client', () => {
  const all = [...statements, ...dynamic].filter(({ hasReason }) => !hasReason);
  expect([...new Set(all.map(({ at }) => at))]).toEqual([]);
});

/** Files whose statements belong to a library. */
const FOREIGN = ['app/engine/queue/boss.server.ts'];

it('prepares every statement that is assembled at run time, as its function assembles it', async () => {
  const byPlace = new Map(dynamic.map((statement) => [statement.at, statement]));
  const recorded = await record();
  const faults: string[] = [];
  for (const [at, texts] of recorded) {
    const statement = byPlace.get(at);
    if (!statement) continue;
    for (const text of texts) {
      const columns = await describe(text);
      faults.push(...faultsOf({ ...statement, text }, columns).map((fault) => `${at}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
  const unseen = dynamic.filter(({ at }) => !recorded.has(at) && !FOREIGN.includes(fileOf(at)));
  expect(unseen.map(({ at }) => at)).toEqual([]);
});

const fileOf = (at: string) => at.split(':')[0] ?? '';

/** The assembled statements, by the `file:line` that runs them. */
async function record(): Promise<Map<string, Set<string>>> {
  const texts = new Map<string, Set<string>>();
  const recorder: Sql = {
    query(text) {
      const at = callerOf(new Error().stack ?? '');
      texts.set(at, (texts.get(at) ?? new Set()).add(text));
      return Promise.resolve([]);
    },
  };
  const id = userScope('0198c0de-0000-7000-8000-000000000000');
  const after = { date: 0, id };
  const filters = [NO_FILTER, { text: 'bread', range: { from: 0, to: 1 } }];
  for (const filter of filters) {
    const query = { userId: id, filter };
    for (const group of GROUPS) {
      await listConversations(recorder, { ...query, group }, after, 1);
    }
    await countGroups(recorder, query);
    // It fails here because there is no row.
    await listBeginnings(recorder, query, 1).catch(() => undefined);
  }
  const search = { userId: id, tsquery: 'bread', after: { at: 0, id }, limit: 1, characters: 1 };
  await findMessages(recorder, search);
  await findTitles(recorder, id, ['bread'], 1);
  for (const table of ['conversations', 'saved_contents', 'briefs', 'media_items']) {
    const deletion = softDeletion(table);
    await deletion.remove(recorder, id, [id]);
    await deletion.restore(recorder, id, [id]);
    await deletion.lockDeleted(recorder, new Date(0));
    await deletion.removeLocked(recorder, []);
  }
  return texts;
}

/** `file:line` of the function that called, below the recorder. */
function callerOf(stack: string): string {
  const [, path = '', line = ''] = /\/(app\/[^:?)]+)[^:]*:(\d+):\d+/.exec(stack) ?? [];
  return `${path}:${line}`;
}

/** The columns of a statement, by parsing and describing it (extended query protocol) without running it. */
function describe(text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    const connection = (client as unknown as { connection: Connection }).connection;
    void client.query({
      submit() {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
        return null;
      },
      handleParameterDescription() {},
      handleRowDescription({ fields }: { fields: Field[] }) {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          typeId: dataTypeID,
          tableId: tableID,
          columnId: columnID,
        }));
      },
      handleNoData() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as unknown as pg.QueryConfig);
  });
}

interface Connection {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

function faultsOf({ row, text, hasOwnNames }: Statement, columns: Column[]): string[] {
  const nameOf = hasOwnNames ? (name: string) => name : fieldOf;
  const byName = new Map(columns.map((column) => [nameOf(column.name), column]));
  return (row ?? []).flatMap(({ name, type }) => {
    const column = byName.get(name);
    if (!column) return [`${name} is not returned by ${text}`];
    return faultOf({ name, type }, column, text);
  });
}

function faultOf({ name, type }: RowField, column: Column, text: string): string[] {
  const kind = schema.kinds.get(column.typeId) ?? 'unknown';
  const labels = schema.labels.get(column.typeId);
  const nullable = schema.nullable.get(`${column.tableId}.${column.columnId}`);
  if (nullable !== undefined && !type.nullable && !isProven(nullable, text)) {
    return [`${name} may be null, but is ${type.shown}`];
  }
  if (kind !== 'json' && !type.kinds.includes(kind)) {
    return [`${name} is ${kind}, but the code says ${type.shown}`];
  }
  if (labels && type.literals) {
    const unknown = labels.filter((label) => !type.literals?.includes(label));
    if (unknown.length > 0)
      return [`${name} may be ${unknown.join(', ')}, which ${type.shown} lacks`];
  }
  return [];
}

/** True if the statement itself excludes or overwrites null. */
function isProven(column: string, text: string): boolean {
  return new RegExp(`\\b${column} (?:IS NOT NULL|= (?:ANY\\(|\\$))`).test(text);
}

async function readSchema(): Promise<Schema> {
  const types = await client.query<{
    oid: number;
    name: string;
    category: string;
    element: number;
  }>(
    `SELECT oid::int4, typname AS name, typcategory AS category, typelem::int4 AS element FROM pg_type`,
  );
  const enums = await client.query<{ type: number; label: string }>(
    `SELECT enumtypid::int4 AS type, enumlabel AS label FROM pg_enum`,
  );
  const columns = await client.query<{ table: number; column: number; name: string }>(
    // Lists are never null: the app writes empty ones. A view doesn't know which of its columns may be null.
    `SELECT attrelid::int4 AS table, attnum AS column, attname AS name
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE NOT attnotnull AND attnum > 0 AND attndims = 0 AND relkind <> 'v'`,
  );
  const labels = new Map<number, string[]>();
  for (const { type, label } of enums.rows) labels.set(type, [...(labels.get(type) ?? []), label]);
  const kinds = new Map<number, string>();
  for (const { oid, name, category } of types.rows) kinds.set(oid, kindOf(name, category));
  for (const { oid, category, element } of types.rows) {
    if (category === 'A') kinds.set(oid, `array of ${kinds.get(element)}`);
  }
  return {
    kinds,
    labels,
    nullable: new Map(columns.rows.map(({ table, column, name }) => [`${table}.${column}`, name])),
  };
}

/** The kind of value that the driver returns for a type; for int8 see lib/db/pool.server.ts. */
function kindOf(name: string, category: string): string {
  if (name === 'json' || name === 'jsonb') return 'json';
  if (name === 'bytea') return 'bytes';
  // `reg…` are names, such as those of tables.
  if (name === 'numeric' || name.startsWith('reg')) return 'string';
  switch (category) {
    case 'N':
      return 'number';
    case 'B':
      return 'boolean';
    case 'D':
      return 'Date';
    default:
      return 'string';
  }
}

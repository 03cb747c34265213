import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

// Adds a row to every table that belongs to users, from what the database itself says about the columns: future tables are
// filled and checked without further work.

interface Column {
  table: string;
  name: string;
  type: string;
  /** `e` for an enumeration. */
  kind: string;
  isArray: boolean;
  needed: boolean;
}

interface Reference {
  table: string;
  column: string;
  target: string;
  targetColumn: string;
}

/** Values that a table's checks require, and that its types don't imply. */
const RECIPES: Record<string, Record<string, unknown>> = {
  // The code of its kind would stop a job that runs.
  media_jobs: { kind: 'image', state: 'succeeded' },
  // Archives have the citations of texts that have ended.
  citations: { sources: [], numbers: [1] },
  // The object store only takes well-formed keys.
  attachments: { object_key: 'attachments/none/file', read_key: 'attachments/none/text' },
};

async function readSchema() {
  const columns = await sql.query<Column>(
    `SELECT c.relname AS "table", a.attname AS name, format_type(coalesce(e.oid, t.oid), NULL) AS type,
            coalesce(e.typtype, t.typtype) AS kind, t.typelem <> 0 AND t.typcategory = 'A' AS is_array,
            a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS needed
       FROM pg_attribute a
       JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
       JOIN pg_type t ON t.oid = a.atttypid
       LEFT JOIN pg_type e ON t.typcategory = 'A' AND e.oid = t.typelem
      WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum`,
  );
  const references = await sql.query<Reference>(
    `SELECT c.conrelid::regclass::text AS "table", a.attname AS "column", c.confrelid::regclass::text AS target,
            t.attname AS target_column
       FROM pg_constraint c CROSS JOIN unnest(c.conkey, c.confkey) AS pair (key, target)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = pair.key
       JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = pair.target
      WHERE c.contype = 'f'`,
  );
  return { columns, references };
}

/** The tables that belong to users, by a user_id or by a reference; a table comes after those that it refers to. */
export async function userTables(): Promise<string[]> {
  const { columns, references } = await readSchema();
  const owned = new Set(columns.filter(({ name }) => name === 'user_id').map(({ table }) => table));
  for (let before = -1; before !== owned.size;) {
    before = owned.size;
    for (const { table, target } of references) if (owned.has(target)) owned.add(table);
  }
  owned.delete('users');
  // The audit log keeps its entries when an account is deleted.
  owned.delete('audit_entries');
  // A trigger adds rows when LoRAs are deleted, for the job that deletes them at the provider.
  owned.delete('lora_leftovers');
  const ordered: string[] = [];
  while (ordered.length < owned.size) {
    const next = [...owned].find(
      (table) =>
        !ordered.includes(table) &&
        references.every(
          (reference) =>
            reference.table !== table ||
            reference.target === table ||
            !owned.has(reference.target) ||
            ordered.includes(reference.target),
        ),
    );
    if (next === undefined) throw new Error('tables refer to each other in a circle');
    ordered.push(next);
  }
  return ordered;
}

/** Adds a row to every such table, and keeps an existing one. */
export async function fillTables(userId: UserScope): Promise<void> {
  const { columns, references } = await readSchema();
  const filled = new Map<string, Record<string, unknown>>([['users', { id: userId }]]);
  for (const table of await userTables()) {
    const own = columns.filter((column) => column.table === table);
    const values: Record<string, unknown> = {};
    for (const column of own) {
      const reference = references.find(
        (found) => found.table === table && found.column === column.name,
      );
      if (column.name === 'user_id') values[column.name] = userId;
      else if (reference && reference.target !== table) {
        values[column.name] = filled.get(reference.target)?.[reference.targetColumn];
      } else if (column.needed) values[column.name] = valueFor(column, await labelsOf(column));
    }
    Object.assign(values, RECIPES[table]);
    const names = Object.keys(values);
    const [row] = await sql.query<{ row: Record<string, unknown> }>(
      `INSERT INTO "${table}" AS t (${names.map((name) => `"${name}"`).join(', ')})
       SELECT ${names.map((name) => `r."${name}"`).join(', ')}
         FROM jsonb_populate_record(NULL::"${table}", $1::jsonb) r
       ON CONFLICT DO NOTHING RETURNING to_jsonb(t) AS row`,
      [JSON.stringify(values)],
    );
    if (row) filled.set(table, row.row);
  }
}

async function labelsOf({ kind, type }: Column): Promise<string[]> {
  if (kind !== 'e') return [];
  const rows = await sql.query<{ label: string }>(
    'SELECT enumlabel AS label FROM pg_enum WHERE enumtypid = $1::regtype ORDER BY enumsortorder',
    [type],
  );
  return rows.map(({ label }) => label);
}

function valueFor({ type, isArray }: Column, labels: string[]): unknown {
  if (isArray) return [];
  if (labels[0] !== undefined) return labels[0];
  if (type === 'uuid') return newId();
  if (type === 'boolean') return false;
  if (type === 'date') return '2026-11-21';
  if (type.startsWith('timestamp')) return '2026-11-21T12:00:00Z';
  if (type === 'json' || type === 'jsonb') return {};
  if (type === 'tsvector') return 'loaf:1';
  if (/int|numeric|double|real/.test(type)) return 1;
  // Unique, because some are keys.
  return `text ${newId()}`;
}

/** All rows of all tables of these schemas, as text. */
export async function everyRow(schemas = ['public']): Promise<Map<string, string[]>> {
  const tables = await sql.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname = ANY($1::text[])`,
    [schemas],
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await sql.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${name} t ORDER BY 1`,
    );
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

import pg from 'pg';

import { env } from '../env.server';
import { withoutLogContext } from '../log-context.server';
import { log } from '../log.server';
import { singleton } from '../singleton.server';
import type { Sql, SqlValue } from './sql.server';

const INT8_OID = 20;

/** A pool of its own, for a part that must not share; the caller ends it. */
export function openPool(max: number): pg.Pool {
  const connectionString = env().DATABASE_URL;
  if (!connectionString) throw new Error('DATABASE_URL is not set');
  const created = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    types: {
      // Counts and sums stay far below 2^53.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without listeners a restart of Postgres is an uncaught exception and ends the process.
  created.on('error', () => {
    // The connection's own listener has told of it.
  });
  created.on('connect', (client) => {
    // Not the error as a whole: it carries the connection, and with it its secrets.
    // It outlives the request that happened to open it.
    client.on('error', ({ message }) =>
      withoutLogContext(() => log.warn({ reason: message }, 'database connection lost')),
    );
  });
  return created;
}

/** The process's connections, shared by Prisma and the SQL of the hot paths. */
export const pool = singleton('pool', () => openPool(env().DATABASE_POOL));

const names = new Map<string, string>();

/** Of a prepared statement, the same on every connection. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement${names.size + 1}`;
  names.set(text, name);
  return name;
}

function sqlOn(target: pg.Pool | pg.PoolClient): Sql {
  return {
    async query<Row>(text: string, values: readonly SqlValue[] = [], { prepared = false } = {}) {
      const name = prepared ? nameOf(text) : undefined;
      const result = await target.query({ name, text, values: values as unknown[] });
      return result.rows as Row[];
    },
  };
}

/** Statements outside a transaction. */
export const sql: Sql = sqlOn(pool);

const afterwards = new WeakMap<Sql, (() => void)[]>();

/**
 * Runs `act` once this transaction has committed. For news that tabs can do without: in one of Prisma's, which does
 * not tell, it does not run.
 */
export function afterCommit(tx: Sql, act: () => void): void {
  afterwards.get(tx)?.push(act);
}

/** Runs `work` in one transaction and commits; any throw rolls it back and is thrown on. */
export async function transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const tx = sqlOn(client);
    const acts: (() => void)[] = [];
    afterwards.set(tx, acts);
    const result = await work(tx);
    await client.query('COMMIT');
    for (const act of acts) act();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      // The connection is of no more use: hand it back as broken, and report what really went wrong.
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** True for a unique constraint's violation (SQLSTATE 23505), of the named constraint when one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = error as { code?: unknown; constraint?: unknown } | null;
  return failure?.code === '23505' && (!constraint || failure.constraint === constraint);
}

import pg from 'pg';

import { setDatabaseTrial } from '../files/disk.server';
import { env } from '~/settings/env.server';
import { withoutLogContext } from '../log-context.server';
import { log } from '../log.server';
import { DatabaseAway, noteOutage } from '../outage.server';
import { singleton } from '../singleton.server';
import { breakCircuit, probeDatabase } from './circuit.server';
import { fieldOf, type Sql, type SqlValue } from './sql.server';

const INT8_OID = 20;

/** A separate pool, for a part that must not share; the caller ends it. */
export function openPool(max: number, more: Pick<pg.PoolConfig, 'onConnect'> = {}): pg.Pool {
  const connectionString = env().DATABASE_URL;
  if (!connectionString) throw new Error('DATABASE_URL is not set');
  const created = new pg.Pool({
    connectionString,
    ...more,
    max,
    // Statements that don't wait for each other are sent together: each round trip costs more than most statements.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: {
      // Counts and sums stay far below 2^53.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without listeners, a restart of PostgreSQL would be an uncaught exception and end the process.
  created.on('error', () => {
    // The connection's own listener has already logged it.
  });
  created.on('connect', (client) => {
    // Not the whole error: it carries the connection, and with it its secrets.
    // The connection outlives the request that happened to open it.
    client.on('error', ({ message }) =>
      withoutLogContext(() => log.warn({ reason: message }, 'database connection lost')),
    );
  });
  return created;
}

/** The process's connections, shared by Prisma and the SQL of the hot paths. */
export const pool = singleton('pool', () => {
  const created = openPool(env().DATABASE_POOL);
  breakCircuit(created, (timeoutMs) => probeDatabase(env().DATABASE_URL ?? '', timeoutMs));
  return created;
});

const names = new Map<string, string>();

/** The name of a prepared statement, the same on every connection. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement${names.size + 1}`;
  names.set(text, name);
  return name;
}

function sqlOn(
  query: (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<unknown[]>>,
): Sql {
  return {
    async query<Row>(text: string, values: readonly SqlValue[] = [], { prepared = false } = {}) {
      const name = prepared ? nameOf(text) : undefined;
      try {
        const result = await query({ name, text, values: values as unknown[], rowMode: 'array' });
        return rowsOf(result) as Row[];
      } catch (error) {
        throw known(error);
      }
    },
  };
}

function rowsOf({ fields, rows }: pg.QueryArrayResult<unknown[]>): Record<string, unknown>[] {
  const names = fields.map(({ name }) => fieldOf(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) row[names[at]!] = values[at];
    return row;
  });
}

/** A broken connection emits an error like any socket: only here is it clear whose it was. */
function known(error: unknown): unknown {
  const isSocket = error instanceof Error && 'syscall' in error;
  const told = isSocket ? new DatabaseAway(error.message, { cause: error }) : error;
  noteOutage(told);
  return told;
}

/** A connection that the caller opened, for work that takes longer than any request. */
export const sqlOnClient = (client: pg.ClientBase): Sql =>
  sqlOn((config) => client.query<unknown[]>(config));

/** Statements outside a transaction. */
export const sql: Sql = sqlOn((config) => pool.query(config));

/** Statements issued before the event loop turns are sent in one write, because each write wakes PostgreSQL. */
function inOneWrite({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const afterwards = new WeakMap<Sql, (() => void)[]>();

/** Runs `act` once this transaction has committed. Works only in `transaction` and `prismaTransaction`. */
export function afterCommit(tx: Sql, act: () => void): void {
  const acts = afterwards.get(tx);
  if (!acts) throw new Error('afterCommit was called outside a transaction');
  acts.push(act);
}

/** For the two forms of transactions: collects the `afterCommit` calls of one. */
export function actsAfter(tx: Sql): (() => void)[] {
  const acts: (() => void)[] = [];
  afterwards.set(tx, acts);
  return acts;
}

/**
 * Runs `work` in one transaction and commits; a throw rolls it back and is rethrown. Statements that are started
 * together run in their order, and after one fails, none of the later ones runs; none is accepted after `work` has
 * ended.
 */
export async function transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let isOver = false;
  let acts: (() => void)[] = [];
  let result: T;
  const tx = sqlOn((config) => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
    inOneWrite(client);
    return client.query(config);
  });
  try {
    inOneWrite(client);
    const begun = client.query('BEGIN');
    begun.catch(() => {
      // Thrown below, unless the first statement, which is sent with it, failed for the same reason.
    });
    acts = actsAfter(tx);
    result = await work(tx);
    await begun;
    isOver = true;
    await client.query('COMMIT');
  } catch (error) {
    isOver = true;
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      // The connection can't be used any more: return it as broken, and report the original error.
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    });
    throw error;
  } finally {
    client.release(broken);
  }
  // After the connection is returned, because these may need one.
  for (const act of acts) act();
  return result;
}

/**
 * True for a violation of a unique constraint, of the named one if a name is given: SQLSTATE 23505, or Prisma's P2002
 * and P2010, which carry the driver's error.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = error as { code?: unknown; constraint?: unknown; message?: string } | null;
  if (failure?.code === '23505') return !constraint || failure.constraint === constraint;
  if (failure?.code !== 'P2002' && failure?.code !== 'P2010') return false;
  const told = JSON.stringify((failure as { meta?: unknown }).meta ?? '') + failure.message;
  const isUnique = failure.code === 'P2002' || told.includes('23505');
  return isUnique && (!constraint || told.includes(constraint));
}

/** Takes up room for a moment, as any write does. Its rows differ, or they would be compressed. */
const TRIAL = `
  CREATE TEMP TABLE room ON COMMIT DROP AS
    SELECT md5(number::text) AS text FROM generate_series(1, 20000) AS number`;

setDatabaseTrial(() => transaction((tx) => tx.query(TRIAL)));

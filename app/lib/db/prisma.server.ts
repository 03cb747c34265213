import { PrismaPg } from '@prisma/adapter-pg';

import { PrismaClient, type Prisma } from '../prisma/client';
import { singleton } from '../singleton.server';
import { actsAfter, pool } from './pool.server';
import { rowOf, type Sql, type SqlValue } from './sql.server';

export type PrismaTx = Prisma.TransactionClient;

/** The Prisma client, on the process's one pool. */
export const prisma = singleton(
  'prisma',
  () =>
    new PrismaClient({
      adapter: new PrismaPg(pool, { disposeExternalPool: false }),
      // Its longer messages contain the query's arguments, and errors are logged.
      errorFormat: 'minimal',
    }),
);

/** SQL on the connection of a Prisma transaction. */
function sqlIn(tx: PrismaTx): Sql {
  return {
    async query<Row>(text: string, values: readonly SqlValue[] = []) {
      const rows = await tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
      return rows.map((row) => withNumbers(rowOf(row))) as Row[];
    },
  };
}

/** Counts and sums become numbers, as with the pool. */
function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'bigint') row[name] = Number(value);
  }
  return row;
}

const MAX_WAIT_MS = 10_000;
const MAX_WORK_MS = 30_000;

/**
 * The ordinary form of a transaction: Prisma Client, with `sql` on the same connection for locks, events, and functions
 * that take `Sql`. Commits when `work` resolves; a throw rolls it back and is rethrown.
 */
export async function prismaTransaction<T>(
  work: (tx: PrismaTx, sql: Sql) => Promise<T>,
): Promise<T> {
  let acts: (() => void)[] = [];
  const result = await prisma.$transaction(
    (tx) => {
      const sql = sqlIn(tx);
      acts = actsAfter(sql);
      return work(tx, sql);
    },
    { maxWait: MAX_WAIT_MS, timeout: MAX_WORK_MS },
  );
  for (const act of acts) act();
  return result;
}

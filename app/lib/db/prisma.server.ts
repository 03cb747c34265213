import { PrismaPg } from '@prisma/adapter-pg';

import { PrismaClient, type Prisma } from '../prisma/client';
import { singleton } from '../singleton.server';
import { pool } from './pool.server';
import type { Sql, SqlValue } from './sql.server';

/** The Prisma client, on the process's one pool. */
export const prisma = singleton(
  'prisma',
  () =>
    new PrismaClient({
      adapter: new PrismaPg(pool, { disposeExternalPool: false }),
      // Its longer messages print the arguments of the query, and errors go to the log.
      errorFormat: 'minimal',
    }),
);

/** Lets SQL of another feature take part in a Prisma transaction. */
export function sqlIn(tx: Prisma.TransactionClient): Sql {
  return {
    query<Row>(text: string, values: readonly SqlValue[] = []) {
      return tx.$queryRawUnsafe<Row[]>(text, ...values);
    },
  };
}

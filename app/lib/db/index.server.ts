export {
  afterCommit,
  isUniqueViolation,
  openPool,
  pool,
  sql,
  sqlOnClient,
  transaction,
} from './pool.server';
export { prisma, prismaTransaction } from './prisma.server';
export type { PrismaTx } from './prisma.server';
export { rowOf } from './sql.server';
export type { Sql, SqlValue } from './sql.server';

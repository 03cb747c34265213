export { afterCommit, isUniqueViolation, openPool, pool, sql, transaction } from './pool.server';
export { prisma, sqlIn } from './prisma.server';
export type { Sql, SqlValue } from './sql.server';

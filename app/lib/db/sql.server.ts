/** Values that SQL parameters take here. Cast in the SQL text (`$1::uuid`): not every driver infers the type. */
export type SqlValue =
  string | number | boolean | Date | null | readonly string[] | readonly number[];

/**
 * Something that runs SQL: the pool, one transaction's connection, or a Prisma transaction. Use cases that must share
 * a transaction across features take one.
 */
export interface Sql {
  /**
   * Runs one statement and returns its rows. `prepared` has each connection parse and plan it once, which for a short
   * statement is most of its work: only for texts that are the same each time, and plans that suit every value.
   */
  query<Row = unknown>(
    text: string,
    values?: readonly SqlValue[],
    options?: { prepared?: boolean },
  ): Promise<Row[]>;
}

/** The values that SQL parameters may have. Cast in the SQL text (`$1::uuid`): not every driver infers the type. */
export type SqlValue =
  string | number | boolean | Date | null | readonly string[] | readonly number[];

const fieldNames = new Map<string, string>();

/** A column's name in the code: `userId` for `user_id`, as in Prisma's models. */
export function fieldOf(column: string): string {
  let field = fieldNames.get(column);
  if (field === undefined) {
    field = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    fieldNames.set(column, field);
  }
  return field;
}

/** A row that arrives as an object of its columns, as from `json_agg`, under the names of their fields. */
export function rowOf(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const column in columns) row[fieldOf(column)] = columns[column];
  return row;
}

/**
 * Something that runs SQL: the pool, one transaction's connection, or a Prisma transaction. Use cases that must share a
 * transaction across features take one.
 */
export interface Sql {
  /**
   * Runs one statement and returns its rows, with each column under its field's name. With `prepared`, each connection
   * parses and plans it once, which for a short statement is most of the work. Use it only for texts that never vary
   * and plans that suit every value.
   */
  query<Row = unknown>(
    text: string,
    values?: readonly SqlValue[],
    options?: { prepared?: boolean },
  ): Promise<Row[]>;
}

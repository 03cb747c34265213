import { type Sql, transaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

/** The rows that one transaction removes for good. */
const BATCH = 100;

export interface OwnedRow {
  id: string;
  userId: UserScope;
}

/**
 * The soft deletion of a table with `id`, `user_id`, and `deleted_at`: no one sees a deleted row, but it can be restored until
 * a job removes it for good. The owner is part of every condition, except for the job's. SQL: locks rows, and the table is a
 * parameter.
 */
export function softDeletion(table: string) {
  // Rows are locked in the order of their ids, so that two changes of the same rows can't deadlock.
  const locked = (condition: string) =>
    `WITH locked AS (
       SELECT id FROM ${table} WHERE user_id = $1::uuid AND id = ANY($2::uuid[]) AND ${condition} ORDER BY id FOR UPDATE)`;
  return {
    /** Returns the ids of those that it deleted. */
    async remove(tx: Sql, userId: UserScope, ids: readonly string[]): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(
        `${locked('deleted_at IS NULL')}
         UPDATE ${table} AS t SET deleted_at = clock_timestamp() FROM locked WHERE t.id = locked.id RETURNING t.id`,
        [userId, ids],
      );
      return rows.map(({ id }) => id);
    },

    /** Returns the ids of those that it restored. */
    async restore(tx: Sql, userId: UserScope, ids: readonly string[]): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(
        `${locked('deleted_at IS NOT NULL')}
         UPDATE ${table} AS t SET deleted_at = NULL FROM locked WHERE t.id = locked.id RETURNING t.id`,
        [userId, ids],
      );
      return rows.map(({ id }) => id);
    },

    lockDeleted,
    removeLocked,

    /**
     * For a job: removes for good the rows that were deleted before then, and returns their number. `prepare` runs before that,
     * to read what must be removed with the rows; the function that it returns runs after the commit.
     */
    async purge(
      before: Date,
      prepare?: (tx: Sql, rows: readonly OwnedRow[]) => Promise<() => Promise<void>>,
    ): Promise<number> {
      for (let removed = 0; ;) {
        const { rows, finish } = await transaction(async (tx) => {
          const rows = await lockDeleted(tx, before);
          if (rows.length === 0) return { rows };
          const finish = await prepare?.(tx, rows);
          await removeLocked(tx, rows);
          return { rows, finish };
        });
        if (rows.length === 0) return removed;
        await finish?.();
        removed += rows.length;
      }
    },
  };

  /** Locks up to BATCH rows of any user that were deleted before then, except those that are being restored. */
  function lockDeleted(tx: Sql, before: Date): Promise<OwnedRow[]> {
    return tx.query<OwnedRow>(
      `SELECT id, user_id FROM ${table} WHERE deleted_at < $1::timestamptz
        ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [before],
    );
  }

  async function removeLocked(tx: Sql, rows: readonly OwnedRow[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await tx.query(`DELETE FROM ${table} WHERE id = ANY($1::uuid[])`, [ids]);
  }
}

import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

/**
 * The next number for a change of this user's, taken in the change's own transaction: the counter's row lock makes the
 * order of the numbers the order of the commits.
 */
export async function nextSequence(tx: Sql, userId: UserScope): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(
    `INSERT INTO event_sequences (user_id, seq) VALUES ($1::uuid, 1)
     ON CONFLICT (user_id) DO UPDATE SET seq = event_sequences.seq + 1
     RETURNING seq`,
    [userId],
    { prepared: true },
  );
  if (!row) throw new Error('the event counter gave no row');
  return row.seq;
}

/** The number of the newest change; 0 before the first. */
export async function currentSequence(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ seq: number }>(`SELECT ${sequenceOf('$1')} AS seq`, [userId]);
  return row!.seq;
}

/** The same as an expression, for a statement that reads what has changed as well; `user` is its parameter. */
export function sequenceOf(user: string): string {
  return `coalesce((SELECT seq FROM event_sequences WHERE user_id = ${user}::uuid), 0)`;
}

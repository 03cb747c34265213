// Owns the audit_entries table: rows are added, and changed only where an account in them is deleted.
import type { Sql, SqlValue } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

export interface Act {
  /** The admin; null for a command on the server. */
  actorId: string | null;
  /** Such as `reset-two-factor`: the name of the command, also where a page does it. */
  action: string;
  /** Whose account it is about. */
  targetId: string | null;
  before?: object;
  after?: object;
  address?: string;
}

/** Notes what an admin's power was used for. Neither `before` nor `after` may hold a secret. */
export async function recordAct(on: Sql, act: Act): Promise<void> {
  await on.query(
    `INSERT INTO audit_entries (id, actor_id, action, target_id, before, after, address, created_at)
     VALUES ($1::uuid, $2::uuid, $3, $4::uuid, $5::jsonb, $6::jsonb, $7, $8)`,
    [
      newId(),
      act.actorId,
      act.action,
      act.targetId,
      act.before === undefined ? null : JSON.stringify(act.before),
      act.after === undefined ? null : JSON.stringify(act.after),
      act.address ?? null,
      new Date(),
    ],
  );
}

export interface ActRow {
  id: string;
  action: string;
  actorEmail: string | null;
  targetId: string | null;
  targetEmail: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  createdAt: Date;
}

export interface ActQuery {
  /** Only what concerned this account. */
  targetId?: string;
  before: { createdAt: Date; id: string } | null;
  limit: number;
}

/** What was done, the latest first. */
export function listActs(sql: Sql, { targetId, before, limit }: ActQuery): Promise<ActRow[]> {
  const values: SqlValue[] = [limit];
  const value = (one: SqlValue) => `$${values.push(one)}`;
  const conditions = ['true'];
  if (targetId !== undefined) conditions.push(`a.target_id = ${value(targetId)}::uuid`);
  if (before) {
    const { createdAt, id } = before;
    conditions.push(
      `(a.created_at, a.id) < (${value(createdAt)}::timestamptz, ${value(id)}::uuid)`,
    );
  }
  return sql.query<ActRow>(
    `SELECT a.id, a.action, actor.email AS "actorEmail", a.target_id AS "targetId",
            target.email AS "targetEmail", a.before, a.after, a.address, a.created_at AS "createdAt"
       FROM audit_entries a
       LEFT JOIN users actor ON actor.id = a.actor_id
       LEFT JOIN users target ON target.id = a.target_id
      WHERE ${conditions.join(' AND ')}
      ORDER BY a.created_at DESC, a.id DESC LIMIT $1::int`,
    values,
  );
}

/** What was done stays, without the address that it was done to. */
export async function removeAddress(sql: Sql, email: string): Promise<void> {
  await sql.query(
    `UPDATE audit_entries
        SET before = CASE WHEN lower(before->>'email') = $1 THEN before - 'email'::text ELSE before END,
            after = CASE WHEN lower(after->>'email') = $1 THEN after - 'email'::text ELSE after END
      WHERE lower(before->>'email') = $1 OR lower(after->>'email') = $1`,
    [email],
  );
}

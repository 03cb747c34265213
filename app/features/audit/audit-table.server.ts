// Owns the audit_entries table: rows are added, and changed only where an account in them is deleted.
import type { Sql } from '~/lib/db/index.server';
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

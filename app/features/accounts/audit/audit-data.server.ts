// Owns the audit_entries table: rows are added, and changed only where an account in them is deleted.
import { prisma, type Sql } from '~/lib/db/index.server';
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

/**
 * Notes what an admin's power was used for. Neither `before` nor `after` may hold a secret.
 * SQL: it joins the transaction of what it notes, of either form.
 */
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

export interface ActQuery {
  /** Only what concerned this account. */
  targetId?: string;
  before: { createdAt: Date; id: string } | null;
  limit: number;
}

export type ActRow = Awaited<ReturnType<typeof listActs>>[number];

/** What was done, the latest first. */
export async function listActs({ targetId, before, limit }: ActQuery) {
  const rows = await prisma.auditEntry.findMany({
    where: {
      ...(targetId !== undefined && { targetId }),
      ...(before && {
        createdAt: { lte: before.createdAt },
        OR: [{ createdAt: { lt: before.createdAt } }, { id: { lt: before.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: {
      id: true,
      action: true,
      targetId: true,
      before: true,
      after: true,
      address: true,
      createdAt: true,
      actor: { select: { email: true } },
      target: { select: { email: true } },
    },
  });
  return rows.map(({ actor, target, ...act }) => ({
    ...act,
    // Objects, see `recordAct`.
    before: act.before as Record<string, unknown> | null,
    after: act.after as Record<string, unknown> | null,
    actorEmail: actor?.email ?? null,
    targetEmail: target?.email ?? null,
  }));
}

/** What was done stays, without the address that it was done to. SQL: Prisma takes nothing out of JSON. */
export async function removeAddressFromAudit(sql: Sql, email: string): Promise<void> {
  await sql.query(
    `UPDATE audit_entries
        SET before = CASE WHEN lower(before->>'email') = $1 THEN before - 'email'::text ELSE before END,
            after = CASE WHEN lower(after->>'email') = $1 THEN after - 'email'::text ELSE after END
      WHERE lower(before->>'email') = $1 OR lower(after->>'email') = $1`,
    [email],
  );
}

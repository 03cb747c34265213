// Owns the audit_entries table: rows are added, and changed only when an account in them is deleted.
import { prisma, type Sql, sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

export interface Act {
  /** The admin; null for a command that was run on the server. */
  actorId: string | null;
  /** Such as `reset-two-factor`: the name of the command, even if it was done on a page. */
  action: string;
  /** The user whose account it is about. */
  targetId: string | null;
  before?: object;
  after?: object;
  address?: string;
}

/**
 * Records what an admin's power was used for. Neither `before` nor `after` may hold a secret.
 * SQL: joins the transaction of what it records, in either form.
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
  /** Only entries about this account. */
  targetId?: string;
  before: { createdAt: Date; id: string } | null;
  limit: number;
}

export type ActRow = Awaited<ReturnType<typeof listActs>>[number];

/** The latest first. */
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
    // `recordAct` writes objects.
    before: act.before as Record<string, unknown> | null,
    after: act.after as Record<string, unknown> | null,
    actorEmail: actor?.email ?? null,
    targetEmail: target?.email ?? null,
  }));
}

/** When this was last done; null if it never was. */
export async function lastActAt(action: string): Promise<Date | null> {
  const last = await prisma.auditEntry.findFirst({
    where: { action },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  });
  return last?.createdAt ?? null;
}

/** Removes a deleted account's address from entries, which otherwise stay. SQL: Prisma can't remove fields of JSON. */
export async function removeAddressFromAudit(email: string): Promise<void> {
  await sql.query(
    `UPDATE audit_entries
        SET before = CASE WHEN lower(before->>'email') = $1 THEN before - 'email'::text ELSE before END,
            after = CASE WHEN lower(after->>'email') = $1 THEN after - 'email'::text ELSE after END
      WHERE lower(before->>'email') = $1 OR lower(after->>'email') = $1`,
    [email],
  );
}

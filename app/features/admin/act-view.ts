import type { ActView } from './users/user-view';

/** A line of the audit log as pages get it. */
export function actView(row: {
  id: string;
  action: string;
  actorEmail: string | null;
  targetId: string | null;
  targetEmail: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  createdAt: Date;
}): ActView {
  const { id, action, actorEmail, targetId, targetEmail, before, after, address } = row;
  return {
    id,
    action,
    actor: actorEmail,
    target: targetEmail,
    targetId,
    before,
    after,
    address,
    createdAt: row.createdAt.toISOString(),
  };
}

import type { ActRow } from '~/features/accounts/index.server';

import type { ActView } from '../users/user-view';

/** A line of the audit log as pages get it. */
export function actView({ actorEmail, targetEmail, createdAt, ...row }: ActRow): ActView {
  return {
    ...row,
    actor: actorEmail,
    target: targetEmail,
    createdAt: createdAt.toISOString(),
  };
}

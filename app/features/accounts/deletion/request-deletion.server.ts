import { requireRecentLogin } from '../sessions/require-recent-login.server';
import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import { accountTexts } from '../settings/texts';
import { dueAfter, type DeletionView } from './deletion';
import { queueDeletionMail } from './deletion-mail.server';
import { findDeletion, insertDeletion, withdrawDeletion } from './deletion-data.server';
import { followDeletion } from './follow-deletion.server';
import { viewDeletion, type Person } from './read-deletion.server';

/**
 * Records that the person wants their account deleted: their public links open nothing from now on, their subscription
 * ends with its period, and after ACCOUNT_DELETION_DAYS a job removes the account. Asked again, the first request stays.
 * @throws RecentLoginRequired
 */
export async function requestDeletion(found: Session, now: Date): Promise<DeletionView> {
  requireRecentLogin(found, now);
  return recordDeletion(found.user, now);
}

/** The same on somebody's behalf: the operator was asked by other ways. */
export async function recordDeletion(
  user: Person & { email: string },
  now: Date,
): Promise<DeletionView> {
  const asked = { requestedAt: now, dueAt: dueAfter(now, env().ACCOUNT_DELETION_DAYS) };
  await transaction(async (tx) => {
    if (!(await insertDeletion(tx, user.id, asked))) return;
    const view = viewDeletion(asked, user.timeZone);
    await queueDeletionMail({ kind: 'requested', email: user.email, ...view }, tx);
    await enqueue(followDeletion, { userId: user.id }, tx);
    await publish(tx, user.id, { topic: 'account', data: null });
  });
  const row = await findDeletion(sql, user.id);
  return viewDeletion(row ?? asked, user.timeZone);
}

/**
 * Takes the request back: public links open again, and a subscription that was to end goes on.
 * @throws AppError `not-found` when there is none, or it is being carried out
 */
export async function cancelDeletion({ user }: Pick<Session, 'user'>): Promise<void> {
  await transaction(async (tx) => {
    if (!(await withdrawDeletion(tx, user.id))) {
      throw new AppError('not-found', accountTexts.nothingToCancel);
    }
    await queueDeletionMail({ kind: 'cancelled', email: user.email }, tx);
    await enqueue(followDeletion, { userId: user.id }, tx);
    await publish(tx, user.id, { topic: 'account', data: null });
  });
}

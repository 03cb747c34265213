import { z } from 'zod';

import { publish } from '~/engine/events/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { followDeletionOf } from '~/engine/user-data/index.server';
import type { Session } from '~/http/session';
import { sql, transaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { formatDay } from '~/lib/format';
import { userScope, type UserScope } from '~/lib/scope';

import { requireRecentLogin } from '../sessions/recent-login.server';
import { accountTexts } from '../settings/texts';
import { type DeletionView, dueAfter } from './deletion';
import {
  type DeletionRow,
  findDeletion,
  insertDeletion,
  withdrawDeletion,
} from './deletion-data.server';
import { queueDeletionEmail } from './deletion-email.server';

export interface Person {
  id: UserScope;
  timeZone: string | null;
}

/** The person's request, if there is one. */
export async function readDeletion({ id, timeZone }: Person): Promise<DeletionView | null> {
  const row = await findDeletion(sql, id);
  return row && viewDeletion(row, timeZone);
}

function viewDeletion(
  { requestedAt, dueAt }: Pick<DeletionRow, 'requestedAt' | 'dueAt'>,
  timeZone: string | null,
): DeletionView {
  return {
    requestedOn: formatDay(requestedAt, timeZone),
    dueOn: dueAt && formatDay(dueAt, timeZone),
  };
}

/** The day on which a request of this moment would be carried out, in words; null: never by itself. */
export function wouldBeDueOn(now: Date, timeZone: string | null): string | null {
  const due = dueAfter(now, env().ACCOUNT_DELETION_DAYS);
  return due && formatDay(due, timeZone);
}

/**
 * Records that the person wants their account deleted: their public links open nothing from now on, their subscription
 * ends with its period, and after ACCOUNT_DELETION_DAYS a job removes the account. Asked again, the first request stays.
 * @throws RecentLoginRequired
 */
export async function requestDeletion(found: Session, now: Date): Promise<DeletionView> {
  requireRecentLogin(found, now);
  return recordDeletion(found.user, now);
}

/** The same on someone's behalf: the operator was asked by other ways. */
export async function recordDeletion(
  user: Person & { email: string },
  now: Date,
): Promise<DeletionView> {
  const asked = { requestedAt: now, dueAt: dueAfter(now, env().ACCOUNT_DELETION_DAYS) };
  await transaction(async (tx) => {
    if (!(await insertDeletion(tx, user.id, asked))) return;
    const view = viewDeletion(asked, user.timeZone);
    await queueDeletionEmail({ kind: 'requested', email: user.email, ...view }, tx);
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
    await queueDeletionEmail({ kind: 'cancelled', email: user.email }, tx);
    await enqueue(followDeletion, { userId: user.id }, tx);
    await publish(tx, user.id, { topic: 'account', data: null });
  });
}

const schema = z.object({ userId: z.uuid().transform(userScope) });

/**
 * Has the subscription end with a deletion, or go on without one. Goes by how things stand when it runs, so that a
 * request and its withdrawal may come in any order, and more than once.
 */
export const followDeletion: QueuedJob<z.output<typeof schema>> = {
  name: 'follow-deletion',
  parse: (data) => schema.parse(data),
  retries: 12,
  async run({ userId }) {
    const deletion = await findDeletion(sql, userId);
    // Its removal is on the way, and ends the subscription at once.
    if (deletion?.startedAt) return;
    await followDeletionOf(userId, deletion ? 'requested' : 'withdrawn');
  },
};

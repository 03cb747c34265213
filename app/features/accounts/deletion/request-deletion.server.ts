import { z } from 'zod';

import { publish } from '~/engine/events/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { followDeletionOf } from '~/engine/user-data/index.server';
import type { Session } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { formatDay } from '~/lib/format/dates';
import { userScope, type UserScope } from '~/lib/scope';

import { requireRecentLogin } from '../sessions/recent-login.server';
import { accountTexts } from '../settings/texts';
import { type DeletionTab, type DeletionView, dueAfter } from './deletion';
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

/** The person's request for deletion, if there is one. */
export async function readDeletion({ id, timeZone }: Person): Promise<DeletionView | null> {
  const row = await findDeletion(id);
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

export async function openDeletionTab(person: Person, now: Date): Promise<DeletionTab> {
  const due = dueAfter(now, env().ACCOUNT_DELETION_DAYS);
  return {
    deletion: await readDeletion(person),
    wouldBeDueOn: due && formatDay(due, person.timeZone),
  };
}

/**
 * Records that the person wants their account deleted: their public links open nothing from now on, their subscription
 * ends with its period, and after ACCOUNT_DELETION_DAYS a job removes the account. An earlier request stays as it is.
 * @throws RecentLoginRequired
 */
export async function requestDeletion(found: Session, now: Date): Promise<DeletionView> {
  requireRecentLogin(found, now);
  return recordDeletion(found.user, now);
}

/** The same on someone's behalf, who asked the operator in another way. */
export async function recordDeletion(
  user: Person & { email: string },
  now: Date,
): Promise<DeletionView> {
  const request = { requestedAt: now, dueAt: dueAfter(now, env().ACCOUNT_DELETION_DAYS) };
  await prismaTransaction(async (tx, sql) => {
    if (!(await insertDeletion(tx, user.id, request))) return;
    const view = viewDeletion(request, user.timeZone);
    await queueDeletionEmail({ kind: 'requested', email: user.email, ...view }, sql);
    await enqueue(followDeletion, { userId: user.id }, sql);
    await publish(sql, user.id, { topic: 'account', data: null });
  });
  const row = await findDeletion(user.id);
  return viewDeletion(row ?? request, user.timeZone);
}

/**
 * Withdraws the request: public links open again, and a subscription that was about to end continues.
 * @throws AppError `not-found` if there is none, or it is being carried out
 */
export async function cancelDeletion({ user }: Pick<Session, 'user'>): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    if (!(await withdrawDeletion(tx, user.id))) {
      throw new AppError('not-found', accountTexts.nothingToCancel);
    }
    await queueDeletionEmail({ kind: 'cancelled', email: user.email }, sql);
    await enqueue(followDeletion, { userId: user.id }, sql);
    await publish(sql, user.id, { topic: 'account', data: null });
  });
}

const schema = z.object({ userId: z.uuid().transform(userScope) });

/**
 * Lets features follow a request or its withdrawal: the subscription ends or continues. What counts is whether there is a
 * request when it runs, so that the jobs may run in any order, and more than once.
 */
export const followDeletion: QueuedJob<z.output<typeof schema>> = {
  name: 'follow-deletion',
  parse: (data) => schema.parse(data),
  retries: 12,
  async run({ userId }) {
    const deletion = await findDeletion(userId);
    // The removal has begun, and ends the subscription at once.
    if (deletion?.startedAt) return;
    await followDeletionOf(userId, deletion ? 'requested' : 'withdrawn');
  },
};

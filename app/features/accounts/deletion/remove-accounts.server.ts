import { allUserData, followDeletionOf } from '~/engine/user-data/index.server';
import { disableUser, removeUser } from '../users/user-actions.server';
import { objects } from '~/gateways/objects/index.server';
import { removeAddressFromJobs } from '~/engine/queue/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { queueDeletionEmail } from './deletion-email.server';
import {
  findDue,
  findRemoved,
  deleteDeletionRequest,
  makeDue,
  markRemoved,
  markStarted,
} from './deletion-data.server';

const BATCH = 200;
/** What was being stored for a user when they were removed has ended by then, one way or the other. */
const STRAGGLERS_MS = 3_600_000;

/**
 * The job that carries out deletions whose day has come. Every step may be done again: whatever interrupts it, the next
 * run begins anew and finds less to do. One account that cannot be removed does not keep the others.
 */
export async function removeAccounts(now: Date): Promise<void> {
  for (const userId of await findDue(sql, now, BATCH)) {
    await apart(userId, () => removeAccount(userId, now));
  }
  for (const { userId, email } of await findRemoved(sql, new Date(now.getTime() - STRAGGLERS_MS))) {
    await apart(userId, async () => {
      await removeObjects(userId);
      if (email !== null) {
        await removeAddress(email);
        // The last email may still wait for an email service that is away: the next run looks again.
        if ((await removeAddressFromJobs(sql, [userId, email], 'finished')) > 0) return;
      }
      await deleteDeletionRequest(sql, userId);
    });
  }
}

async function removeAddress(email: string): Promise<void> {
  for (const data of allUserData()) await data.removeAddress?.(email);
}

async function apart(userId: UserScope, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err, userId }, 'removing an account was interrupted, the next run goes on');
  }
}

/** Removes an account now, whatever day its owner asked for. What fails is thrown, and gone on with by the job. */
export async function removeAtOnce(userId: UserScope, now: Date): Promise<void> {
  await makeDue(sql, userId, now);
  await removeAccount(userId, now);
}

async function removeAccount(userId: UserScope, now: Date): Promise<void> {
  if (!(await markStarted(sql, userId, now))) return;
  // No one gets in any more, and who is in is out.
  await disableUser(userId);
  KILLABLE: killPoint('deletion: nobody gets in any more');
  await followDeletionOf(userId, 'started');
  for (const { stop } of allUserData()) await stop?.(userId);
  KILLABLE: killPoint('deletion: what runs is stopped');
  for (const { removeRows } of allUserData()) {
    while (await removeRows?.(userId));
  }
  KILLABLE: killPoint('deletion: rows removed');
  await removeObjects(userId);
  KILLABLE: killPoint('deletion: objects removed');
  const email = await transaction(async (tx) => {
    const removed = await removeUser(tx, userId);
    if (removed) {
      await removeAddressFromJobs(tx, [userId, removed.email], 'all');
      await queueDeletionEmail({ kind: 'deleted', email: removed.email }, tx);
    }
    const address = removed?.email ?? null;
    await markRemoved(tx, { userId, email: address }, now);
    KILLABLE: killPoint('deletion: account removed, not committed');
    return address;
  });
  // What this misses, or an interruption leaves, goes with what was still on its way.
  if (email !== null) await removeAddress(email);
  log.info({ userId }, 'removed an account');
}

async function removeObjects(userId: UserScope): Promise<void> {
  const store = await objects();
  const places = allUserData().flatMap(({ objects = [] }) => objects);
  for (const place of places) {
    for (;;) {
      // Always the first page: what was listed is gone by the next.
      const page = await store.list(`${place}${userId}/`);
      if (page.objects.length === 0) break;
      await store.delete(page.objects.map(({ key }) => key));
    }
  }
}

import { removeAddressFromJobs } from '~/engine/queue/index.server';
import { allUserData, followDeletionOf } from '~/engine/user-data/index.server';
import { objects } from '~/gateways/objects/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { disableUser } from '../users/user-actions.server';
import { deleteUser } from '../users/user-data.server';
import {
  deleteDeletionRequest,
  findDue,
  findRemoved,
  makeDue,
  markRemoved,
  markStarted,
} from './deletion-data.server';
import { queueDeletionEmail } from './deletion-email.server';

const BATCH = 200;
/** By then, everything that was still being stored for the user has ended, one way or another. */
const STRAGGLERS_MS = HOUR_MS;

/**
 * The job that carries out deletions that are due. Every step may be repeated: after an interruption, the next run starts
 * over and finds less to do. An account that can't be removed doesn't hold up the others.
 */
export async function removeAccounts(now: Date): Promise<void> {
  for (const userId of await findDue(now, BATCH)) {
    await bestEffort(userId, () => removeAccount(userId, now));
  }
  for (const { userId, email } of await findRemoved(new Date(now.getTime() - STRAGGLERS_MS))) {
    await bestEffort(userId, async () => {
      await removeObjects(userId);
      if (email !== null) {
        await removeAddress(email);
        // The last email may still be waiting because the email service is down: the next run looks again.
        if ((await removeAddressFromJobs(sql, [userId, email], 'finished')) > 0) return;
      }
      await deleteDeletionRequest(userId);
    });
  }
}

async function removeAddress(email: string): Promise<void> {
  for (const data of allUserData()) await data.removeAddress?.(email);
}

async function bestEffort(userId: UserScope, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err, userId }, 'removing an account was interrupted, the next run continues');
  }
}

/** Removes an account now, even if it is due later. Throws if that fails; the job then continues with it. */
export async function removeAtOnce(userId: UserScope, now: Date): Promise<void> {
  await makeDue(userId, now);
  await removeAccount(userId, now);
}

async function removeAccount(userId: UserScope, now: Date): Promise<void> {
  if (!(await markStarted(userId, now))) return;
  // From here on they can't sign in, and are signed out everywhere.
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
    const removed = await deleteUser(tx, userId);
    if (removed) {
      await removeAddressFromJobs(tx, [userId, removed.email], 'all');
      await queueDeletionEmail({ kind: 'deleted', email: removed.email }, tx);
    }
    const address = removed?.email ?? null;
    await markRemoved(tx, { userId, email: address }, now);
    KILLABLE: killPoint('deletion: account removed, not committed');
    return address;
  });
  // If this is interrupted or misses anything, the later round for stragglers removes it.
  if (email !== null) await removeAddress(email);
  log.info({ userId }, 'removed an account');
}

async function removeObjects(userId: UserScope): Promise<void> {
  const store = await objects();
  const places = allUserData().flatMap(({ objects = [] }) => objects);
  for (const place of places) {
    for (;;) {
      // Always the first page, because its objects are deleted before the next round.
      const page = await store.list(`${place}${userId}/`);
      if (page.objects.length === 0) break;
      await store.delete(page.objects.map(({ key }) => key));
    }
  }
}

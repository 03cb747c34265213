import { recordAct } from '~/features/accounts/index.server';
import { failedAddress, recordArrivalIn } from '~/features/email/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ActingAdmin } from '../users/acting-admin';
import { adminTexts } from '../texts';

/**
 * Has an address count again as one that email reaches, by one of the emails that did not. Returns the words for that.
 * @throws AppError not-found
 */
export async function clearEmailFailures(
  admin: ActingAdmin,
  failureId: string | undefined,
  now: Date,
): Promise<string> {
  const email = await failedAddress(failureId);
  if (email === null) throw new AppError('not-found', adminTexts.failureGone);
  await clearAddress(admin, email, now);
  return adminTexts.done['clear-mail-failures'];
}

/** The same by the address; tells how many failures counted. */
export async function clearAddress(admin: ActingAdmin, email: string, now: Date): Promise<number> {
  return prismaTransaction(async (tx, sql) => {
    const done = await recordArrivalIn(tx, sql, { email, at: now });
    if (done.cleared > 0) {
      await recordAct(sql, {
        actorId: admin.id,
        address: admin.address,
        action: 'clear-mail-failures',
        targetId: done.userId,
        before: { email, failures: done.cleared },
        after: { failures: 0 },
      });
    }
    return done.cleared;
  });
}

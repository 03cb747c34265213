import { recordAct } from '~/features/accounts/index.server';
import { failedAddress, recordArrivalIn } from '~/features/email/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ActingAdmin } from '../act-answer.server';
import { adminTexts } from '../texts';

/**
 * Counts an address as reachable again, given the id of one of its failures. Returns the text that confirms it.
 * @throws AppError `not-found`
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

/** The same for an address. Returns how many failures counted until now. */
export async function clearAddress(admin: ActingAdmin, email: string, now: Date): Promise<number> {
  return prismaTransaction(async (tx, sql) => {
    const arrival = await recordArrivalIn(tx, sql, { email, at: now });
    if (arrival.cleared > 0) {
      await recordAct(sql, {
        actorId: admin.id,
        address: admin.address,
        action: 'clear-mail-failures',
        targetId: arrival.userId,
        before: { email, failures: arrival.cleared },
        after: { failures: 0 },
      });
    }
    return arrival.cleared;
  });
}

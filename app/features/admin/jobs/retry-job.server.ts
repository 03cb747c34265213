import { recordAct } from '~/features/accounts/index.server';
import { retryFailed } from '~/engine/queue/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { adminTexts } from '../texts';
import type { ActingAdmin } from '../users/acting-admin';

/** Has work that was given up done once more. @throws AppError `not-found` */
export async function retryJob(admin: ActingAdmin, id: string | undefined): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', adminTexts.jobGone);
  await transaction(async (tx) => {
    const name = await retryFailed(id, tx);
    if (name === null) throw new AppError('not-found', adminTexts.jobGone);
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'retry-job',
      targetId: null,
      after: { job: name },
    });
  });
}

import { endInvitation, recordAct } from '~/features/accounts/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { adminTexts } from '../texts';
import type { ActingAdmin } from '../users/acting-admin';

/** Ends an invitation that nobody has used. @throws AppError `not-found` */
export async function revokeInvitation(
  admin: ActingAdmin,
  id: string | undefined,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const ended = await endInvitation(tx, id ?? '', now);
    if (!ended) throw new AppError('not-found', adminTexts.invitationOver);
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'revoke-invitation',
      targetId: null,
      before: { forOneAddress: ended.email !== null },
    });
  });
}

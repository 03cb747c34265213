import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';

import { endCodes } from './action-codes.server';
import { adminEmail } from './admin-email.server';
import { updateVerified } from '../users/users.server';

/** Counts the user's e-mail as verified. */
export async function markVerified(userId: string): Promise<void> {
  await transaction(async (tx) => {
    await updateVerified(tx, userId, { adminEmail: adminEmail(), proven: true });
    await endCodes(tx, userId, ['verify_email']);
    await publish(tx, userId, { topic: 'account', data: null });
  });
}

import { registerUserData } from '~/engine/user-data/index.server';
import { removeFromOutbox } from '~/gateways/email/index.server';

import { deleteFailuresOf } from './failures/failure-data.server';

/** Called once for each process, by registry.server.ts. */
export function registerEmail(): void {
  registerUserData('mail', {
    async removeAddress(email) {
      await deleteFailuresOf(email);
      await removeFromOutbox(email);
    },
  });
}

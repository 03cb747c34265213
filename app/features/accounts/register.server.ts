import { registerUserData } from '~/engine/user-data/index.server';
import { registerGate } from '~/http/gate.server';

import { accountSections, auditSection, authSections } from './archive-sections.server';
import { removeAddressFromAudit } from './audit/audit-data.server';
import { PHOTO_OBJECTS } from './photo/photo-objects.server';
import { apiGate } from './sessions/authenticate.server';
import { deleteInvitationsOf } from './sign-up/invitation-data.server';

/** Called once for each process, by registry.server.ts. */
export function registerAccounts(): void {
  registerGate(apiGate);
  registerUserData('account', {
    objects: [PHOTO_OBJECTS],
    sections: accountSections,
    removeAddress: deleteInvitationsOf,
  });
  registerUserData('audit', { sections: [auditSection], removeAddress: removeAddressFromAudit });
  registerUserData('auth', { sections: authSections });
}

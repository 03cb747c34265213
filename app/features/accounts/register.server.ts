import { registerUserData } from '~/engine/user-data/index.server';
import { registerGate } from '~/http/gate.server';
import { sql } from '~/lib/db/index.server';

import { accountSections, auditSection, authSections } from './archive-sections.server';
import { removeAddressFromAudit } from './audit/audit-data.server';
import { PHOTO_OBJECTS } from './photo/photo-objects.server';
import { apiGate } from './sessions/authenticate.server';

/** Called once per process, by registry.server.ts. */
export function registerAccounts(): void {
  registerGate(apiGate);
  registerUserData('account', { objects: [PHOTO_OBJECTS], sections: accountSections });
  registerUserData('audit', {
    sections: [auditSection],
    removeAddress: (email) => removeAddressFromAudit(sql, email),
  });
  registerUserData('auth', { sections: authSections });
}

import { registerUserData } from '~/engine/user-data/index.server';
import { registerGate } from '~/http/gate.server';
import { sql } from '~/lib/db/index.server';

import { accountSections, auditSection, authSections } from './archive-sections.server';
import { removeAddress } from './audit/audit-data.server';
import { ACCOUNT_PICTURE_OBJECTS } from './picture/picture-objects.server';
import { apiGate } from './sessions/authenticate.server';

/** Called once per process, by registry.server.ts. */
export function registerAccounts(): void {
  registerGate(apiGate);
  registerUserData('account', { objects: [ACCOUNT_PICTURE_OBJECTS], sections: accountSections });
  registerUserData('audit', {
    sections: [auditSection],
    forgetAddress: (email) => removeAddress(sql, email),
  });
  registerUserData('auth', { sections: authSections });
}

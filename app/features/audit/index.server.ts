import { registerAccountData } from '~/features/account-data/index.server';
import { sql } from '~/lib/db/index.server';

import { auditSection } from './archive-section.server';
import { removeAddress } from './audit-table.server';

export { listActs, recordAct, type Act, type ActRow } from './audit-table.server';

registerAccountData('audit', {
  sections: [auditSection],
  forgetAddress: (email) => removeAddress(sql, email),
});

import { registerAccountData } from '~/features/account-data/index.server';

import { auditSection } from './archive-section.server';

export { listActs, recordAct, type Act, type ActRow } from './audit-table.server';

registerAccountData('audit', { sections: [auditSection] });

import { registerAccountData } from '~/features/account-data/index.server';

import { EXPORT_OBJECTS } from './exports/export-objects.server';
import { stopExports } from './exports/request-export.server';

export { exportMail } from './exports/export-mail.server';
export { makeExport } from './exports/make-export.server';
export { listExports, removeExport, requestExport } from './exports/request-export.server';
export { serveExport } from './exports/serve-export.server';
export { sweepExports, tidyExports } from './exports/tidy-exports.server';

registerAccountData('exports', { objects: [EXPORT_OBJECTS], stop: stopExports });

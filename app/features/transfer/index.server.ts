import { registerAccountData } from '~/features/account-data/index.server';
import { sql } from '~/lib/db/index.server';

import { EXPORT_OBJECTS } from './exports/export-objects.server';
import { stopExports } from './exports/request-export.server';
import { importsSection } from './imports/archive-section.server';
import { removeSomeCandidates } from './imports/candidate-table.server';
import { endAllOf } from './imports/import-table.server';
import { IMPORT_OBJECTS } from './imports/upload-objects.server';
import { breakOff } from './imports/work-import.server';

export { exportMail } from './exports/export-mail.server';
export { makeExport } from './exports/make-export.server';
export { listExports, removeExport, requestExport } from './exports/request-export.server';
export { serveExport } from './exports/serve-export.server';
export { sweepExports, tidyExports } from './exports/tidy-exports.server';
export { cancelImport } from './imports/cancel-import.server';
export { createImport } from './imports/create-import.server';
export { listCandidates, listImports, listReport } from './imports/list-imports.server';
export { importNodeRoutes } from './imports/node-routes.server';
export { driveInOwnProcess } from './imports/own-process.server';
export { readUpload } from './imports/read-upload.server';
export { removeImport } from './imports/remove-import.server';
export { parseChoice, parseNewImport } from './imports/requests.server';
export { requireImport } from './imports/require-import.server';
export { startImport } from './imports/start-import.server';
export { tidyImports } from './imports/tidy-imports.server';
export { uploadPart } from './imports/upload-part.server';
export { drainImports, importWork, resumeImports } from './imports/work-import.server';

registerAccountData('exports', { objects: [EXPORT_OBJECTS], stop: stopExports });
registerAccountData('imports', {
  objects: [IMPORT_OBJECTS],
  stop: async (userId) => {
    for (const id of await endAllOf(sql, userId)) breakOff(id);
  },
  removeRows: (userId) => removeSomeCandidates(sql, userId, 5_000),
  sections: [importsSection],
});

import { registerUserData } from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';

import { EXPORT_OBJECTS } from './exports/export-objects.server';
import { stopExports } from './exports/export-actions.server';
import { importsSection } from './imports/archive-section.server';
import { removeSomeCandidates } from './imports/candidate-data.server';
import { endAllOf } from './imports/import-data.server';
import { IMPORT_OBJECTS } from './imports/upload-objects.server';
import { breakOff } from './imports/work/work-import.server';

/** Called once per process, by registry.server.ts. */
export function registerImportExport(): void {
  registerUserData('exports', { objects: [EXPORT_OBJECTS], stop: stopExports });
  registerUserData('imports', {
    objects: [IMPORT_OBJECTS],
    stop: async (userId) => {
      for (const id of await endAllOf(sql, userId)) breakOff(id);
    },
    removeRows: (userId) => removeSomeCandidates(sql, userId, 5_000),
    sections: [importsSection],
  });
}

import { registerUserData } from '~/engine/user-data/index.server';

import { EXPORT_OBJECTS } from './exports/export-objects.server';
import { stopExports } from './exports/export-actions.server';
import { importsSection } from './imports/archive-section.server';
import { removeSomeCandidates } from './imports/candidate-data.server';
import { cancelAll } from './imports/import-data.server';
import { IMPORT_OBJECTS } from './imports/upload-objects.server';
import { cutImport } from './imports/work/work-import.server';

/** Called once per process, by registry.server.ts. */
export function registerImportExport(): void {
  registerUserData('exports', { objects: [EXPORT_OBJECTS], stop: stopExports });
  registerUserData('imports', {
    objects: [IMPORT_OBJECTS],
    stop: async (userId) => {
      for (const id of await cancelAll(userId)) cutImport(id);
    },
    removeRows: (userId) => removeSomeCandidates(userId, 5_000),
    sections: [importsSection],
  });
}

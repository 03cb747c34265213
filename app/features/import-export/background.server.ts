import type { BackgroundWork } from '~/engine/queue/index.server';

import { drainExports, exportEmailJob, makeExport } from './exports/make-export.server';
import { purgeExportObjects, purgeExports } from './exports/purge-exports.server';
import { purgeImports } from './imports/purge-imports.server';
import { drainImports, importWork, resumeImports } from './imports/work/work-import.server';

export const importExportBackground: BackgroundWork = {
  scheduled: [
    { name: 'tidy-exports', cron: '9 * * * *', run: purgeExports },
    { name: 'sweep-exports', cron: '19 4 * * *', run: purgeExportObjects },
    { name: 'tidy-imports', cron: '57 * * * *', run: purgeImports },
    { name: 'resume-imports', cron: '* * * * *', run: () => resumeImports() },
  ],
  queued: [makeExport, exportEmailJob, importWork],
  start: resumeImports,
  stop: async () => void (await Promise.all([drainImports(), drainExports()])),
};

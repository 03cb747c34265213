import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from './failure.mjs';
import { root } from './root.mjs';

/** Files that `npm test` leaves out, because they take long, and what they guard seldom changes. CI runs every one. */
export const SLOW_TESTS = [
  'app/features/import-export/chatgpt/growth.test.ts',
  'app/hostile-texts.test.ts',
  'scripts/regexes.test.ts',
  'tests/integration/accounts/seed.test.ts',
  'tests/integration/attachments/attachments.test.ts',
  'tests/integration/backup/backup.test.ts',
  'tests/integration/billing/ledger-concurrency.test.ts',
  'tests/integration/brand/sources.test.ts',
  'tests/integration/brand/website.test.ts',
  'tests/integration/import-export/import-process.test.ts',
  'tests/integration/import-export/restore.test.ts',
  'tests/integration/media/faults.test.ts',
  'tests/integration/media/notices.test.ts',
  'tests/integration/media/training.test.ts',
  'tests/integration/media/videos.test.ts',
  'tests/integration/queue/hostile-data.test.ts',
  'tests/process/bodies.test.ts',
  'tests/process/clients-leave.test.ts',
  'tests/process/embedded.test.ts',
  'tests/process/failures.test.ts',
  'tests/process/image.test.ts',
  'tests/process/imports.test.ts',
  'tests/process/outages.test.ts',
  'tests/process/probes.test.ts',
];

// Otherwise a file that has moved would be back in `npm test`, and missing from `npm run test:long`.
for (const file of SLOW_TESTS) {
  if (!existsSync(join(root, file))) throw new Failure(`scripts/slow-tests.mjs: ${file} has moved`);
}

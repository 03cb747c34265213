import { fileURLToPath } from 'node:url';

import { runScript } from './child.ts';
import { openDatabase } from './postgres/database.ts';
import { live } from './lifetime.ts';
import { readSettings } from './settings/settings.ts';

// `npm run db:seed`, which also works while the app runs.
await live(async (lifetime) => {
  await openDatabase(readSettings(), lifetime, { elsewhere: 'use' });
  const seed = fileURLToPath(new URL('../prisma/seed.ts', import.meta.url));
  lifetime.end(await runScript(lifetime, ['--import', 'tsx', seed, ...process.argv.slice(2)]));
});

import { loadBuild } from './build.ts';
import { openDatabase } from './database.ts';
import { live } from './lifetime.ts';
import { readSettings } from './settings.ts';

process.env.NODE_ENV ||= 'production';
// Beside the command's own answer only trouble is of interest.
process.env.LOG_LEVEL ||= 'warn';

// `npm run admin -- …`: also while the app runs.
await live(async (lifetime) => {
  await openDatabase(readSettings(), lifetime);
  const build = await loadBuild();
  const terminal = { out: console.log, err: console.error };
  lifetime.end(await build.entry.module.runAdminCommand(process.argv.slice(2), terminal));
});

import { backupCommands } from './backup/commands.ts';
import { loadBuild } from './build.ts';
import { openDatabase } from './postgres/database.ts';
import { live } from './lifetime.ts';
import { readSecret } from './settings/read-secret.ts';
import { readSettings } from './settings/settings.ts';

process.env.NODE_ENV ||= 'production';
// Only problems are of interest besides the command's own output.
process.env.LOG_LEVEL ||= 'warn';

type Opening = Parameters<typeof openDatabase>[2];

/** A command may use a database that another container runs. */
const SHARED: Opening = { elsewhere: 'use' };

/** A backup reads the database as it is; a restore replaces it, so nothing else may use it. */
const OPENED: Record<string, Opening> = {
  backup: { ...SHARED, schema: 'known' },
  restore: { schema: 'any', exclusive: true, elsewhere: 'refuse' },
};

// `npm run admin -- …`, which also works while the app runs.
await live(
  async (lifetime) => {
    const argv = process.argv.slice(2);
    // Log lines would corrupt an archive on standard output.
    if (argv[0] === 'backup' && argv.includes('-')) process.env.LOG_LEVEL = 'silent';
    const settings = readSettings();
    const { soleProcess } = await openDatabase(settings, lifetime, OPENED[argv[0] ?? ''] ?? SHARED);
    const build = await loadBuild();
    const app = build.entry.module;
    lifetime.atEnd(() => app.closeDatabase());
    const ending = new AbortController();
    void lifetime.ending.then(() => ending.abort());
    const commands = backupCommands({ settings, app, soleProcess, signal: ending.signal });
    const terminal = { out: console.log, err: console.error, readSecret };
    lifetime.end(await app.runAdminCommand(argv, terminal, commands));
  },
  { hasEnd: true },
);

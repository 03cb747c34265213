import { backupCommands } from './backup/commands.ts';
import { loadBuild } from './build.ts';
import { openDatabase } from './postgres/database.ts';
import { live } from './lifetime.ts';
import { readSecret } from './settings/read-secret.ts';
import { readSettings } from './settings/settings.ts';

process.env.NODE_ENV ||= 'production';
// Beside the command's own answer only trouble is of interest.
process.env.LOG_LEVEL ||= 'warn';

type Opening = Parameters<typeof openDatabase>[2];

/** A command may use the database that another container runs. */
const BESIDE: Opening = { elsewhere: 'use' };

/** One takes the database as it is, the other makes it anew, with nothing else using it. */
const OPENED: Record<string, Opening> = {
  backup: { ...BESIDE, schema: 'known' },
  restore: { schema: 'any', exclusive: true, elsewhere: 'refuse' },
};

// `npm run admin -- …`: also while the app runs.
await live(
  async (lifetime) => {
    const argv = process.argv.slice(2);
    // Lines of the log among the bytes of an archive would spoil it.
    if (argv[0] === 'backup' && argv.includes('-')) process.env.LOG_LEVEL = 'silent';
    const settings = readSettings();
    const { soleProcess } = await openDatabase(settings, lifetime, OPENED[argv[0] ?? ''] ?? BESIDE);
    const build = await loadBuild();
    const app = build.entry.module;
    lifetime.atEnd(() => app.closeDatabase());
    const ending = new AbortController();
    void lifetime.told.then(() => ending.abort());
    const commands = backupCommands({ settings, app, soleProcess, signal: ending.signal });
    const terminal = { out: console.log, err: console.error, readSecret };
    lifetime.end(await app.runAdminCommand(argv, terminal, commands));
  },
  { hasEnd: true },
);

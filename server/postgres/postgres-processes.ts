import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';

import { StartupError } from '../startup-error.ts';

// The processes of PostgreSQL's programs: as which user they run, and which of them are alive.

const run = promisify(execFile);

const UNPRIVILEGED_USER = 'postgres';

/** The Linux capabilities that let a process pass through directories closed to its user, weakest first. */
const PASSING = ['dac_read_search', 'dac_override'] as const;

export interface Account {
  uid: number;
  gid: number;
  /** Needed when the checkout or DATA_DIR is below a closed directory such as /root. */
  capability?: (typeof PASSING)[number];
}

/** The command line of one of PostgreSQL's programs: as another user when this process is root. */
export function program(
  account: Account | undefined,
  file: string,
  args: string[],
): { file: string; args: string[]; options: { uid?: number; gid?: number } } {
  if (!account) return { file, args, options: {} };
  const { uid, gid, capability } = account;
  if (!capability) return { file, args, options: { uid, gid } };
  const only = `-all,+${capability}`;
  return {
    file: 'setpriv',
    args: [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      // Without it, access(2), by which PostgreSQL finds its own files, ignores the capability.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${only}`,
      `--ambient-caps=${only}`,
      `--bounding-set=${only}`,
      file,
      ...args,
    ],
    options: {},
  };
}

/** The child processes' environment, without the app's secrets. */
export function childEnvironment(home: string): NodeJS.ProcessEnv {
  const { NODE_ENV, PATH } = process.env;
  return { NODE_ENV, PATH, HOME: home, LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * The account that PostgreSQL's programs run as when this process is root; undefined when it isn't.
 * @throws StartupError when there is none, or it can't enter the directories on the way to `paths`
 */
export async function accountFor(directory: string, paths: string[]): Promise<Account | undefined> {
  const account = await unprivilegedAccount(directory);
  return account && ensurePassage(account, paths);
}

async function unprivilegedAccount(directory: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  // A cluster that an unprivileged user created stays that user's, so that both can start it.
  const owner = await stat(directory).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const known = await lookUp(UNPRIVILEGED_USER);
  if (known) return known;
  try {
    await run('useradd', [
      '--system',
      '--no-create-home',
      '--shell',
      '/bin/false',
      UNPRIVILEGED_USER,
    ]);
  } catch (cause) {
    throw new StartupError(
      'PostgreSQL refuses to run as root, and the system user "postgres" that it would run as could not be created: ' +
        'start Brandwright as an ordinary user, or set DATABASE_URL.',
      { cause },
    );
  }
  return lookUp(UNPRIVILEGED_USER);
}

async function lookUp(user: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` fails here only if there is no such user.
    return undefined;
  }
}

/** PostgreSQL's own message for a directory that it can't enter doesn't name it. */
async function ensurePassage(account: Account, paths: string[]): Promise<Account> {
  const closed = findClosed(account, paths);
  if (closed === undefined) return account;
  for (const capability of PASSING) {
    const passing = { ...account, capability };
    const { file, args } = program(passing, '/bin/ls', ['-d', '--', ...paths]);
    if (spawnSync(file, args, { cwd: '/' }).status === 0) return passing;
  }
  throw new StartupError(
    `Started as root, Brandwright runs PostgreSQL as another system user, who cannot enter ${closed}: ` +
      `run "chmod a+x ${closed}", or keep the checkout and DATA_DIR outside of closed directories such as /root.`,
  );
}

function findClosed(account: Account, paths: string[]): string | undefined {
  const directories = new Set<string>();
  for (const path of paths) {
    const above: string[] = [];
    for (let at = path; dirname(at) !== at; at = dirname(at)) above.unshift(at);
    above.forEach((directory) => directories.add(directory));
  }
  const script = 'for path; do test -x "$path" || { printf %s "$path"; exit 1; }; done';
  const { file, args, options } = program(account, '/bin/sh', ['-c', script, 'sh', ...directories]);
  const check = spawnSync(file, args, { ...options, cwd: '/', encoding: 'utf8' });
  if (check.status === 0) return undefined;
  if (check.status === 1 && check.stdout) return check.stdout;
  throw new StartupError(
    'Started as root, Brandwright has to run PostgreSQL as another system user, and this machine does not let it: ' +
      'start Brandwright as an ordinary user, or set DATABASE_URL.',
    { cause: check.error },
  );
}

/** True for a live process of any user. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True if `pid` is PostgreSQL on this cluster, not another process with a reused number. */
export async function isPostmasterOf(directory: string, pid: number): Promise<boolean> {
  if (!exists(pid)) return false;
  let argv: string[];
  try {
    argv =
      process.platform === 'linux'
        ? (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
        : (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout.trim().split(' -');
  } catch {
    // It ended between the two checks.
    return false;
  }
  return (
    basename(argv[0] ?? '').startsWith('postgres') &&
    argv.some((argument) => argument === directory || argument === `D ${directory}`)
  );
}

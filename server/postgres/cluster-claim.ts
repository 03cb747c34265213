import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { chown, link, open, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { exists } from './postgres-processes.ts';
import {
  hasSocketFile,
  isOwnPostmaster,
  readPidFile,
  removePidFile,
  socketAnswers,
} from './postmaster.ts';
import { StartupError } from '../startup-error.ts';
import { VERSION } from '../version.ts';

// Only one place (the processes that see each other's ids: a machine or a container) at a time may run PostgreSQL on the
// files in DATA_DIR. PostgreSQL's own interlock asks whether a process id is alive, which says nothing about another
// container's processes. So a place claims the directory with a file that it keeps touching while it runs.

const FILE = 'postgres.owner';
const MAX_FILE_BYTES = 4_096;

export interface Timing {
  beatMs: number;
  pollMs: number;
  /** How long a claim must be untouched to count as abandoned: by a place on this machine, and by any other. */
  stillHereMs: number;
  stillElsewhereMs: number;
  /** How long a foreign PostgreSQL may answer: one that was just killed still does for a moment. */
  dyingMs: number;
  /** How long to wait for the other place to stop before refusing to start. */
  waitMs: number;
  /** PostgreSQL checks its pid file every minute, at worst after two, and stops when it's gone. */
  fenceMs: number;
}

const TIMING: Timing = {
  beatMs: 2_000,
  pollMs: 250,
  stillHereMs: 10_000,
  stillElsewhereMs: 30_000,
  dyingMs: 3_000,
  waitMs: 60_000,
  fenceMs: 130_000,
};

/** A place in which a process id identifies a process. */
export interface Place {
  /** Differs between machines and between boots of one machine. */
  boot: string;
  pidNamespace: string;
  host: string;
}

const owner = z.object({
  id: z.string().max(100),
  boot: z.string().max(100),
  pidNamespace: z.string().max(100),
  host: z.string().max(300),
  pid: z.int().min(0),
  version: z.string().max(100),
  since: z.iso.datetime(),
});

type Owner = z.output<typeof owner>;

interface Found {
  /** Unset for a file that isn't a valid claim, such as one that a full disk truncated. */
  owner?: Owner;
  /** Changes with each touch. Times aren't compared, because clocks of two machines differ. */
  mark: string;
}

export interface Claim {
  /** Checks that the directory still belongs to this place. @throws StartupError when another place has it */
  ensure(): Promise<void>;
  /** Stops touching the claim; `release` frees the directory for other places. */
  end(options: { release: boolean }): Promise<void>;
}

/** PostgreSQL runs in another place, and this process may use it through its socket. */
export interface Borrowed {
  port: number;
}

export interface ClaimOptions {
  /** The real path of DATA_DIR. */
  dataDir: string;
  /** The directory of the cluster, which may not exist yet. */
  directory: string;
  /**
   * When another place runs PostgreSQL here: `wait` a while for it to stop, `use` it through its socket, or `refuse` to
   * start at once.
   */
  elsewhere: 'wait' | 'use' | 'refuse';
  /** Called repeatedly while waiting; throws when this process has to end. */
  check?: () => void;
  onEvent: (message: string) => void;
  /** Called when another place took the directory over because this process was suspended for too long. */
  onLost: (reason: StartupError) => void;
  timing?: Partial<Timing>;
  place?: Place;
  /** Whether only one machine at a time can mount the directory. Detected by default. */
  isLocal?: boolean;
}

/**
 * Claims the cluster in DATA_DIR for this place, before anything in it is touched.
 * @throws StartupError when another place has it
 */
export async function claimCluster(
  options: ClaimOptions,
): Promise<{ claim: Claim } | { borrowed: Borrowed }> {
  const { dataDir, directory, elsewhere, onEvent } = options;
  const timing = { ...TIMING, ...options.timing };
  const place = options.place ?? currentPlace();
  const path = join(dataDir, FILE);
  const isLocal = options.isLocal ?? (await isLocalFileSystem(dataDir));

  const began = performance.now();
  let mark: string | undefined;
  let lastLook = began;
  let stillForMs = 0;
  let isAlive = false;
  let isReported = false;
  for (;;) {
    options.check?.();
    const now = performance.now();
    const found = await read(path);
    const answers = await socketAnswers(directory);
    const isOurs = found === undefined || isSamePlace(found.owner, place);
    if (isOurs) {
      // A live server outside this place: an older version's, which makes no claim, or one that
      // shares the process ids but not the file system. A dying one still answers for a moment.
      const foreign = answers && !(await isOwnPostmaster(directory));
      if (!foreign) {
        if (found !== undefined || (await create(path, place))) break;
        continue;
      }
      isAlive = found === undefined || now - began > timing.dyingMs;
    } else {
      if (mark !== undefined && found.mark !== mark) isAlive = true;
      // Time in which this process itself was suspended doesn't count.
      stillForMs =
        found.mark === mark ? stillForMs + Math.min(now - lastLook, 2 * timing.pollMs) : 0;
      mark = found.mark;
      lastLook = now;
      const patience = isSameBoot(found.owner, place)
        ? timing.stillHereMs
        : timing.stillElsewhereMs;
      if (answers) isAlive = true;
      else if (isGone(found.owner) || stillForMs > patience) {
        if (await takeOver(found)) break;
        continue;
      }
    }
    if (isAlive) {
      if (elsewhere === 'use' && answers) {
        const port = (await readPidFile(directory))?.port;
        if (port !== undefined) return { borrowed: { port } };
      }
      if (elsewhere !== 'wait' || now - began > timing.waitMs) {
        throw new StartupError(await refusal(found?.owner));
      }
    }
    if (!isReported && elsewhere === 'wait' && isAlive) {
      isReported = true;
      onEvent(
        `${await whoRuns(found?.owner)} Waiting up to ${Math.round(timing.waitMs / 1_000)} seconds for it to stop.`,
      );
    }
    await sleep(timing.pollMs);
  }
  await refresh(path, place);
  return { claim: keep() };

  /** True if the owner ended with an earlier boot, on a file system that only one machine can mount. */
  function isGone(previous: Owner | undefined): boolean {
    return isLocal && previous !== undefined && !isSameBoot(previous, place);
  }

  /** Returns true if the claim is now this place's. */
  async function takeOver(found: Found): Promise<boolean> {
    if (!(await removeIf(path, (taken) => taken?.mark === found.mark))) return false;
    if (!(await create(path, place))) return false;
    onEvent(
      `${describe(found.owner)} no longer uses the database in ${dataDir}, so this process takes it over`,
    );
    if (!(await readPidFile(directory))) return true;
    const isDead =
      isGone(found.owner) || (isSameBoot(found.owner, place) && (await hasSocketFile(directory)));
    await removePidFile(directory);
    if (isDead) return true;
    // The app is gone or suspended, but its PostgreSQL may still run out of sight. It ends once it
    // misses its pid file.
    onEvent(
      `waiting ${Math.round(timing.fenceMs / 1_000)} seconds, so that a PostgreSQL still running there stops`,
    );
    const beating = keep();
    try {
      const until = performance.now() + timing.fenceMs;
      while (performance.now() < until) {
        options.check?.();
        await sleep(timing.pollMs);
      }
    } finally {
      await beating.end({ release: false });
    }
    return true;
  }

  function keep(): Claim {
    let ended = false;
    let lost = false;
    const timer = setInterval(() => {
      beat().catch((error: unknown) => {
        // A full disk or a volume that hangs; the next beat tries again.
        onEvent(`the claim ${path} can't be renewed: ${(error as Error).message}`);
      });
    }, timing.beatMs).unref();

    async function beat(): Promise<void> {
      const found = await read(path);
      if (ended || lost) return;
      if (found === undefined) return void (await create(path, place));
      if (!isSamePlace(found.owner, place)) {
        lost = true;
        clearInterval(timer);
        options.onLost(
          new StartupError(
            `${describe(found.owner)} took over the database in ${dataDir} while this process stood still.`,
          ),
        );
        return;
      }
      const now = new Date();
      await utimes(path, now, now);
      if (found.owner && !exists(found.owner.pid)) await refresh(path, place);
    }

    return {
      async ensure() {
        const found = await read(path);
        if (found === undefined && (await create(path, place))) return;
        const current = found ?? (await read(path));
        if (!isSamePlace(current?.owner, place))
          throw new StartupError(await refusal(current?.owner));
      },
      async end({ release }) {
        ended = true;
        clearInterval(timer);
        if (!release || lost) return;
        const found = await read(path);
        if (found && isSamePlace(found.owner, place)) {
          await removeIf(path, (taken) => isSamePlace(taken?.owner, place));
        }
      },
    };
  }

  async function whoRuns(running: Owner | undefined): Promise<string> {
    if (running) {
      return `The database in ${dataDir} is in use by ${describe(running)}.`;
    }
    const since = (await readPidFile(directory))?.startedAt;
    return (
      `The database in ${dataDir} is in use by another PostgreSQL server, which no process here has started` +
      `${since ? ` (running since ${moment(since)})` : ''}: probably by Brandwright in another container.`
    );
  }

  async function refusal(running: Owner | undefined): Promise<string> {
    return (
      `${await whoRuns(running)} Two servers on the same files would destroy them, so nothing was started. ` +
      'Stop the other one first, or give this one a DATA_DIR of its own; ' +
      'run commands in the container that is running ("docker exec").'
    );
  }
}

function describe(running: Owner | undefined): string {
  if (!running) return 'an unknown process';
  const { version, host, pid, since } = running;
  return `Brandwright ${version} on host ${host} (process ${pid} there, since ${moment(new Date(since))})`;
}

function moment(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function currentPlace(): Place {
  return { boot: bootId(), pidNamespace: pidNamespace(), host: hostname() };
}

function bootId(): string {
  try {
    if (process.platform === 'darwin') {
      return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim();
    }
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Without a boot id, the host's name is used.
    return '';
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has namespaces.
    return '';
  }
}

function isSameBoot(one: Owner | undefined, other: Place): boolean {
  return one?.boot === other.boot && (other.boot !== '' || one.host === other.host);
}

function isSamePlace(one: Owner | undefined, other: Place): boolean {
  return isSameBoot(one, other) && one?.pidNamespace === other.pidNamespace;
}

/** Magic numbers of file systems that only one machine can mount at a time. */
const LOCAL = new Set([
  0xef53, // ext2 to ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
]);

async function isLocalFileSystem(directory: string): Promise<boolean> {
  // macOS has other numbers, and no one puts the database on a network drive there.
  if (process.platform === 'darwin') return true;
  const { type } = await statfs(directory);
  return LOCAL.has(type);
}

async function read(path: string): Promise<Found | undefined> {
  let handle;
  try {
    // Opening a file on a network volume refreshes its attributes; a stat by name may not.
    handle = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
  try {
    const { mtimeMs, ino } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MAX_FILE_BYTES) });
    const text = buffer.toString('utf8', 0, bytesRead);
    return { owner: parse(text), mark: `${mtimeMs} ${ino} ${text}` };
  } catch (error) {
    throw unusable(path, error);
  } finally {
    await handle.close();
  }
}

function parse(text: string): Owner | undefined {
  try {
    return owner.parse(JSON.parse(text));
  } catch {
    // Truncated or foreign: it counts as abandoned when nothing touches it.
    return undefined;
  }
}

function unusable(path: string, cause: unknown): StartupError {
  return new StartupError(
    `The file ${path}, which says who uses the database, can't be used (${(cause as NodeJS.ErrnoException).code}): ` +
      'make DATA_DIR and everything in it belong to the user who starts Brandwright.',
    { cause },
  );
}

/** Writes this place's claim to a temporary file beside the claim. Returns its path. */
async function draft(path: string, place: Place): Promise<string> {
  const claim: Owner = {
    id: randomUUID(),
    ...place,
    pid: process.pid,
    version: VERSION,
    since: new Date().toISOString(),
  };
  const unfinished = `${path}.${claim.id}`;
  try {
    await writeFile(unfinished, JSON.stringify(claim), { mode: 0o600, flag: 'wx' });
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dirname(path));
      await chown(unfinished, uid, gid);
    }
    return unfinished;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw unusable(path, error);
  }
}

/** Returns false if there is already a claim. */
async function create(path: string, place: Place): Promise<boolean> {
  const unfinished = await draft(path, place);
  try {
    // Unlike a rename, a link never replaces another claim.
    await link(unfinished, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unusable(path, error);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Puts this process into its place's claim if the named one has ended. */
async function refresh(path: string, place: Place): Promise<void> {
  const found = await read(path);
  if (!found?.owner || !isSamePlace(found.owner, place) || exists(found.owner.pid)) return;
  await rename(await draft(path, place), path);
}

/** Removes the claim if it's still the expected one: another place may have been faster. */
async function removeIf(
  path: string,
  isExpected: (taken: Found | undefined) => boolean,
): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw unusable(path, error);
  }
  try {
    if (isExpected(await read(aside))) return true;
    // Put it back unless its owner already has.
    await link(aside, path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error);
    });
    return false;
  } finally {
    await rm(aside, { force: true });
  }
}

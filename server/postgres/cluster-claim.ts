import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { chown, link, open, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { exists } from './postgres-cluster.ts';
import {
  hasSocketFile,
  isOwnPostmaster,
  readPidFile,
  removePidFile,
  socketAnswers,
} from './postmaster.ts';
import { StartupError } from '../startup-error.ts';
import { VERSION } from '../version.ts';

// One place (the processes that see each other's ids: a machine, or a container) at a time may run PostgreSQL on the
// files in DATA_DIR. PostgreSQL's own interlock asks whether a process id is alive, which says nothing about another
// container's processes. So a place claims the directory by a file, and keeps touching it for as long as it runs.

const FILE = 'postgres.owner';
const MAX_FILE_BYTES = 4_096;

export interface Timing {
  beatMs: number;
  pollMs: number;
  /** How long a claim must go untouched before it counts as abandoned: by a place on this machine, by any other. */
  stillHereMs: number;
  stillElsewhereMs: number;
  /** How long a PostgreSQL that is none of this place's may answer: one that was just killed does for a moment. */
  dyingMs: number;
  /** How long to wait for the other place to stop before refusing to start. */
  waitMs: number;
  /** PostgreSQL looks for its pid file once a minute, at worst after two, and stops when that is gone. */
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

/** Where a process id means one process. */
export interface Place {
  /** Differs between machines, and between two boots of one. */
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
  /** Unset for a file that can't be read as a claim, such as one that a full disk cut off. */
  owner?: Owner;
  /** Changes with each touch. No clock is compared: those of two machines differ. */
  mark: string;
}

export interface Claim {
  /** Makes sure that the directory is still this place's. @throws StartupError when another place has it */
  ensure(): Promise<void>;
  /** Stops touching the claim; with `release` the directory is free for any other place. */
  end(options: { release: boolean }): Promise<void>;
}

/** PostgreSQL runs in another place, and this process may use it through its socket. */
export interface Borrowed {
  port: number;
}

export interface ClaimOptions {
  /** The real path of DATA_DIR. */
  dataDir: string;
  /** Where the cluster is, or will be. */
  directory: string;
  /**
   * When another place runs PostgreSQL here: `wait` a while for it to stop, `use` it through its socket, or `refuse` to
   * start at once.
   */
  elsewhere: 'wait' | 'use' | 'refuse';
  /** Called again and again while waiting; it throws when this process was told to end. */
  check?: () => void;
  onEvent: (message: string) => void;
  /** Another place took the directory over, because this process stood still for too long. */
  onLost: (reason: StartupError) => void;
  timing?: Partial<Timing>;
  place?: Place;
  /** Whether the directory can be mounted by one machine at a time. Found out unless given. */
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
  let told = false;
  for (;;) {
    options.check?.();
    const now = performance.now();
    const found = await read(path);
    const answers = await socketAnswers(directory);
    const isOurs = found === undefined || isSamePlace(found.owner, place);
    if (isOurs) {
      // A live server that is none of this place's processes: an older version's, which makes no claim, or one that
      // shares the process ids but not the file system. A dying one answers for a moment longer.
      const foreign = answers && !(await isOwnPostmaster(directory));
      if (!foreign) {
        if (found !== undefined || (await create(path, place))) break;
        continue;
      }
      isAlive = found === undefined || now - began > timing.dyingMs;
    } else {
      if (mark !== undefined && found.mark !== mark) isAlive = true;
      // Time in which this process stood still itself does not count.
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
    if (!told && elsewhere === 'wait' && isAlive) {
      told = true;
      onEvent(
        `${await whoRuns(found?.owner)} Waiting up to ${Math.round(timing.waitMs / 1_000)} seconds for it to stop.`,
      );
    }
    await sleep(timing.pollMs);
  }
  await refresh(path, place);
  return { claim: keep() };

  /** A file system that one machine mounts at a time, and another boot: whatever ran there has ended with it. */
  function isGone(previous: Owner | undefined): boolean {
    return isLocal && previous !== undefined && !isSameBoot(previous, place);
  }

  /** True once the claim is this place's. */
  async function takeOver(found: Found): Promise<boolean> {
    if (!(await removeIf(path, (taken) => taken?.mark === found.mark))) return false;
    if (!(await create(path, place))) return false;
    onEvent(
      `the claim of ${describe(found.owner)} on the database in ${dataDir} is abandoned, taking it over`,
    );
    if (!(await readPidFile(directory))) return true;
    const isDead =
      isGone(found.owner) || (isSameBoot(found.owner, place) && (await hasSocketFile(directory)));
    await removePidFile(directory);
    if (isDead) return true;
    // Its app is gone or stands still, but its PostgreSQL may live on where no one here can see it. It ends once it
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
    // Without one the host's name has to do.
    return '';
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not on Linux: there is only one.
    return '';
  }
}

function isSameBoot(one: Owner | undefined, other: Place): boolean {
  return one?.boot === other.boot && (other.boot !== '' || one.host === other.host);
}

function isSamePlace(one: Owner | undefined, other: Place): boolean {
  return isSameBoot(one, other) && one?.pidNamespace === other.pidNamespace;
}

/** The file systems, by their magic numbers, that only one machine can have mounted at a time. */
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
  // macOS numbers them otherwise; a database on a network drive is not what anyone does there.
  if (process.platform === 'darwin') return true;
  const { type } = await statfs(directory);
  return LOCAL.has(type);
}

async function read(path: string): Promise<Found | undefined> {
  let handle;
  try {
    // Opening a file on a network volume brings its attributes up to date; asking for them by name may not.
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
    // Cut off, or none of ours: it counts as abandoned once nothing touches it.
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

/** Writes a claim of this place beside its own place, whole. Returns where. */
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

/** False when there is a claim already. */
async function create(path: string, place: Place): Promise<boolean> {
  const unfinished = await draft(path, place);
  try {
    // Unlike a rename, this never takes another claim's place.
    await link(unfinished, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unusable(path, error);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Names this process in a claim of this place whose process has ended. */
async function refresh(path: string, place: Place): Promise<void> {
  const found = await read(path);
  if (!found?.owner || !isSamePlace(found.owner, place) || exists(found.owner.pid)) return;
  await rename(await draft(path, place), path);
}

/** Removes the claim if it is still the expected one: another place may have been quicker. */
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
    // Put it back, unless its owner has done so already.
    await link(aside, path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error);
    });
    return false;
  } finally {
    await rm(aside, { force: true });
  }
}

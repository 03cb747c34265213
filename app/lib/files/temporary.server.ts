import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { log } from '../log.server';
import { DAY_MS } from '../time';

/** A process id means nothing on another machine, nor in another container that shares the directory. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const PREFIX = 'brandwright-work-';
const NAME = new RegExp(`^${PREFIX}([\\da-f]{8})-(\\d+)-\\w{6}$`);

/** Longer than any work with such a directory. */
const MAX_MS = DAY_MS;

/** Runs `work` with a directory that is removed afterwards or, if the process is killed, at the next start. */
export async function inTemporary<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), `${PREFIX}${MACHINE}-${process.pid}-`));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Removes the directories of killed processes, which may be as large as a video; never another user's. */
export async function purgeTemporaryFiles(): Promise<void> {
  const parent = tmpdir();
  let removed = 0;
  for (const name of await readdir(parent)) {
    if (!NAME.test(name)) continue;
    const path = join(parent, name);
    try {
      if (!(await isLeft(path, name))) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    } catch (err) {
      // A child of the killed process may still be writing there: the next start removes it.
      log.debug({ err, name }, 'a temporary directory could not be removed');
    }
  }
  if (removed > 0) log.info({ removed }, 'removed temporary directories of killed processes');
}

async function isLeft(path: string, name: string): Promise<boolean> {
  const found = await lstat(path);
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) return false;
  if (Date.now() - found.mtimeMs > MAX_MS) return true;
  const [, machine, digits] = NAME.exec(name) ?? [];
  const pid = Number(digits);
  if (machine !== MACHINE) return false;
  // A restarted container gives its process the same id as before.
  return pid === process.pid ? found.mtimeMs < performance.timeOrigin : !isAlive(pid);
}

/** True for a live process of any user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { constants, existsSync } from 'node:fs';
import { access, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { StartupError } from '../startup-error.ts';

/** What the app keeps there besides the database. Each can belong to another user and be closed. */
const PARTS = ['objects', 'outbox', 'journal'];
const WRITABLE = constants.R_OK | constants.W_OK | constants.X_OK;

/**
 * Creates DATA_DIR if it's missing and checks that it's writable. Returns its real path.
 * @throws StartupError when it can't be used
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  let at = path;
  try {
    // Root's PostgreSQL runs as another user, who has to pass through; otherwise the directory is private.
    await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(path, WRITABLE);
    for (const part of PARTS) {
      at = join(path, part);
      if (existsSync(at)) await access(at, WRITABLE);
    }
    return await realpath(path);
  } catch (cause) {
    throw new StartupError(
      `The data directory ${at} can't be written to (${reason(cause)}): ${await remedy(at, cause)}`,
      { cause },
    );
  }
}

async function remedy(path: string, cause: unknown): Promise<string> {
  const code = (cause as NodeJS.ErrnoException).code;
  const elsewhere = 'or set DATA_DIR to another place.';
  if (code !== 'EACCES' && code !== 'EPERM') {
    return `make it writable for the user who starts Brandwright, ${elsewhere}`;
  }
  const place = nearest(path);
  const { uid, gid, mode } = await stat(place);
  const rights = (mode & 0o777).toString(8).padStart(3, '0');
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return (
    `${place === path ? 'it' : place} belongs to user ${uid} and group ${gid} (mode ${rights}), ` +
    `and Brandwright runs as user ${user} and group ${group}. ` +
    `Give it to that user ("chown -R ${user} ${place}"), start Brandwright as user ${uid}, ${elsewhere}`
  );
}

/** The deepest directory on the path that can be inspected. */
function nearest(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

function reason(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EROFS') return 'the file system is read-only';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in the way';
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? String(cause);
}

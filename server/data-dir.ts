import { constants } from 'node:fs';
import { access, mkdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import { StartupError } from './startup-error.ts';

/**
 * Makes DATA_DIR if it is absent and checks that it can be written. Returns its real path.
 * @throws StartupError when it can't be used
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    // Root's PostgreSQL runs as another user, who has to pass through; nobody else has any business here.
    await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (cause) {
    throw new StartupError(
      `The data directory ${path} cannot be written (${reason(cause)}): ` +
        'make it writable for the user who starts Brandwright, or set DATA_DIR to another place.',
      { cause },
    );
  }
}

function reason(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EROFS') return 'the file system is read-only';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in the way';
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? String(cause);
}

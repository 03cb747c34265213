import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { DamagedFile, type RestoreTarget } from './archive';

/**
 * Writes a file of an archive where it can be looked into. False where the archive does not have it whole, or where it
 * is larger than it may be.
 */
export async function saveArchived(
  target: Pick<RestoreTarget, 'file' | 'signal'>,
  path: string,
  to: string,
  mostBytes: number,
): Promise<boolean> {
  const found = await target.file(path);
  if (!found || found.size > mostBytes) return false;
  try {
    await pipeline(await found.open(), createWriteStream(to, { mode: 0o600 }), {
      signal: target.signal,
    });
    return true;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    await rm(to, { force: true });
    return false;
  }
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hashes the content of files and directories; missing ones count as empty.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [counts] which files count
 * @param {string} [directory] what the paths are relative to
 */
export function fingerprint(paths, counts = () => true, directory = '') {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(path, directory)) {
      if (!counts(file)) continue;
      const content = readFileSync(join(directory, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @param {string} directory
 * @returns {string[]}
 */
function filesBelow(path, directory) {
  const found = statSync(join(directory, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(directory, path))
    .sort()
    .flatMap((name) => filesBelow(join(path, name), directory));
}

/** @param {string} file */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

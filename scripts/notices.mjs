import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A package that the app runs with, or that is part of its scripts.
 * @typedef {{ name: string, version: string, license: string, texts: string[] }} Notice
 */

/** Packages for development whose files are part of the build. */
const FONTS = /^node_modules\/@fontsource/;

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|ofl)/i;

/**
 * Reads the licenses of all packages that the app runs with or serves, by name. Those for other systems aren't installed, and so left
 * out.
 * @param {string} root
 * @param {ReadonlySet<string>} [bundled] paths in package-lock.json of packages that are part of the build
 * @returns {Notice[]}
 */
export function readNotices(root, bundled = new Set()) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  /** @type {Map<string, Notice>} */
  const notices = new Map();
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) {
    const isServed = bundled.has(path) || FONTS.test(path);
    if (path === '' || ((dev || devOptional) && !isServed)) continue;
    const notice = readNotice(join(root, path));
    if (notice) notices.set(`${notice.name} ${notice.version}`, notice);
  }
  return [...notices].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice);
}

/**
 * @param {string} directory
 * @returns {Notice | null} null if it isn't installed
 */
function readNotice(directory) {
  let files;
  try {
    files = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
  const { name, version, license, licenses } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const named = [license ?? licenses ?? []].flat().map((one) => one.type ?? one);
  const texts = files
    .filter((file) => file.isFile() && LICENSE_FILE.test(file.name))
    .map((file) => readFileSync(join(directory, file.name), 'utf8').trim());
  return { name, version, license: named.join(' OR ') || 'see its text', texts };
}

const LINE = '-'.repeat(80);

/**
 * All of them as one text. Packages with the same license text share it.
 * @param {Notice[]} notices
 */
export function noticesText(notices) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { name, version, license, texts } of notices) {
    const text = texts.join('\n\n') || license;
    groups.set(text, [...(groups.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...groups].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `Brandwright contains these packages.\n\n${parts.join(`\n${LINE}\n\n`)}`;
}

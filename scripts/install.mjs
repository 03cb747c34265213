import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

import { Failure } from './failure.mjs';
import { readIfThere } from './fingerprint.mjs';
import { runStep } from './run.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[], dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} Package
 */

const INSTALLED = 'node_modules/.package-lock.json';
const OWN_NODE = 'node_modules/.bin/node';
const TELL_MS = 10_000;

/**
 * Says in a few words why packages have to be installed; undefined if all are there.
 * @returns {string | undefined}
 */
export function whatIsMissing() {
  const installed = packagesOf(readIfThere(INSTALLED));
  if (!installed) return 'nothing is installed yet';
  const wanted = packagesOf(readIfThere('package-lock.json'));
  if (!wanted)
    throw new Failure('package-lock.json cannot be read: restore it from the repository.');
  const difference = firstDifference(wanted, installed, process);
  if (difference) return difference;
  // npm ran without install scripts, or was interrupted.
  if (!existsSync(OWN_NODE)) return 'Node 24 is missing';
  return undefined;
}

/** @param {string | undefined} text */
function packagesOf(text) {
  if (text === undefined) return undefined;
  try {
    return /** @type {Record<string, Package>} */ (JSON.parse(text).packages);
  } catch {
    // It was interrupted while being written.
    return undefined;
  }
}

/**
 * @param {Record<string, Package>} wanted
 * @param {Record<string, Package>} installed
 * @param {{ platform: string, arch: string }} machine
 * @returns {string | undefined}
 */
export function firstDifference(wanted, installed, machine) {
  for (const [path, want] of Object.entries(wanted)) {
    if (path === '') continue;
    const have = installed[path];
    if (have?.version === want.version && have) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (have) return `${name} is at ${have.version}, ${want.version} is needed`;
    if (want.optional && (!fits(want, machine) || isForOthers(name, wanted, machine))) continue;
    return `${name} is missing`;
  }
  return undefined;
}

/**
 * True if only packages for other machines need it: WebAssembly packages don't say that themselves.
 * @param {string} name
 * @param {Record<string, Package>} wanted
 * @param {{ platform: string, arch: string }} machine
 * @returns {boolean}
 */
function isForOthers(name, wanted, machine, seen = new Set()) {
  if (seen.has(name)) return true;
  seen.add(name);
  const needing = Object.entries(wanted).filter(
    ([, { dependencies, optionalDependencies }]) =>
      dependencies?.[name] !== undefined || optionalDependencies?.[name] !== undefined,
  );
  return (
    needing.length > 0 &&
    needing.every(([path, needs]) => {
      const own = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return (
        needs.optional === true &&
        (!fits(needs, machine) || isForOthers(own, wanted, machine, seen))
      );
    })
  );
}

/**
 * @param {Package} wanted
 * @param {{ platform: string, arch: string }} machine
 */
function fits(wanted, machine) {
  // Only npm knows the machine's C library and installs one package of such a pair.
  if (wanted.libc) return false;
  return allows(wanted.os, machine.platform) && allows(wanted.cpu, machine.arch);
}

/**
 * @param {string[] | undefined} list names, or names to leave out with a leading "!"
 * @param {string} name
 */
function allows(list, name) {
  if (!list || list.length === 0) return true;
  if (list.includes(`!${name}`)) return false;
  const named = list.filter((entry) => !entry.startsWith('!'));
  return named.length === 0 || named.includes(name) || named.includes('any');
}

/**
 * Installs exactly what the lock file says, including development packages, whatever NODE_ENV is.
 * @param {string} why
 */
export async function installPackages(why) {
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm would empty the directory behind the link, which others may be using.
    throw new Failure(
      `Packages have to be installed (${why}), but node_modules is a link to another directory: remove the link, or run "npm ci --include=dev" there.`,
    );
  }
  console.error(`Installing packages (${why}): this takes a minute or two.`);
  const { code, output } = await runNpm([
    'ci',
    '--include=dev',
    '--loglevel=error',
    '--progress=false',
  ]);
  if (code !== 0) throw new Failure(explain(output));
  const missing = whatIsMissing();
  if (missing) {
    throw new Failure(
      `npm finished, and still ${missing}: if npm is set to ignore-scripts or to omit optional packages, ` +
        'allow them for this project ("npm config get ignore-scripts" and "npm config get omit" tell) and start again.',
    );
  }
}

/** @param {string[]} args */
async function runNpm(args) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const timer = setInterval(() => {
    console.error(`  ${seconds()} s, ${unpacked()} packages so far …`);
  }, TELL_MS);
  // The npm that runs this script, otherwise the one on the PATH.
  const runningNpm = process.env.npm_execpath;
  const [command, first] =
    runningNpm && basename(runningNpm) === 'npm-cli.js'
      ? [process.execPath, [runningNpm]]
      : ['npm', []];
  try {
    const result = await runStep(command, [...first, ...args], process.env);
    if (result.code === 0) console.error(`Packages are installed (${seconds()} s).`);
    return result;
  } catch {
    throw new Failure('npm was not found: install it (it comes with Node) and start again.');
  } finally {
    clearInterval(timer);
  }
}

/** How many packages are unpacked: npm creates all directories first and fills them later. */
function unpacked() {
  try {
    return readdirSync('node_modules')
      .flatMap((name) =>
        name.startsWith('@')
          ? readdirSync(`node_modules/${name}`).map((inner) => `${name}/${inner}`)
          : [name],
      )
      .filter((name) => existsSync(`node_modules/${name}/package.json`)).length;
  } catch {
    // npm is removing the old packages.
    return 0;
  }
}

/**
 * Turns npm's output into one sentence.
 * @param {string} output
 */
export function explain(output) {
  const code = /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1];
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ERR_SOCKET_TIMEOUT':
      return `The packages could not be installed because npm's registry cannot be reached (${code}): connect this machine to the network, or set npm's proxy or registry, and start again.`;
    case 'ENOSPC':
      return 'The packages could not be installed because the disk is full: about 2 GB are needed; make room and start again.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The packages could not be installed because this user may not write here (${code}): make the checkout (and npm's cache) writable and start again.`;
    default: {
      const said = output
        .split('\n')
        .filter((line) => /^npm (error|ERR!)/.test(line))
        .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
        .filter((line) => line !== '' && !line.startsWith('code '));
      return `The packages could not be installed (${[code, said[0]].filter(Boolean).join(': ') || 'npm gave no reason'}): run "npm ci --include=dev" to see more, mend it and start again.`;
    }
  }
}

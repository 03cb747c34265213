import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from './failure.mjs';
import { fingerprint, readIfThere } from './fingerprint.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { root } from './root.mjs';
import { COMPILED, runTool } from './run.mjs';

/**
 * `command`: what makes it. `sources`: what it's made from besides the app.
 * @typedef {{ directory: string, command: [string, ...string[]], sources: string[] }} Build
 */

const KILLABLE_CONFIG = 'tests/faults/kill-points/killable.vite.config.ts';
const SAMPLES_CONFIG = 'tests/samples/vite.config.ts';

/**
 * The production build; below, its server with kill points for tests/faults, and the samples for tests/e2e.
 * @type {Build}
 */
const PRODUCTION = { directory: 'build', command: ['remix', 'vite:build'], sources: [] };
/** @type {Build} */
const KILLABLE = {
  directory: '.cache/killable-build',
  command: ['vite', 'build', '--ssr', '--config', KILLABLE_CONFIG],
  sources: [KILLABLE_CONFIG],
};
/** @type {Build} */
const SAMPLES = {
  directory: '.cache/samples',
  command: ['remix', 'vite:build', '--config', SAMPLES_CONFIG],
  sources: ['tests/samples'],
};

/** @param {Build} build */
function stampOf({ directory }) {
  return `${directory}/sources`;
}

/**
 * The state of everything that the build is made from. The generated client depends on the schema and the lock file.
 * @param {Build} build
 * @param {string} [directory] a checkout, or a part of one
 */
function state({ sources }, directory) {
  return fingerprint(
    [
      'app',
      'public',
      'prisma/schema.prisma',
      'vite.config.ts',
      'scripts/notices.mjs',
      'remix.config.js',
      'tsconfig.json',
      'package-lock.json',
      ...sources,
    ],
    (file) => !file.startsWith('app/lib/prisma/') && !/\.test\.tsx?$/.test(file),
    directory,
  );
}

/**
 * True if the build is complete and made from the current sources.
 * @param {Build} [build]
 * @param {string} [directory] has the sources
 */
export function isBuilt(build = PRODUCTION, directory) {
  return readIfThere(stampOf(build)) === state(build, directory);
}

/**
 * True if the production build is made from the same sources as this directory has.
 * @param {string} directory
 */
export const isBuiltFrom = (directory) => isBuilt(PRODUCTION, directory);

export async function buildApp() {
  console.error('Building.');
  const started = Date.now();
  await make(PRODUCTION);
  // Otherwise it would only grow: nothing in it is of use to the new build.
  rmSync(COMPILED, { recursive: true, force: true });
  console.error(`Built (${((Date.now() - started) / 1000).toFixed(1)} s).`);
}

/** Makes the server with kill points unless it exists; returns its directory. There has to be a production build. */
export const buildKillable = () => buildForTests(KILLABLE);

/** Makes the samples of components and emails unless they exist; returns their directory. */
export const buildSamples = () => buildForTests(SAMPLES);

/** @param {Build} build */
async function buildForTests(build) {
  if (!isBuilt(build)) {
    await oneAtATime(join(root, `${build.directory}.sock`), async () => {
      if (!isBuilt(build)) await make(build);
    });
  }
  return build.directory;
}

/** @param {Build} build */
async function make(build) {
  // The stamp is written last and removed first, so an interrupted build never counts. It describes the sources when
  // the build began, so a change during the build is built at the next start.
  const sources = state(build);
  rmSync(stampOf(build), { force: true });
  const [tool, ...args] = build.command;
  const { code, output } = await runTool(tool, args, { NODE_ENV: 'production' });
  if (code !== 0) {
    throw new Failure(`${output.trim()}\nThe app could not be built: the lines above tell why.`);
  }
  writeFileSync(stampOf(build), sources);
}

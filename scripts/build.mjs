import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from './failure.mjs';
import { fingerprint, readIfThere } from './fingerprint.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { root } from './root.mjs';
import { COMPILED, runTool } from './run.mjs';

/**
 * `sources`: what it is made from besides the app.
 * @typedef {{ directory: string, config: string, sources: string[] }} Build
 */

/**
 * The build that people run; after it, the one that tests/faults kill at named points, and the samples of tests/e2e.
 * @type {Build}
 */
const PRODUCTION = { directory: 'build', config: 'vite.config.ts', sources: [] };
const KILLABLE = {
  directory: '.cache/killable-build',
  config: 'tests/faults/kill-points/killable.vite.config.ts',
  sources: ['tests/faults/kill-points/killable.vite.config.ts'],
};
const SAMPLES = {
  directory: '.cache/samples',
  config: 'tests/samples/vite.config.ts',
  sources: ['tests/samples'],
};

/** @param {Build} build */
function stampOf({ directory }) {
  return `${directory}/sources`;
}

/**
 * Everything that the build is made from. The generated client follows from the schema and the lock.
 * @param {Build} build
 */
function state({ sources }) {
  return fingerprint(
    [
      'app',
      'public',
      'prisma/schema.prisma',
      'vite.config.ts',
      'remix.config.js',
      'tsconfig.json',
      'package-lock.json',
      ...sources,
    ],
    (file) => !file.startsWith('app/lib/prisma/') && !/\.test\.tsx?$/.test(file),
  );
}

/** True if build/ was made, to the end, from the sources as they are. */
export function isBuilt(build = PRODUCTION) {
  return readIfThere(stampOf(build)) === state(build);
}

/** Makes the production build. */
export async function buildApp() {
  console.log('Building.');
  const started = Date.now();
  await make(PRODUCTION);
  // It would only grow: of the new build nothing is compiled yet.
  rmSync(COMPILED, { recursive: true, force: true });
  console.log(`Built (${((Date.now() - started) / 1000).toFixed(1)} s).`);
}

/** Makes the build that can be told to die, unless it is there; returns its directory. */
export const buildKillable = () => buildForTests(KILLABLE);

/** Makes the samples of components and emails, unless they are there; returns their directory. */
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
  // Written last and removed first: an interrupted build is never taken for a whole one. It holds what was there when
  // the build began, so that a change in the middle of it is built at the next start.
  const sources = state(build);
  rmSync(stampOf(build), { force: true });
  const { code, output } = await runTool('remix', ['vite:build', '--config', build.config], {
    NODE_ENV: 'production',
  });
  if (code !== 0) {
    throw new Failure(`${output.trim()}\nThe app could not be built: the lines above tell why.`);
  }
  writeFileSync(stampOf(build), sources);
}

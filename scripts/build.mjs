import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from './failure.mjs';
import { fingerprint, readIfThere } from './fingerprint.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { root } from './root.mjs';
import { COMPILED, runTool } from './run.mjs';

/** The build that people run, and the one that tests/faults kill at named points. */
const PRODUCTION = { directory: 'build', config: 'vite.config.ts' };
const KILLABLE = {
  directory: '.cache/killable-build',
  config: 'tests/faults/kill-points/killable.vite.config.ts',
};

/** @param {{ directory: string }} build */
function stampOf({ directory }) {
  return `${directory}/sources`;
}

/**
 * Everything that the build is made from. The generated client follows from the schema and the lock.
 * @param {{ config: string }} build
 */
function state({ config }) {
  return fingerprint(
    [
      'app',
      'public',
      'prisma/schema.prisma',
      'vite.config.ts',
      'remix.config.js',
      'tsconfig.json',
      'package-lock.json',
      ...(config === PRODUCTION.config ? [] : [config]),
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
export async function buildKillable() {
  if (!isBuilt(KILLABLE)) {
    await oneAtATime(join(root, '.cache/killable.sock'), async () => {
      if (!isBuilt(KILLABLE)) await make(KILLABLE);
    });
  }
  return KILLABLE.directory;
}

/** @param {{ directory: string, config: string }} build */
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

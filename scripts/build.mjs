import { rmSync, writeFileSync } from 'node:fs';

import { Failure } from './failure.mjs';
import { fingerprint, readIfThere } from './fingerprint.mjs';
import { runTool } from './run.mjs';

const STAMP = 'build/sources';

/** Everything that the build is made from. The generated client follows from the schema and the lock. */
function state() {
  return fingerprint(
    [
      'app',
      'public',
      'prisma/schema.prisma',
      'vite.config.ts',
      'remix.config.js',
      'tsconfig.json',
      'package-lock.json',
    ],
    (file) => !file.startsWith('app/lib/prisma/') && !/\.test\.tsx?$/.test(file),
  );
}

/** True if build/ was made, to the end, from the sources as they are. */
export function isBuilt() {
  return readIfThere(STAMP) === state();
}

/** Makes the production build. */
export async function buildApp() {
  console.log('Building.');
  const started = Date.now();
  // Written last and removed first: an interrupted build is never taken for a whole one. It holds what was there when
  // the build began, so that a change in the middle of it is built at the next start.
  const sources = state();
  rmSync(STAMP, { force: true });
  const { code, output } = await runTool('remix', ['vite:build'], { NODE_ENV: 'production' });
  if (code !== 0) {
    throw new Failure(`${output.trim()}\nThe app could not be built: the lines above tell why.`);
  }
  writeFileSync(STAMP, sources);
  console.log(`Built (${((Date.now() - started) / 1000).toFixed(1)} s).`);
}

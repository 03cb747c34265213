import { existsSync } from 'node:fs';

import {
  findMisspelledNames,
  readEnv,
  VARIABLE_NAMES,
  withoutQuotes,
  type Env,
} from '../../app/settings/env.server.ts';
import { StartupError } from '../startup-error.ts';

/**
 * Reads and checks the environment. It's read before the build is loaded, because the app's modules take their settings from
 * it, DATABASE_URL included, when they are loaded.
 * @throws StartupError that names every invalid variable
 */
export function readSettings(): Env {
  for (const name of VARIABLE_NAMES) {
    const value = process.env[name];
    // The app's modules, child processes, and libraries also read them.
    if (value !== undefined) process.env[name] = withoutQuotes(value);
  }
  if (!process.env.HOST && inContainer()) process.env.HOST = '0.0.0.0';
  for (const { name, meant } of findMisspelledNames(Object.keys(process.env))) {
    console.error(`Unknown setting ${name} ignored. Did you mean ${meant}?`);
  }
  const reading = readEnv(process.env);
  if (reading.ok) return reading.env;
  throw new StartupError(
    ['Some settings are invalid:', ...reading.problems.map((problem) => `  ${problem}`)].join('\n'),
  );
}

/** True in a container, whose loopback address can't be reached from outside. */
function inContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

/**
 * Objects on disk work for one process, or for several on one machine. With an external database and a separate process
 * for jobs, there are certainly several, perhaps on different machines, so they need a bucket.
 * @throws StartupError
 */
export function refuseObjectsOnDisk(settings: Env, options: { several: boolean }): void {
  if (!options.several || settings.S3_BUCKET !== undefined || !settings.DATABASE_URL) return;
  throw new StartupError(
    'With DATABASE_URL and jobs in a separate process (WORKERS=0), files must be where every process finds ' +
      'them: set S3_BUCKET, or let the app run its jobs itself (WORKERS=1, and no "npm run worker").',
  );
}

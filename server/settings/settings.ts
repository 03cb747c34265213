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
 * The validated environment. It is read before the build is loaded, because the app's modules take their settings from
 * it, DATABASE_URL included, when they are loaded.
 * @throws StartupError that names every wrong variable
 */
export function readSettings(): Env {
  for (const name of VARIABLE_NAMES) {
    const value = process.env[name];
    // The app's modules, child processes and libraries read them as well.
    if (value !== undefined) process.env[name] = withoutQuotes(value);
  }
  if (!process.env.HOST && inContainer()) process.env.HOST = '0.0.0.0';
  for (const { name, meant } of findMisspelledNames(Object.keys(process.env))) {
    console.error(`There is no setting ${name}: did you mean ${meant}? It is ignored.`);
  }
  const reading = readEnv(process.env);
  if (reading.ok) return reading.env;
  throw new StartupError(
    ['Some settings are wrong:', ...reading.problems.map((problem) => `  ${problem}`)].join('\n'),
  );
}

/** A container's own loopback cannot be reached from outside of it. */
function inContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

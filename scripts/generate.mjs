import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { Failure } from './failure.mjs';
import { fingerprint, readIfThere } from './fingerprint.mjs';
import { runTool } from './run.mjs';

const CLIENT = 'app/lib/prisma/client.ts';
const STAMP = '.cache/prisma-client';

/** What the generated client depends on. */
function state() {
  return fingerprint(['prisma/schema.prisma', 'node_modules/prisma/package.json']);
}

/** True if the database client matches the current schema. */
export function isGenerated() {
  return existsSync(CLIENT) && readIfThere(STAMP) === state();
}

/** Writes the database client into app/lib/prisma. */
export async function generateClient() {
  console.error('Generating the database client.');
  rmSync(STAMP, { force: true });
  const { code, output } = await runTool('prisma', ['generate'], {
    // Never connected to, but without an address Prisma would download an engine.
    DATABASE_URL: process.env.DATABASE_URL || 'postgres://localhost/none',
    CHECKPOINT_DISABLE: '1',
  });
  if (code !== 0) {
    throw new Failure(
      `${output.trim()}\nThe database client could not be generated: the lines above tell why.`,
    );
  }
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, state());
}

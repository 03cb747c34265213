import { existsSync } from 'node:fs';

import { Failure } from './failure.mjs';
import { prepare } from './prepare.mjs';
import { root } from './root.mjs';
import { runOnOwnNode, SERVING } from './run.mjs';

/**
 * What each npm script needs and runs. `production` commands run the build; the others run the sources.
 * @type {Record<string, { production?: boolean, serving?: boolean, settings?: boolean, run?: string[] }>}
 */
const COMMANDS = {
  serve: { production: true, serving: true, run: ['server/index.ts'] },
  worker: { production: true, serving: true, run: ['server/worker.ts'] },
  'serve-web': { production: true, serving: true, run: ['server/serve-web.ts'] },
  admin: { production: true, run: ['server/admin.ts'] },
  dev: { run: ['scripts/dev.mjs'] },
  // Preparing the checkout generates the database client.
  generate: { settings: false },
  seed: { run: ['server/seed.ts'] },
  eval: { run: ['--import', 'tsx', 'tests/eval/run.ts'] },
  test: { settings: false, run: ['scripts/test.mjs', 'quick'] },
  'test-long': { settings: false, run: ['scripts/test.mjs', 'long'] },
  'test-all': { settings: false, run: ['scripts/test.mjs', 'all'] },
  release: { settings: false, run: ['scripts/release.mjs'] },
  'release-backup': { production: true, settings: false, run: ['tests/releases/make.ts'] },
  bench: { production: true, settings: false, run: ['tests/bench/run.ts'] },
  'bench-web': { production: true, settings: false, run: ['tests/bench/web.ts'] },
};

/**
 * Prepares the checkout for one command and runs it.
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function main(name, args) {
  try {
    process.chdir(root);
    const command = COMMANDS[name ?? ''];
    if (!command) {
      throw new Failure(
        `Unknown command "${name ?? ''}": use one of ${Object.keys(COMMANDS).join(', ')}.`,
      );
    }
    // Tests and benchmarks have their own settings.
    if (command.settings !== false && existsSync('.env')) process.loadEnvFile('.env');
    await prepare({ build: command.production === true });
    if (!command.run) return;
    if (command.production) process.env.NODE_ENV = 'production';
    const { options = [], environment } = command.serving ? SERVING : {};
    await runOnOwnNode([...options, ...command.run, ...args], environment);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

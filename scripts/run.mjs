import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';

import { Failure } from './failure.mjs';
import { root } from './root.mjs';

const OWN_MAJOR = '24';
const BIN = join(root, 'node_modules/.bin');
const PATIENCE_MS = 2_000;
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * The environment in which `node`, and so every tool, is the project's own Node.
 * @param {Record<string, string>} [more]
 */
export function ownEnvironment(more = {}) {
  return { ...process.env, ...more, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Runs one of the project's tools to its end and returns its output.
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 */
export function runTool(name, args, environment) {
  return runStep(join(BIN, name), args, ownEnvironment(environment));
}

/**
 * Runs a program to its end and returns its output. A signal to this process ends both.
 * @param {string} executable
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, output: string }>} rejects when it cannot be run at all
 */
export function runStep(executable, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {NodeJS.Signals | undefined} */
    let interrupted;
    const unforward = forwardSignals(child, (signal) => {
      interrupted = signal;
      // npm would first undo its work, slowly; the next start begins again anyway.
      setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-100_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => {
      unforward();
      reject(error);
    });
    child.once('close', (code) => {
      unforward();
      if (interrupted) process.exit(exitCode(null, interrupted));
      resolve({ code, output });
    });
  });
}

/** Node's compile cache, relative to the working directory. */
export const COMPILED = '.cache/compiled';

/**
 * For processes that serve: they stay a third smaller without measurable cost (`npm run bench`, row 14). It must be set
 * before the process starts: a small young generation, an old one that is collected when it has doubled (V8 would let an
 * import fill it to three times what is in use, row 13), only the first compiler for WebAssembly (Prisma's query compiler
 * then takes 20 MB less), few arenas for the memory of password hashing, and Node's compile cache, so that it starts faster
 * and doesn't load its TypeScript parser.
 */
export const SERVING = {
  options: ['--max-semi-space-size=4', '--heap-growing-percent=100', '--liftoff-only'],
  environment: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: COMPILED },
};

/**
 * Runs a script on the project's own Node: within this process if it already runs on that Node, so that nothing
 * stands between it and its signals; otherwise in a child that gets the signals and provides the exit code.
 * @param {string[]} command options for Node, the script, its arguments
 * @param {Record<string, string>} [environment]
 */
export async function runOnOwnNode(command, environment) {
  const node = join(BIN, 'node');
  const env = ownEnvironment(environment);
  if (process.versions.node.split('.')[0] === OWN_MAJOR && process.execve) {
    process.execve(process.execPath, [process.execPath, ...command], env);
  }
  process.exitCode = await runChild(node, command, env);
}

/**
 * Runs a program in the foreground, with this process's terminal and signals.
 * @param {string} executable
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code
 */
export function runChild(executable, args, env = ownEnvironment()) {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, { env, stdio: 'inherit' });
    const unforward = forwardSignals(child);
    child.once('error', (cause) => {
      unforward();
      reject(
        new Failure(
          `${executable} cannot be run (${cause.message}): delete node_modules and start again.`,
        ),
      );
    });
    child.once('exit', (code, signal) => {
      unforward();
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * At Ctrl-C the child also gets the terminal's signal, and treats the two as one.
 * @param {import('node:child_process').ChildProcess} child
 * @param {(signal: NodeJS.Signals) => void} [onSignal]
 */
function forwardSignals(child, onSignal) {
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    onSignal?.(signal);
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward);
  };
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

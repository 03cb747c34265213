import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import type { Lifetime } from './lifetime.ts';

/** Remix's server finishes its responses, but then stays because of the app's open connections. */
const GRACE_MS = 3_000;

/** Runs a script in a child process until it exits or this process has to end. Returns its exit code. */
export async function runScript(
  lifetime: Lifetime,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  void lifetime.ending.then(() => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  });
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

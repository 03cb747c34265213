import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { log } from './log.server';
import { singleton } from './singleton.server';

export interface ApartLimits {
  timeMs: number;
  memoryMb: number;
}

/** Node itself, and the code that reads, before any file is opened. */
const OWN_MB = 160;
const WATCH_MS = 100;
/** So many processes of one script run at a time; the others wait. */
const AT_ONCE = 2;

/** As a shell tells it. */
const ABORTED = 134;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** What the script wrote to its output, or why it was killed; `broken`: it ended in a way that nobody foresaw. */
export type RunApart = { said: string } | { killed: 'time' | 'memory' } | { broken: true };

interface Turns {
  free: number;
  waiting: (() => void)[];
}

/**
 * Runs a script of `server/` in a process without environment, which is killed when it takes more than `limits`:
 * whatever a stranger's file does to it, this process goes on.
 */
export async function runApart(
  script: string,
  args: readonly string[],
  limits: ApartLimits,
): Promise<RunApart> {
  const turns = singleton(`turns-of-${script}`, (): Turns => ({ free: AT_ONCE, waiting: [] }));
  if (turns.free > 0) turns.free -= 1;
  else await new Promise<void>((resolve) => turns.waiting.push(resolve));
  try {
    return await run(script, args, limits);
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.free += 1;
  }
}

async function run(
  script: string,
  args: readonly string[],
  limits: ApartLimits,
): Promise<RunApart> {
  const flags = [
    `--max-old-space-size=${limits.memoryMb}`,
    '--disable-warning=ExperimentalWarning',
  ];
  const child = spawn(process.execPath, [...flags, fileOf(script), ...args], {
    // Nothing of ours is in its environment: it opens what strangers made.
    env: {} as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let killed: 'time' | 'memory' | null = null;
  const kill = (reason: 'time' | 'memory') => {
    killed ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => kill('time'), limits.timeMs);
  const watch = setInterval(() => {
    void memoryOf(child.pid).then((mb) => {
      if (mb > limits.memoryMb + OWN_MB) kill('memory');
    });
  }, WATCH_MS);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  try {
    const { code, signal } = await new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    if (killed) return { killed };
    // Out of its heap it aborts; the system may have killed it too.
    if (signal !== null || code === ABORTED) return { killed: 'memory' };
    if (code !== 0) {
      log.error({ code, script, args: args[0] }, 'a reader of files broke off');
      return { broken: true };
    }
    return { said };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

/** Resident memory in MB, where the system tells; the heap is limited everywhere. */
async function memoryOf(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
    return (Number(pages) * 4_096) / 1024 / 1024;
  } catch {
    // Over meanwhile, or another system.
    return 0;
  }
}

/** The script runs from its source, beside the server's, wherever this code was built to. */
function fileOf(script: string): string {
  return singleton(`file-of-${script}`, () => {
    for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
      const file = join(directory, 'server', script);
      if (existsSync(file)) return file;
      if (directory === dirname(directory)) {
        log.error({ script }, 'a reader is not there: no file can be read');
        throw new Error(`server/${script} is missing`);
      }
    }
  });
}

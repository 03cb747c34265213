import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ZodType } from 'zod';

import { AppError } from '../errors';
import { FairTurns, NoPlace } from './turns.server';
import { log } from '../log.server';
import { singleton } from '../singleton.server';

export interface ApartLimits {
  timeMs: number;
  memoryMb: number;
}

/** Node itself and the reading code, before any file is opened. */
const OWN_MB = 160;
const WATCH_MS = 100;
/** For all people together, over all readers: a machine has two cores, and each process takes a few hundred MB. */
const TURNS = {
  files: { atOnce: 2, atOncePerPerson: 1, maxWaiting: 80, maxWaitingPerPerson: 20 },
  // Minutes of copying that no one waits for, kept out of the way of uploads.
  weights: { atOnce: 1, atOncePerPerson: 1, maxWaiting: 80, maxWaitingPerPerson: 20 },
} as const;

const BUSY_WITH_YOURS =
  'Some of your files are still being read. Wait until they’re done, then try this one again.';
const BUSY = 'Too many files are being read right now. Try again in a minute.';
/** The kernel ends these before the app when memory runs out. */
const FIRST_TO_GO = '1000';

// The script's environment has nothing of ours, because it opens strangers' files. The compile cache halves its start.
const { NODE_COMPILE_CACHE } = process.env;
const ENVIRONMENT = { ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };

/** The exit code that a shell would report. */
const ABORTED = 134;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

type Failed = { killed: 'time' | 'memory' } | { broken: true };

/** The script's answer, or why it was killed. `broken`: it crashed, or answered something that its schema doesn't allow. */
export type RunApart<Answer> = { answer: Answer } | Failed;

/** The person whose file it is: people take turns. */
export interface ReaderTurn {
  userId: string;
  /** Read for a job; only so many jobs run at once, so it waits for its turn however many others do. */
  isJob?: boolean;
  /** Ends the script and discards its output. */
  signal?: AbortSignal;
  row?: keyof typeof TURNS;
}

/**
 * Runs a script of `server/` in a process without our environment, which is killed when it takes more than `limits`:
 * whatever a stranger's file does to it, this process goes on, and so do other people's files.
 * @throws AppError `too-many-requests`, `unavailable` when too many files wait already
 */
export async function runApart<Answer>(
  script: string,
  args: readonly string[],
  limits: ApartLimits,
  { userId, isJob = false, row = 'files', signal }: ReaderTurn,
  schema: ZodType<Answer>,
): Promise<RunApart<Answer>> {
  const turns = singleton(`reader-turns-${row}`, () => new FairTurns(TURNS[row]));
  try {
    const run = await turns.run(userId, () => runScript(script, args, limits, signal), {
      always: isJob,
    });
    return 'said' in run ? answerOf(run.said, schema, script) : run;
  } catch (cause) {
    if (!(cause instanceof NoPlace)) throw cause;
    throw cause.of === 'person'
      ? new AppError('too-many-requests', BUSY_WITH_YOURS, { cause })
      : new AppError('unavailable', BUSY, { cause });
  }
}

/** What it says comes from a process that read a stranger's file, so it's checked. */
function answerOf<Answer>(said: string, schema: ZodType<Answer>, script: string): RunApart<Answer> {
  try {
    return { answer: schema.parse(JSON.parse(said)) };
  } catch (err) {
    log.error({ err, script }, 'a reader of files gave an invalid answer');
    return { broken: true };
  }
}

async function runScript(
  script: string,
  args: readonly string[],
  limits: ApartLimits,
  signal?: AbortSignal,
): Promise<{ said: string } | Failed> {
  if (signal?.aborted) return { killed: 'time' };
  const flags = [
    `--max-old-space-size=${limits.memoryMb}`,
    '--disable-warning=ExperimentalWarning',
  ];
  const child = spawn(process.execPath, [...flags, scriptFile(script), ...args], {
    env: ENVIRONMENT as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (child.pid !== undefined) {
    // Without /proc, the system doesn't use a score either.
    void writeFile(`/proc/${child.pid}/oom_score_adj`, FIRST_TO_GO).catch(() => {});
  }
  let killed: 'time' | 'memory' | null = null;
  const kill = (reason: 'time' | 'memory') => {
    killed ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => kill('time'), limits.timeMs);
  const abort = () => kill('time');
  signal?.addEventListener('abort', abort);
  const watch = setInterval(() => {
    void memoryOf(child.pid).then((mb) => {
      if (mb > limits.memoryMb + OWN_MB) kill('memory');
    });
  }, WATCH_MS);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  try {
    const { code, signal } = await new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    if (killed) return { killed };
    // It aborts when its heap is full; the system may have killed it, too.
    if (signal !== null || code === ABORTED) return { killed: 'memory' };
    if (code !== 0) {
      log.error({ code, script, args: args[0] }, 'a reader of files broke off');
      return { broken: true };
    }
    return { said };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    clearInterval(watch);
  }
}

/** Resident memory in MB, if the system reports it; the heap is limited everywhere. */
export async function memoryOf(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
    return (Number(pages) * 4_096) / 1024 / 1024;
  } catch {
    // The process has ended, or the system has no /proc.
    return 0;
  }
}

/** The script runs from its source, beside the server's, wherever this code was built to. */
export function scriptFile(script: string): string {
  return singleton(`file-of-${script}`, () => {
    for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
      const file = join(directory, 'server', script);
      if (existsSync(file)) return file;
      if (directory === dirname(directory)) {
        log.error({ script }, 'a script of the server is not there');
        throw new Error(`server/${script} is missing`);
      }
    }
  });
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { isRefusal, type Refusal } from './refusals';

const LIMITS = { timeMs: 30_000, memoryMb: 512 };
/** Node itself, and the code that reads, before any file is opened. */
const OWN_MB = 160;
const WATCH_MS = 100;
/** So many files are read at a time by this process; the others wait. */
const AT_ONCE = 2;

/** As a shell tells it. */
const ABORTED = 134;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export type ReadFile =
  { text: string; pages: number | null } | { picture: string; bytes: number } | Refusal;

export interface ReadOptions {
  kind: 'pdf' | 'docx' | 'picture';
  /** The file, and where what is made of it goes. */
  input: string;
  output: string;
}

const turns = singleton('attachment-readers', () => ({
  free: AT_ONCE,
  waiting: [] as (() => void)[],
}));

/**
 * Reads a file in a process that is killed when it takes more than `limits`; whatever the file does to it, this one
 * goes on.
 */
export async function readFileApart(options: ReadOptions, limits = LIMITS): Promise<ReadFile> {
  if (turns.free > 0) turns.free -= 1;
  else await new Promise<void>((resolve) => turns.waiting.push(resolve));
  try {
    return await run(options, limits);
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.free += 1;
  }
}

async function run({ kind, input, output }: ReadOptions, limits: typeof LIMITS): Promise<ReadFile> {
  const args = [`--max-old-space-size=${limits.memoryMb}`, '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...args, readerFile(), kind, input, output], {
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
    if (killed) return killed;
    // Out of its heap it aborts; the system may have killed it too.
    if (signal !== null || code === ABORTED) return 'memory';
    if (code !== 0) {
      log.error({ code, kind }, 'the reader of attachments broke off');
      return 'damaged';
    }
    return await answerOf(said, output);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

async function answerOf(said: string, output: string): Promise<ReadFile> {
  const answer = JSON.parse(said) as Record<string, unknown>;
  if (isRefusal(answer.refusal)) return answer.refusal;
  if (typeof answer.picture === 'string') {
    return { picture: answer.picture, bytes: Number(answer.bytes) };
  }
  const pages = typeof answer.pages === 'number' ? answer.pages : null;
  return { text: await readFile(output, 'utf8'), pages };
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

/** The reader runs from its source, beside the server's, wherever this code was built to. */
function readerFile(): string {
  return singleton('attachment-reader-file', () => {
    for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
      const file = join(directory, 'server/attachment-reader.ts');
      if (existsSync(file)) return file;
      if (directory === dirname(directory)) {
        log.error('server/attachment-reader.ts is not there: no file can be read');
        throw new Error('the reader of attachments is missing');
      }
    }
  });
}

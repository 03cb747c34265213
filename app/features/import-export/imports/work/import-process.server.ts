import { fork, type ChildProcess } from 'node:child_process';

import { LeaseLost, MAX_DEATHS } from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { memoryOf, scriptFile } from '~/lib/run-apart.server';
import { purgeTemporaryFiles } from '~/lib/files/temporary.server';

import { endImport, type Retry } from './drive-import.server';
import { readFiles } from '../import-data.server';
import { importRefusals } from '../refusals';
import type { ImportLease } from './held-imports.server';
import { leaveAfterDeath, letGo, type Held } from './work-data.server';

// The app's side of the process that an import has to itself: whatever is in an export, the app goes on.

const MB = 1024 * 1024;

/**
 * With the app and the built-in PostgreSQL it fits into 1 GB. V8 stops at the heap's limit; what lies outside of the heap
 * counts in the other one.
 */
const HEAP_MB = 288;
const MEMORY_MB = 480;
const WATCH_MS = 100;

const TIME_MS = 30 * 60_000;
/** A slow store of objects gives and takes at least 1 MB in two seconds. */
const TIME_PER_MB_MS = 2_000;
/** It says every few seconds that it is alive: silent for so long, it hangs. */
const SILENCE_MS = 60_000;

/** What it is given to let go of the import once it is told to stop. */
const GRACE_MS = 2_000;
/** The next try after a death waits so long. */
const PAUSE_SECONDS = 5;

/** Of its own, so that the app's are not taken from the requests. */
const CONNECTIONS = 4;

/** Out of its heap, V8 aborts. */
const ABORTED = 134;

type Death = keyof typeof REASONS;

/** For the person, once it has died too often. */
const REASONS = {
  memory: importRefusals.tooMuchMemory,
  time: importRefusals.tooSlow,
  unknown: importRefusals.broken,
};

/** Takes a held import through its step in a process of its own. Never rejects. */
export async function driveApart(lease: ImportLease, retry: Retry): Promise<void> {
  const { claim: held, abort } = lease;
  const { signal } = abort;
  // That process does.
  lease.beats = false;
  try {
    const files = await readFiles(sql, held.id);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const death = await run(held, signal, TIME_MS + (bytes / MB) * TIME_PER_MB_MS);
    // Told to stop, it may have been stopped before it could let go.
    if (signal.aborted) return await letGo(sql, held);
    if (death !== null) await afterDeath(held, death, retry);
  } catch (err) {
    if (err instanceof LeaseLost) return;
    log.error({ err, import: held.id }, 'an import cannot be worked on, it is taken up again');
  }
}

async function afterDeath(held: Held, death: Death, retry: Retry): Promise<void> {
  // What it had unpacked for readers of files.
  await purgeTemporaryFiles();
  const starts = await leaveAfterDeath(sql, held, PAUSE_SECONDS);
  if (starts < MAX_DEATHS) return retry(held.id, PAUSE_SECONDS);
  log.error({ import: held.id, starts }, 'an import was given up');
  await endImport(held, 'failed', REASONS[death]);
}

/** Runs the process to its end. Null where it ended in good order; it has then said in the database how. */
async function run(held: Held, signal: AbortSignal, timeMs: number): Promise<Death | null> {
  if (signal.aborted) return null;
  const child = fork(scriptFile('import.ts'), {
    execArgv: [
      // What the operator and `npm start` set for the app; the last of two options counts.
      ...(process.env.NODE_ENV === 'production' ? process.execArgv : []),
      `--max-old-space-size=${HEAP_MB}`,
      '--disable-warning=ExperimentalWarning',
    ],
    env: { ...process.env, DATABASE_POOL: String(CONNECTIONS) },
    // A group of its own: readers of files that it has started are killed with it.
    detached: true,
  });
  let death: Death | null = null;
  const kill = (reason: Death | null) => {
    death ??= reason;
    killGroup(child);
  };
  const timer = setTimeout(() => kill('time'), timeMs);
  let silence = setTimeout(() => kill('time'), SILENCE_MS);
  child.on('message', () => {
    clearTimeout(silence);
    silence = setTimeout(() => kill('time'), SILENCE_MS);
  });
  const watch = setInterval(() => {
    void memoryOf(child.pid).then((mb) => {
      if (mb > MEMORY_MB) kill('memory');
    });
  }, WATCH_MS);
  let grace: NodeJS.Timeout | undefined;
  const stop = () => {
    if (child.connected) child.disconnect();
    grace = setTimeout(() => kill(null), GRACE_MS);
  };
  signal.addEventListener('abort', stop);
  try {
    const ended = new Promise<{ code: number | null; by: NodeJS.Signals | null }>(
      (resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, by) => resolve({ code, by }));
      },
    );
    child.send({ held }, () => {
      // Where it cannot be sent, the process has ended.
    });
    const { code, by } = await ended;
    // Its readers may still be there.
    killGroup(child);
    if (code === 0 || signal.aborted) return null;
    const found: Death = death ?? (by === 'SIGABRT' || code === ABORTED ? 'memory' : 'unknown');
    log.error(
      { import: held.id, starts: held.attempt, code, signal: by, cause: WORDS[found] },
      'the process of an import died',
    );
    return found;
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
    clearTimeout(silence);
    clearTimeout(grace);
    clearInterval(watch);
  }
}

/** For the log. */
const WORDS: Record<Death, string> = {
  memory: `it needed more than ${HEAP_MB} MB of heap or ${MEMORY_MB} MB in all`,
  time: 'it took too long, or hung',
  unknown: 'it ended by itself, or was killed: the system does that when memory runs out',
};

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // No one of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

import { fork, type ChildProcess } from 'node:child_process';

import { LeaseLost, MAX_DEATHS } from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { memoryOf, scriptFile } from '~/lib/concurrency/run-apart.server';
import { purgeTemporaryFiles } from '~/lib/files/temporary.server';
import { MINUTE_MS } from '~/lib/time';

import { endImport, type Retry } from './run-import-step.server';
import { readFiles } from '../import-data.server';
import { importRefusals } from '../refusals';
import type { ImportLease } from './held-imports.server';
import { release, releaseAfterDeath, type Held } from './work-data.server';

// The app's side of an import's own process: whatever an export does to that process, the app survives.

const MB = 1024 * 1024;

/**
 * Together with the app and the built-in PostgreSQL, it fits into 1 GB. V8 aborts at the first limit; the second is the
 * whole process's.
 */
const HEAP_MB = 288;
const MEMORY_MB = 480;
const WATCH_MS = 100;

const TIME_MS = 30 * MINUTE_MS;
/** A slow object store still moves 1 MB in two seconds. */
const TIME_PER_MB_MS = 2_000;
/** The process reports every few seconds that it is alive: without a report for this long, it hangs. */
const SILENCE_MS = MINUTE_MS;

/** How long it has to release the import after it is told to stop. */
const GRACE_MS = 2_000;
/** Before the next attempt after a death. */
const PAUSE_SECONDS = 5;

/** Its own database connections, so that requests keep theirs. */
const CONNECTIONS = 4;

/** V8's exit code when the heap is full. */
const ABORTED = 134;

type Death = keyof typeof REASONS;

/** For the person, after too many deaths. */
const REASONS = {
  memory: importRefusals.tooMuchMemory,
  time: importRefusals.tooSlow,
  unknown: importRefusals.broken,
};

/** Runs the next step of a held import in its own process. Never rejects. */
export async function runStepApart(lease: ImportLease, retry: Retry): Promise<void> {
  const { claim: held, abort } = lease;
  const { signal } = abort;
  // The other process beats.
  lease.beats = false;
  try {
    const files = await readFiles(sql, held.id);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const death = await run(held, signal, TIME_MS + (bytes / MB) * TIME_PER_MB_MS);
    // It may have been killed before it released the import.
    if (signal.aborted) return await release(sql, held);
    if (death !== null) await afterDeath(held, death, retry);
  } catch (err) {
    if (err instanceof LeaseLost) return;
    log.error(
      { err, import: held.id },
      'an import could not be worked on, it will be started again',
    );
  }
}

async function afterDeath(held: Held, death: Death, retry: Retry): Promise<void> {
  // What it had unpacked for its file readers.
  await purgeTemporaryFiles();
  const starts = await releaseAfterDeath(sql, held, PAUSE_SECONDS);
  if (starts < MAX_DEATHS) return retry(held.id, PAUSE_SECONDS);
  log.error({ import: held.id, starts }, 'an import was given up');
  await endImport(held, 'failed', REASONS[death]);
}

/** Runs the process to its end. Null when it ended normally and stored the result itself. */
async function run(held: Held, signal: AbortSignal, timeMs: number): Promise<Death | null> {
  if (signal.aborted) return null;
  const child = fork(scriptFile('import.ts'), {
    execArgv: [
      // The options of the app itself come first: of two values, the last one counts.
      ...(process.env.NODE_ENV === 'production' ? process.execArgv : []),
      `--max-old-space-size=${HEAP_MB}`,
      '--disable-warning=ExperimentalWarning',
    ],
    env: { ...process.env, DATABASE_POOL: String(CONNECTIONS) },
    // A process group of its own, so that its file readers are killed with it.
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
      // If it can't be sent, the process has ended.
    });
    const { code, by } = await ended;
    // Its file readers may still run.
    killGroup(child);
    if (code === 0 || signal.aborted) return null;
    const found: Death = death ?? (by === 'SIGABRT' || code === ABORTED ? 'memory' : 'unknown');
    log.error(
      { import: held.id, starts: held.attempt, code, signal: by, cause: CAUSES[found] },
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
const CAUSES: Record<Death, string> = {
  memory: `it needed more than ${HEAP_MB} MB of heap or ${MEMORY_MB} MB in all`,
  time: 'it took too long, or hung',
  unknown: 'it ended by itself, or was killed: the system does that when memory runs out',
};

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // No process of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

import { type Claim, thisProcessId } from '~/engine/leases/index.server';
import { log } from '~/lib/log.server';
import { noteOutage } from '~/lib/outage.server';
import { singleton } from '~/lib/singleton.server';

import { abandoned, runs, type Run } from '../../run/runs.server';
import { Journal, TornJournal } from './journal.server';
import { prepareJournals, removeJournal } from './journal-files.server';

/** How long the app continues without a journal after a write failed. */
const PAUSE_MS = 30_000;

const state = singleton('generation-journal', () => ({
  journal: null as Journal | null,
  /** How many this process has created. */
  files: 0,
  /** On the clock of `performance.now`; 0 while writing works. */
  pausedUntil: 0,
}));

/**
 * Writes a chunk to the journal, where it survives this process. Call it before the chunk is shown. A failed write holds
 * nothing up: until the disk recovers, text is safe only once it is stored.
 */
export function keepShown(run: Run, chunk: string): void {
  if (state.pausedUntil !== 0 && performance.now() < state.pausedUntil) return;
  try {
    state.journal ??= open();
    state.journal.append(run.claim, run.text.length, chunk);
  } catch (err) {
    pause(err);
    return;
  }
  if (state.pausedUntil === 0) return;
  state.pausedUntil = 0;
  log.info('text that is shown before it is stored is kept on disk again');
}

function open(): Journal {
  const names = [1, 2].map((number) => `${thisProcessId}.${state.files + number}`);
  state.files += 2;
  return new Journal(prepareJournals(), names as [string, string]);
}

function pause(err: unknown): void {
  noteOutage(err);
  if (err instanceof TornJournal) closeCurrent();
  // Logged once per failure of the disk, not for each token.
  if (state.pausedUntil === 0) {
    log.warn(
      { err },
      'shown text cannot be kept in DATA_DIR: if this process is killed, its last half second is lost',
    );
  }
  state.pausedUntil = performance.now() + PAUSE_MS;
}

/** Called before all text is stored. */
export function beforeStoring(): void {
  state.journal?.switchFiles();
}

/** Removes the text that is stored, or whose run has ended. */
export function dropStored(): void {
  try {
    state.journal?.clear(isSafe);
  } catch (err) {
    log.warn({ err }, 'text that is stored could not be removed from the journal');
    closeCurrent();
  }
}

function isSafe(claim: Claim, end: number): boolean {
  if (abandoned.has(claim)) return false;
  const run = runs.held.get(claim.id);
  return run?.claim !== claim || run.storedLength >= end;
}

/** Starts another journal after a process that took this one for dead has removed its files. */
export function checkJournal(): void {
  if (state.journal?.isGone()) closeCurrent();
}

function closeCurrent(): void {
  const { journal } = state;
  state.journal = null;
  try {
    journal?.close();
  } catch (err) {
    log.warn({ err }, 'the journal of shown text could not be closed');
  }
}

/** Call it before the process exits, after all its runs have ended. Text that couldn't be stored stays for the next start. */
export async function closeJournal(): Promise<void> {
  closeCurrent();
  if (state.files > 0 && abandoned.size === 0) await removeJournal(thisProcessId);
}

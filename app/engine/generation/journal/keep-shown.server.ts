import { type Claim, thisProcessId } from '~/engine/leases/index.server';
import { log } from '~/lib/log.server';
import { noteOutage } from '~/lib/outage.server';
import { singleton } from '~/lib/singleton.server';

import { abandoned, runs, type Run } from '../runs.server';
import { Journal, TornJournal } from './journal.server';
import { prepareJournals, removeJournal } from './journal-files.server';

/** How long the app goes on without a journal after the disk has refused it. */
const PAUSE_MS = 30_000;

const kept = singleton('generation-journal', () => ({
  journal: null as Journal | null,
  files: 0,
  /** On the clock of `performance.now`; 0 while all is well. */
  pausedUntil: 0,
}));

/**
 * Keeps a part of text where it outlives this process. Call it before anyone is shown the piece. The disk's refusal
 * keeps no one waiting: text then is safe as soon as the database has it.
 */
export function keepShown(run: Run, chunk: string): void {
  if (kept.pausedUntil !== 0 && performance.now() < kept.pausedUntil) return;
  try {
    kept.journal ??= open();
    kept.journal.append(run.claim, run.text.length, chunk);
  } catch (err) {
    refuse(err);
    return;
  }
  if (kept.pausedUntil === 0) return;
  kept.pausedUntil = 0;
  log.info('text that is shown before it is stored is kept on disk again');
}

function open(): Journal {
  const names = [1, 2].map((number) => `${thisProcessId}.${kept.files + number}`);
  kept.files += 2;
  return new Journal(prepareJournals(), names as [string, string]);
}

function refuse(err: unknown): void {
  noteOutage(err);
  if (err instanceof TornJournal) letGo();
  // Told once for each time that the disk is full, not for each token.
  if (kept.pausedUntil === 0) {
    log.warn(
      { err },
      'shown text cannot be kept in DATA_DIR: if this process is killed, its last half second is lost',
    );
  }
  kept.pausedUntil = performance.now() + PAUSE_MS;
}

/** The database is about to be given all text there is. */
export function beforeStoring(): void {
  kept.journal?.turn();
}

/** Removes what has become safe: it is in the database, or its run is over. */
export function dropStored(): void {
  try {
    kept.journal?.clear(isSafe);
  } catch (err) {
    log.warn({ err }, 'text that is stored could not be removed from the journal');
    letGo();
  }
}

function isSafe(claim: Claim, end: number): boolean {
  if (abandoned.has(claim)) return false;
  const run = runs.held.get(claim.id);
  return run?.claim !== claim || run.storedLength >= end;
}

/** Begins another journal when someone has removed this one's files, taking this process for dead. */
export function checkJournal(): void {
  if (kept.journal?.isGone()) letGo();
}

function letGo(): void {
  const { journal } = kept;
  kept.journal = null;
  try {
    journal?.close();
  } catch (err) {
    log.warn({ err }, 'the journal of shown text could not be closed');
  }
}

/** At the end of the process, when all its runs are over. What could not be stored stays for the next start. */
export async function closeJournal(): Promise<void> {
  letGo();
  if (kept.files > 0 && abandoned.size === 0) await removeJournal(thisProcessId);
}

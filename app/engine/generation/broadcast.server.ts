import { isWatchedHere, publishDelta } from '~/engine/events/index.server';
import { singleton } from '~/lib/singleton.server';

import { runs, type Run } from './runs.server';

/** Watchers get the text of this long as one message (docs/product.md, Changes). */
const INTERVAL_MS = 100;
/** A delta must stay far below NOTIFY's 8,000 bytes, even when each character takes four and is escaped. */
const MAX_DELTA = 1_500;
/** Browsers ask again well within this while they watch. */
const ELSEWHERE_MS = 40_000;

const broadcast = singleton('generation-broadcast', () => ({
  timer: null as NodeJS.Timeout | null,
}));

/** Someone connected to another process watches this run of ours. */
export function watchedElsewhere(id: string): void {
  const run = runs.byId.get(id);
  if (!run) return;
  run.watchedElsewhereUntil = performance.now() + ELSEWHERE_MS;
  // They read the database, which lacks what came since it was last written to.
  run.watchedLength = Math.min(run.watchedLength ?? run.storedLength, run.storedLength);
  broadcastSoon();
}

/** Someone connected to this process begins to watch; they have read up to the present length. */
export function watchedHere(run: Run): void {
  run.watchedLength ??= run.text.length;
  broadcastSoon();
}

export function broadcastSoon(): void {
  broadcast.timer ??= setTimeout(() => {
    broadcast.timer = null;
    send();
  }, INTERVAL_MS);
}

function send(): void {
  const now = performance.now();
  for (const run of runs.byId.values()) sendRun(run, now);
}

/** Sends what watchers lack. A gap they notice by its offset, and ask. */
export function sendRun(run: Run, now: number): void {
  if (run.watchedLength === null) return;
  const elsewhere = run.watchedElsewhereUntil > now;
  if (!elsewhere && !isWatchedHere(run.userId, run.claim.id)) {
    run.watchedLength = null;
    return;
  }
  while (run.watchedLength < run.text.length) {
    const text = run.text.slice(run.watchedLength, run.watchedLength + MAX_DELTA);
    publishDelta(
      run.userId,
      { id: run.claim.id, offset: run.watchedLength, text },
      elsewhere ? 'everywhere' : 'here',
    );
    run.watchedLength += text.length;
  }
}

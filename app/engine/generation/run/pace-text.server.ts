/**
 * The chunks that one process can show per second before its answers start to wait for each other: each chunk costs a write
 * to the disk and one to the reader's socket, whatever its length.
 */
const CHUNKS_PER_SECOND = 3_000;
/** With fewer answers at a time, a core has room to show each chunk within a millisecond. */
const UNPACED = 25;
/** Fifteen chunks per second still read as flowing text. */
const MAX_GAP_MS = 66;

/** Milliseconds between two chunks of an answer while `running` answers run in this process. */
export function gapBetweenChunks(running: number): number {
  if (running < UNPACED) return 0;
  return Math.min((running * 1_000) / CHUNKS_PER_SECOND, MAX_GAP_MS);
}

export interface Pace {
  take(chunk: string): void;
  /** Shows at once what waits. Don't call `take` after it. */
  end(): void;
}

/**
 * Shows the chunks of one answer: the first at once, and those that arrive within the gap after another together when the
 * gap is over. Nothing is lost or reordered.
 */
export function paceText(show: (text: string) => void, gapMs: () => number): Pace {
  let shownAt = -Infinity;
  let waiting = '';
  let timer: NodeJS.Timeout | null = null;

  function showNow(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const text = waiting;
    waiting = '';
    shownAt = performance.now();
    show(text);
  }

  return {
    take(chunk) {
      waiting += chunk;
      if (timer) return;
      const left = shownAt + gapMs() - performance.now();
      if (left <= 0) showNow();
      else timer = setTimeout(showNow, left);
    },
    end() {
      if (waiting !== '') showNow();
    },
  };
}

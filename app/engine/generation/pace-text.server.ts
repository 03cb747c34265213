/**
 * What one process shows in a second, in pieces of text, before its answers begin to wait for each other: each piece is a
 * way to the disk and one to the reader's socket, whether it has three words or one.
 */
const CHUNKS_PER_SECOND = 3_000;
/** Fewer answers at a time leave a core room enough to show each piece within a millisecond. */
const UNPACED = 25;
/** Fifteen times a second still reads as text that flows. */
const MAX_GAP_MS = 66;

/** Milliseconds from one piece of an answer to its next, when so many answers run in this process. */
export function gapBetweenChunks(running: number): number {
  if (running < UNPACED) return 0;
  return Math.min((running * 1_000) / CHUNKS_PER_SECOND, MAX_GAP_MS);
}

export interface Pace {
  take(chunk: string): void;
  /** Shows what waits, at once. Nothing is to be taken after it. */
  end(): void;
}

/**
 * Hands on the pieces of one answer: the first at once, and what comes sooner after another than the gap allows together
 * when it is over. Nothing is lost or reordered.
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

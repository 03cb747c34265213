/** Long enough for a number that does not jump, short enough to follow the network. */
const WINDOW_MS = 10_000;
/** Before this nothing can be said. */
const LEAST_MS = 1_500;

interface Sample {
  at: number;
  sent: number;
}

/** How fast bytes go, over the last seconds. */
export function createSpeed(): {
  note(at: number, sent: number): void;
  /** Bytes in a second; null while that cannot be said. */
  now(): number | null;
  reset(): void;
} {
  let samples: Sample[] = [];
  return {
    note(at, sent) {
      // The last one before the window stays: it is what the window is measured from.
      const first = samples.findLastIndex((sample) => sample.at <= at - WINDOW_MS);
      if (first > 0) samples = samples.slice(first);
      samples.push({ at, sent });
    },
    now() {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < LEAST_MS) return null;
      const speed = ((last.sent - first.sent) * 1_000) / (last.at - first.at);
      return speed > 0 ? speed : null;
    },
    reset() {
      samples = [];
    },
  };
}
